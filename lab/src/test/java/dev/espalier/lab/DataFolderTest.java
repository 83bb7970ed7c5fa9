package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.spec.ServerSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.spec.WorkingSetSize;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of the data, and so the device, as a side: each side has a server of its own there, for as long as it is compared. */
class DataFolderTest {

    private static final LoadLab.Watcher NOBODY = new LoadLab.Watcher() {
        @Override
        public SecondWatcher starts(int number, int of, String title) {
            return SecondWatcher.NONE;
        }

        @Override
        public void ended(LoadRun run) {
            assertThat(run.course().partial()).isFalse();
        }
    };

    @TempDir
    private Path out;

    private static UuidSetSpec spec(String target, Path folder, Map<String, String> settings) {
        return new UuidSetSpec(
                target,
                DataSpec.of("mysql", "", false),
                RedisClientName.JEDIS,
                ConnectionWay.THREAD,
                500,
                0,
                List.of(1),
                new LoadSpec(
                        0,
                        Arrival.CONSTANT,
                        0,
                        600,
                        20,
                        0,
                        1,
                        3,
                        new ServerSpec(CacheState.WARM, settings, "", folder.toString())));
    }

    private CompareLab.Compared compared(UuidSetSpec a, UuidSetSpec b, Targets targets) {
        return new CompareLab(
                        new CompareLab.Side(a, targets, "", Password.NONE, Agents.NONE),
                        new CompareLab.Side(b, targets, "", Password.NONE, Agents.NONE),
                        out)
                .run(NOBODY);
    }

    @Test
    void eachSideOfAComparisonHasAServerOfItsOwnInItsFolder() throws IOException {
        assumeThat(System.getenv("ESPALIER_POSTGRES_URL")).as("postgres is up").isNotNull();
        Targets targets = new Targets(OwnServer.HOME, out, System.getenv());

        CompareLab.Compared compared = compared(
                spec("postgres", out.resolve("fast"), Map.of("work_mem", "5MB")),
                spec("postgres", out.resolve("slow"), Map.of()),
                targets);

        assertThat(new TreeSet<>(List.of(
                        compared.a().server().url(),
                        compared.b().server().url(),
                        System.getenv("ESPALIER_POSTGRES_URL"))))
                .as("three servers")
                .hasSize(3);
        assertThat(compared.a().server().variables()).containsEntry("work_mem", "5120");
        assertThat(compared.b().server().variables()).doesNotContainEntry("work_mem", "5120");
        assertThat(compared.a().server().managed()).isTrue();
        assertThat(compared.a().runs().get(0).work().allDone()).isEqualTo(20);
        for (String folder : List.of("fast", "slow")) {
            assertThat(out.resolve(folder).resolve("postgres/storage/data/PG_VERSION"))
                    .as("the data are there")
                    .exists();
            assertThat(out.resolve(folder).resolve("postgres/pid"))
                    .as("the server is gone")
                    .doesNotExist();
        }
    }

    /** A library such as one that delays the disk would delay the making of the data by hours. */
    @Test
    void dataAreMadeWithoutTheLibraryWithWhichTheyAreRead() throws IOException {
        assumeThat(System.getenv("ESPALIER_POSTGRES_URL")).as("postgres is up").isNotNull();
        String library =
                Path.of(System.getProperty("java.home"), "lib", "libjsig.so").toString();
        Path calls = out.resolve("calls");
        Path script = out.resolve("home/servers/postgres");
        Files.createDirectories(script.getParent());
        Files.writeString(
                script,
                "#!/bin/sh\necho \"$*\" >>'" + calls + "'\nexec '" + OwnServer.HOME.resolve("servers/postgres")
                        + "' \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        FortyTablesSpec spec = new FortyTablesSpec(
                "postgres",
                DataSpec.of("mysql", "", false),
                FortyTablesLoad.SELECT_CPU_BOUND,
                new FortyTablesSpec.Size(2, 500),
                100,
                WorkingSetSize.Of.ROWS,
                List.of(1),
                new LoadSpec(
                        0,
                        Arrival.CONSTANT,
                        0,
                        600,
                        20,
                        0,
                        1,
                        3,
                        new ServerSpec(
                                CacheState.WARM,
                                Map.of(),
                                library,
                                out.resolve("device").toString())));

        LoadResult result =
                new LoadLab(spec, new Targets(out.resolve("home"), out, Map.of()), out).run("", Password.NONE, NOBODY);

        assertThat(result.runs().get(0).work().allDone()).isEqualTo(20);
        assertThat(Files.readAllLines(calls).stream()
                        .filter(call -> call.startsWith("up --only"))
                        .map(call -> call.replaceFirst(".*--preload ", ""))
                        .distinct())
                .containsExactly("malloc", library);
    }

    @Test
    void filesOfSqliteLieInTheFolder() throws IOException {
        Targets targets = new Targets(OwnServer.HOME, out.resolve("elsewhere"), Map.of());
        UuidSetSpec kept = spec("sqlite", out.resolve("device"), Map.of());
        UuidSetSpec spec = new UuidSetSpec(
                kept.target(),
                DataSpec.of("mysql", "mine", true),
                kept.client(),
                kept.way(),
                kept.size(),
                0,
                kept.connections(),
                kept.loading());

        new LoadLab(spec, targets, out).run("", Password.NONE, NOBODY);

        assertThat(out.resolve("elsewhere")).doesNotExist();
        try (Stream<Path> files = Files.list(out.resolve("device"))) {
            assertThat(files.map(file -> file.getFileName().toString())).contains("mine.db");
        }
    }

    @Test
    void serverOfAnAddressHasNoFolderOfItsOwn() {
        assertThatThrownBy(() -> new LoadLab(
                                spec("jdbc:postgresql://127.0.0.1:1/x", out, Map.of()),
                                new Targets(OwnServer.HOME, out, Map.of()),
                                out)
                        .run("", Password.NONE, NOBODY))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "--data-dir: found jdbc:postgresql://127.0.0.1:1/x, expected sqlite or a server that a script of servers/ starts");
    }
}
