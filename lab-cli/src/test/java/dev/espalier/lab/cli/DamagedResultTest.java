package dev.espalier.lab.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.cli.CommandRun;
import dev.espalier.cli.CommandRun.Ended;
import dev.espalier.lab.measure.CellRun;
import dev.espalier.lab.measure.SearchTimes;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.Check;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.EvolutionResult;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.Result;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.result.TortureResult;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.EvolutionSpec;
import dev.espalier.lab.spec.Faults;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.spec.TortureSpec;
import dev.espalier.lab.spec.TortureSpec.Contention;
import dev.espalier.lab.target.ServerFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is done to a result, its readers show it or refuse it in one sentence, with exit code 2. */
class DamagedResultTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final List<String> VALUES = List.of("null", "\"x\"", "-1", "[]", "{}");
    /** All of them take two minutes: {@code -DargLine=-Despalier.damage.step=1}. A prime, so that each value and each reader has its turn. */
    private static final int STEP = Integer.getInteger("espalier.damage.step", 53);

    @TempDir
    private Path folder;

    @Test
    void damagedLoadsAreShownOrRefused() throws IOException {
        assertThat(CommandRun.run(words(
                                "lab run oltp --on noop --connections 1 --warm-up 0 --operations 2 --quiet --out {}",
                                folder))
                        .code())
                .isZero();
        damageEachMember("report", "compare");
    }

    @Test
    void damagedObjectsAreShownOrRefused() throws IOException {
        CellRun run = new CellRun(
                1,
                0.5,
                "a road",
                "a search",
                5L,
                new SearchTimes(4, "cold", "a proof", 1.0, 1.0, 1.0, 1.0),
                5L,
                1.0,
                List.of());
        Cell cell = Cell.of(SubjectName.JDBC, "tidb", 100_000, Indexes.NONE, List.of(run));
        write(new RunResult(
                header("objects"),
                1,
                new ObjectsSpec(
                        "tidb",
                        List.of(100_000),
                        List.of(Indexes.NONE),
                        List.of(SubjectName.JDBC),
                        1,
                        List.of(CacheState.WARM),
                        1,
                        false,
                        false),
                environment(),
                server(),
                List.of(cell)));
        damageEachMember("report");
    }

    @Test
    void damagedTorturesAreShownOrRefused() throws IOException {
        write(new TortureResult(
                header("torture"),
                new TortureSpec(
                        "postgres", List.of(SubjectName.JDBC), List.of(Contention.HOT), 20, 3, 20, 1, Faults.NONE),
                environment(),
                server(),
                List.of(new TortureResult.Part(
                        SubjectName.JDBC,
                        Contention.HOT,
                        false,
                        new TortureResult.Done(1, 2, List.of(2L), 300),
                        new TortureResult.Times(4.5, 80.0, 400.0),
                        new TortureResult.Trouble(Map.of("stale", 7L), Map.of("error", 1L), Map.of("fault", 3L)),
                        List.of(Check.of("kept", "is there", 9, List.of("lost")))))));
        damageEachMember("report");
    }

    @Test
    void damagedEvolutionsAreShownOrRefused() throws IOException {
        write(new EvolutionResult(
                header("evolution"),
                new EvolutionSpec("sqlite", 2, 30, 1, 0),
                environment(),
                server(),
                List.of(new EvolutionResult.Change("add a class", List.of(1.0), List.of(2.0)))));
        damageEachMember("report");
    }

    @Test
    void textOtherThanJsonIsRefused() throws IOException {
        for (String text : List.of(
                "", "{", "[]", "5", "\"runs\"", "{\"runs\": 5}", "{\"cells\": [null]}", "{\"changes\": {}}", "\0\0")) {
            Files.writeString(folder.resolve("result.json"), text);
            for (String reader : List.of("report", "rerun")) {
                assertThat(CommandRun.run("lab", reader, folder.toString()))
                        .as("%s of %s", reader, text)
                        .satisfies(DamagedResultTest::isOneSentence);
            }
        }
    }

    private static void isOneSentence(Ended ended) {
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).startsWith("espalier: ").hasLineCount(1);
    }

    private void damageEachMember(String... readers) throws IOException {
        Path file = folder.resolve("result.json");
        JsonNode whole = JSON.readTree(file.toFile());
        List<JsonPointer> members = new ArrayList<>();
        collect(JsonPointer.empty(), whole, members);
        assertThat(members).hasSizeGreaterThan(20);
        List<Damage> all = members.stream()
                .flatMap(member -> VALUES.stream()
                        .flatMap(value -> Stream.of(readers).map(reader -> new Damage(member, value, reader))))
                .toList();
        for (int at = 0; at < all.size(); at += STEP) {
            Damage damage = all.get(at);
            JsonNode damaged = whole.deepCopy();
            ((ObjectNode) damaged.at(damage.member.head()))
                    .set(damage.member.last().getMatchingProperty(), JSON.readTree(damage.value));
            JSON.writeValue(file.toFile(), damaged);
            Ended ended = damage.reader.equals("compare")
                    ? CommandRun.run("lab", "compare", folder.toString(), folder.toString())
                    : CommandRun.run("lab", damage.reader, folder.toString());
            if (ended.code() != 0) {
                assertThat(ended).as("%s", damage).satisfies(DamagedResultTest::isOneSentence);
            }
        }
    }

    private record Damage(JsonPointer member, String value, String reader) {}

    /** Members of objects; of a list its first element's. */
    private static void collect(JsonPointer at, JsonNode node, List<JsonPointer> members) {
        if (node instanceof ArrayNode && !node.isEmpty()) {
            collect(at.appendIndex(0), node.get(0), members);
        }
        if (node instanceof ObjectNode) {
            node.properties().stream()
                    .filter(member -> !at.toString().endsWith("/variables"))
                    .forEach(member -> {
                        JsonPointer path = at.appendProperty(member.getKey());
                        members.add(path);
                        collect(path, member.getValue(), members);
                    });
        }
    }

    private void write(Result result) throws IOException {
        ResultFile.write(result, folder);
    }

    private static Header header(String pack) {
        return new Header(Header.FORMAT, pack, "1", "2026-11-23T14:00:00Z", false);
    }

    private static Environment environment() {
        return new Environment("a processor", 2, 1, 1, "Linux", "Java", "hash", 1);
    }

    private static ServerFacts server() {
        return new ServerFacts("TiDB", "8", "a driver", "a URL", false, Map.of("a", "b"));
    }
}
