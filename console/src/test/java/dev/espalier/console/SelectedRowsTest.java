package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers of the server to queries with a selection. The console knows no Java class of the database. */
class SelectedRowsTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final int ZEBRAS = 300;
    private static final int MOST = 100;

    @TempDir
    static Path folder;

    private static Console console;
    private static Wire wire;
    private static String url;

    @BeforeAll
    static void start() {
        url = Zoo.make(folder, ZEBRAS);
        console = Console.start(
                url, Settings.defaults(), ConsoleOptions.defaults().withRows(MOST));
        wire = Wire.of(console);
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    private static ObjectNode request(String className, String rql, String selection) {
        return Json.object().put("class", className).put("rql", rql).put("select", selection);
    }

    private static JsonNode asked(String operation, ObjectNode request) throws Exception {
        String answer = wire.asked(operation, request.toString());
        return MAPPER.readTree(answer.substring(answer.indexOf("\r\n\r\n")));
    }

    private static JsonNode asked(String className, String rql, String selection) throws Exception {
        return asked("query", request(className, rql, selection));
    }

    /** The cells of each row. */
    private static List<String> rows(JsonNode answer) {
        List<String> found = new ArrayList<>();
        answer.get("rows").forEach(row -> found.add(row.get("cells").toString()));
        return found;
    }

    private static List<String> columns(JsonNode answer) {
        List<String> found = new ArrayList<>();
        assertThat(answer.path("error").toString()).isEmpty();
        answer.get("columns")
                .forEach(column -> found.add(
                        column.get("name").asText() + " " + column.get("type").asText()));
        return found;
    }

    @Test
    void selectionAnswersWithRowsOfValues() throws Exception {
        JsonNode answer = asked(
                "Lion",
                "",
                "name, place.house AS house, weight, born, hasMane, diet, picture, tags, visits, place.row * 2");
        assertThat(columns(answer))
                .containsExactly(
                        "name String",
                        "house String",
                        "weight BigDecimal",
                        "born LocalDate",
                        "hasMane Boolean",
                        "diet String",
                        "picture byte[]",
                        "tags String",
                        "visits Integer",
                        "place.row * 2 Long");
        assertThat(rows(answer))
                .containsExactly("[\"Leo\",\"West\",\"190.50\",\"2020-02-29\",\"true\",\"MEAT\","
                        + "{\"bytes\":3,\"hex\":\"010203\"},\"loud\",\"7\",\"6\"]");
        assertThat(rows(asked("Zebra", "stripes < 2", "name, weight")))
                .containsExactly("[\"Zebra 0\",null]", "[\"Zebra 1\",null]");
        assertThat(rows(asked("Lion", "", "prey.name")))
                .containsExactly("[\"Zebra 0\"]", "[\"Zebra 1\"]", "[\"Zebra 2\"]");
    }

    @Test
    void emptyAnswerHasItsColumns() throws Exception {
        JsonNode answer = asked("Zebra", "stripes < 0", "name, keeper.name AS keeper");
        assertThat(columns(answer)).containsExactly("name null", "keeper null");
        assertThat(rows(answer)).isEmpty();
        assertThat(answer.get("next").isNull()).isTrue();
    }

    @Test
    void blankSelectionAsksForObjects() throws Exception {
        for (String blank : List.of("", " \n")) {
            assertThat(asked("Lion", "", blank).get("rows").get(0).get("ref").asText())
                    .isEqualTo("Lion");
        }
    }

    @Test
    void pagesFollowEachOther() throws Exception {
        for (String selection : List.of(
                "stripes, keeper.name AS keeper", "stripes ORDER BY stripes DESC", "stripes, COUNT(*) AS zebras")) {
            List<String> found = new ArrayList<>();
            ObjectNode request = request("Zebra", "", selection);
            JsonNode answer = asked("query", request);
            int pages = 1;
            found.addAll(rows(answer));
            while (!answer.get("next").isNull()) {
                answer = asked("query", request.put("after", answer.get("next").asText()));
                found.addAll(rows(answer));
                pages++;
            }
            assertThat(pages).as(selection).isEqualTo(ZEBRAS / 50);
            assertThat(found).as(selection).hasSize(ZEBRAS).doesNotHaveDuplicates();
        }
    }

    @Test
    void pageOfAnotherSelectionIsRefused() throws Exception {
        String next = asked("Zebra", "", "stripes").get("next").asText();
        assertThat(asked("query", request("Zebra", "", "name").put("after", next))
                        .toString())
                .contains("\"code\":\"bad-page-key\"");
    }

    @Test
    void answerWithLimitIsCutAtTheBoundOfAnAnswer() throws Exception {
        for (List<String> one : List.of(
                List.of("", "stripes ORDER BY stripes LIMIT 200"),
                List.of("ORDER BY stripes LIMIT 200", "stripes"),
                List.of("", "stripes, COUNT(*) AS n ORDER BY stripes LIMIT 200"))) {
            JsonNode answer = asked("Zebra", one.get(0), one.get(1));
            assertThat(rows(answer)).as(one.toString()).hasSize(MOST);
            assertThat(answer.get("isCut").asBoolean()).as(one.toString()).isTrue();
            assertThat(answer.get("next").isNull()).as(one.toString()).isTrue();
        }
        JsonNode whole = asked("Zebra", "", "stripes LIMIT 3");
        assertThat(rows(whole)).hasSize(3);
        assertThat(whole.get("isCut").asBoolean()).isFalse();
    }

    @Test
    void mistakeSaysTheTextThatItIsIn() throws Exception {
        record Asked(String rql, String selection, boolean isOfSelection, int position) {}
        for (Asked one : List.of(
                new Asked("", "name, stripez", true, 7),
                new Asked("", "  name, stripez", true, 9),
                new Asked("", "name, ", true, 7),
                new Asked("", "name, keeper", true, 7),
                new Asked("", "name, keeper.name", true, 7),
                new Asked("stripez = 1", "name", false, 1),
                new Asked("stripez", "stripez", false, 8),
                new Asked("name = 'x'", "name = 'x'", true, 6),
                new Asked("stripes = 7", "stripes * 9223372036854775807 AS many", true, 34),
                new Asked("stripes > :a", "name", false, 11),
                new Asked("", "name, :a AS a", true, 7))) {
            JsonNode error = asked("Zebra", one.rql(), one.selection()).path("error");
            assertThat(error.path("isOfSelection").asBoolean())
                    .as("%s %s", one, error)
                    .isEqualTo(one.isOfSelection());
            assertThat(error.path("position").asInt()).as("%s %s", one, error).isEqualTo(one.position());
        }
    }

    @Test
    void parametersAreOfBothTexts() throws Exception {
        ObjectNode request = request("Zebra", "stripes < :most", "stripes + :more AS sum HAVING sum > :least");
        request.putObject("with").put("most", "3").put("more", "10").put("least", "10");
        assertThat(rows(asked("query", request))).containsExactly("[\"11\"]", "[\"12\"]");
    }

    @Test
    void namesOfColumnsAreTextsOfAnyKind() throws Exception {
        String call = "concat('" + Zoo.MARKUP.replace("'", "''") + "', '\"''')";
        JsonNode answer = asked("Lion", "", call + ", 2, 1, name AS __proto__");
        assertThat(columns(answer)).containsExactly(call + " String", "2 Long", "1 Long", "__proto__ String");
        assertThat(answer.get("rows").get(0).get("cells").get(0).asText()).isEqualTo(Zoo.MARKUP + "\"'");
    }

    @Test
    void cutValueIsReadWholeAtItsPlace() throws Exception {
        String text = "long ".repeat(1_000);
        try (Database db = Database.openCatalog(url, Settings.defaults())) {
            Node keeper = db.nodes().newNode("Keeper").set("name", text);
            db.store(keeper);
            for (String limit : List.of("", " LIMIT 5")) {
                ObjectNode request = request("Keeper", "", "id, name ORDER BY length(name)" + limit);
                assertThat(asked("query", request)
                                .get("rows")
                                .get(2)
                                .get("cells")
                                .get(1)
                                .get("length")
                                .asInt())
                        .isEqualTo(text.length());
                assertThat(asked("cell", request.put("row", 3).put("column", 2))
                                .get("value")
                                .asText())
                        .isEqualTo(text);
                assertThat(asked("cell", request.put("row", 4)).toString()).contains("bad-request", "the row is gone");
                assertThat(asked("cell", request.put("row", 1).put("column", 3)).toString())
                        .contains("bad-request");
                assertThat(asked("cell", request.put("row", 0)).toString()).contains("bad-request");
            }
            JsonNode first = asked("query", request("Zebra", "", "name"));
            ObjectNode ofPage =
                    request("Zebra", "", "name").put("after", first.get("next").asText());
            assertThat(asked("cell", ofPage.put("row", 2).put("column", 1))
                            .get("value")
                            .asText())
                    .isEqualTo("Zebra 51");
            db.delete(keeper);
        }
    }

    @Test
    void explanationIsOfTheRows() throws Exception {
        JsonNode plan = asked("explain", request("Zebra", "stripes < 10", "keeper.name, COUNT(*) AS zebras"));
        assertThat(plan.get("query").asText() + plan.get("plan").asText()).contains("zebras");
        assertThat(plan.get("load").get("statements").asInt()).isZero();
        assertThat(asked("explain", request("Zebra", "", "stripez"))
                        .get("error")
                        .get("isOfSelection")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void slowestQueriesHaveTheirSelections() throws Exception {
        asked("Zebra", "stripes < 5", "name");
        asked("query", request("Zebra", "stripes < 5", ""));
        String slow = asked("health", Json.object()).get("slow").toString();
        assertThat(slow).contains("\"select\":\"name\"").contains("\"rql\":\"stripes < 5\",\"select\":null");
    }

    @Test
    void selectionThatIsNoTextIsRefused() throws Exception {
        ObjectNode request = request("Lion", "", "");
        request.putArray("select").add("name");
        assertThat(asked("query", request).toString()).contains("bad-request");
    }

    @Test
    void listsOfRowsAreRows() throws Exception {
        JsonNode answer =
                asked("Lion", "", "name, prey {2, 1, name AS __proto__, keeper {name}, weight, prey.name} AS eaten");
        assertThat(columns(answer)).containsExactly("name String", "eaten List");
        JsonNode eaten = answer.get("rows").get(0).get("cells").get(1);
        assertThat(eaten.get("columns").toString())
                .isEqualTo(
                        "[{\"name\":\"2\",\"type\":\"Long\"},{\"name\":\"1\",\"type\":\"Long\"},{\"name\":\"__proto__\",\"type\":\"String\"},"
                                + "{\"name\":\"keeper\",\"type\":\"List\"},{\"name\":\"weight\",\"type\":null},{\"name\":\"name\",\"type\":null}]");
        assertThat(eaten.get("rows").get(1).toString())
                .isEqualTo(
                        "[\"2\",\"1\",\"Zebra 1\",{\"columns\":[{\"name\":\"name\",\"type\":\"String\"}],\"rows\":[[\"Ada\"]],\"more\":0},null,null]");
        assertThat(eaten.get("more").asInt()).isZero();
        assertThat(rows(asked("Zebra", "stripes = 7", "<Lion.prey {name} AS eaters")))
                .containsExactly("[{\"list\":[],\"more\":0}]");
    }

    @Test
    void listsWithinListsAreBoundedTogether() throws Exception {
        String selection =
                "name, <Zebra.keeper {stripes, keeper {<Zebra.keeper {stripes} AS others} AS keeper} AS zebras";
        JsonNode zebras = asked("Keeper", "name = 'Ada'", selection)
                .get("rows")
                .get(0)
                .get("cells")
                .get(1);
        assertThat(zebras.toString().length()).isLessThan(10_000);
        assertThat(zebras.get("rows").size() + zebras.get("more").asInt()).isEqualTo(ZEBRAS);
        JsonNode whole = asked(
                        "cell",
                        request("Keeper", "name = 'Ada'", selection)
                                .put("row", 1)
                                .put("column", 2))
                .get("value");
        assertThat(whole.get("rows")).hasSize(ZEBRAS);
        assertThat(whole.toString()).doesNotContain("\"more\":1");
    }

    /** The lists have billions of rows, of the few that statements read. */
    @Test
    void endedRequestMakesNoMoreRows() throws Exception {
        String selection = "name";
        for (int i = 0; i < 4; i++) {
            selection = "<Zebra.keeper {keeper {" + selection + "}}";
        }
        ConsoleOptions options = ConsoleOptions.defaults().withTimeout(Duration.ofSeconds(1));
        try (Console shortly = Console.start(url, Settings.defaults(), options)) {
            Wire to = Wire.of(shortly);
            assertThat(to.asked("query", request("Keeper", "", selection).toString()))
                    .contains("\"code\":\"timeout\"");
            long end = System.nanoTime() + Duration.ofMinutes(2).toNanos(); // all rows would take hours
            while (isMakingRows() && System.nanoTime() < end) {
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
            assertThat(isMakingRows()).isFalse();
            assertThat(to.asked("health", "{}")).contains("\"inUse\":0");
        }
    }

    private static boolean isMakingRows() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().startsWith("dev.espalier.internal.rows"));
    }
}
