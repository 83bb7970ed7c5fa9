package dev.espalier.console;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.Settings;
import dev.espalier.error.DatabaseException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Change sets, as the page sends them. */
class ChangesTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder;

    private String url = "";
    private Database db;
    private Console console;
    private Wire wire;
    private long lion;

    @BeforeEach
    void start() {
        url = Zoo.make(folder, 10);
        db = Database.openCatalog(url, Settings.defaults());
        lion = db.nodes().query("Lion", "").ids()[0];
        console = Console.start(
                url, Settings.defaults(), ConsoleOptions.defaults().withWrite());
        wire = Wire.of(console);
    }

    @AfterEach
    void stop() {
        console.close();
        db.close();
    }

    private JsonNode ask(String operation, String body) throws IOException {
        String answer = wire.asked(operation, body);
        assertThat(Wire.status(answer)).as(answer).isEqualTo(200);
        return MAPPER.readTree(answer.substring(answer.indexOf('{'))
                .replaceAll("\r\n[0-9a-f]+\r\n", "")
                .replaceAll("\r\n0\r\n\r\n$", ""));
    }

    private JsonNode store(String... changes) throws IOException {
        return ask("store", "{\"changes\": [" + String.join(",", changes) + "]}");
    }

    private String edit(long id, String className, int version, String set) {
        return "{\"kind\": \"edit\", \"class\": \"" + className + "\", \"id\": \"" + id + "\", \"version\": " + version
                + ", \"set\": " + set + "}";
    }

    private static String delete(long id, String className, int version) {
        return "{\"kind\": \"delete\", \"class\": \"" + className + "\", \"id\": \"" + id + "\", \"version\": "
                + version + "}";
    }

    private static String create(String name, String className, String set) {
        return "{\"kind\": \"new\", \"class\": \"" + className + "\", \"name\": \"" + name + "\", \"set\": " + set
                + "}";
    }

    private static String name(Object node) {
        return String.valueOf(((Node) node).get("name"));
    }

    @Test
    void valuesOfEveryKindAreStored() throws IOException {
        JsonNode answer = store(edit(lion, "Lion", 0, """
                {"name": "Leo\\nthe second", "diet": "PLANTS", "born": "2021-03-01", "weight": "200.10", "place": {"record": {"house": "East", "row": "4"}},
                 "tags": {"list": ["old", ""]}, "visits": {"map": [["Monday", "1"], ["Sunday", null]]}, "picture": "0aff", "hasMane": "false"}"""));
        assertThat(answer.path("stored").asInt()).as(answer.toString()).isEqualTo(1);
        Node stored = db.nodes().get("Lion", lion);
        assertThat(stored.get("name")).isEqualTo("Leo\nthe second");
        assertThat(stored.get("diet")).isEqualTo("PLANTS");
        assertThat(stored.get("born")).isEqualTo(LocalDate.of(2021, 3, 1));
        assertThat((BigDecimal) stored.get("weight")).isEqualByComparingTo("200.1");
        assertThat(stored.get("place")).asString().contains("East", "4");
        assertThat(stored.get("tags")).isEqualTo(Set.of("old", ""));
        Map<String, Integer> visits = new LinkedHashMap<>();
        visits.put("Monday", 1);
        visits.put("Sunday", null);
        assertThat(stored.get("visits")).isEqualTo(visits);
        assertThat((byte[]) stored.get("picture")).containsExactly(0x0a, 0xff);
        assertThat(stored.get("hasMane")).isEqualTo(false);
        assertThat((List<?>) stored.get("prey"))
                .as("a collection that was not changed")
                .hasSize(3);
        assertThat(store(edit(lion, "Lion", 1, "{\"name\": null, \"place\": null, \"picture\": null}"))
                        .path("stored")
                        .asInt())
                .isEqualTo(1);
        Node again = db.nodes().get("Lion", lion);
        assertThat(Arrays.asList(again.get("name"), again.get("place"), again.get("picture")))
                .containsOnlyNulls();
    }

    @Test
    void decimalBeyondAllEnginesIsRefused() throws IOException {
        for (String huge : List.of("1e30000000", "1e-30000000", "9".repeat(500_000))) {
            assertThat(store(edit(lion, "Lion", 0, "{\"weight\": \"" + huge + "\"}"))
                            .toString())
                    .contains(
                            "bad-request",
                            "Lion " + lion + ".weight: found '" + huge.substring(0, 10),
                            "expected a number of at most 131,072 digits")
                    .hasSizeLessThan(300);
        }
    }

    static class Stamp {
        long id;
        java.sql.@Nullable Date day;
    }

    /** Samoa has left out 30 December 2011: the class has the next day in its place. */
    @Test
    void dayThatThereIsNotInTheTimeZoneIsRefused() throws IOException {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
        String stamps = "jdbc:sqlite:" + folder.resolve("stamps.db");
        Database.open(stamps, Model.of(Stamp.class), Settings.defaults()).close();
        try (Console other = Console.start(
                stamps, Settings.defaults(), ConsoleOptions.defaults().withWrite())) {
            wire = Wire.of(other);
            assertThat(store(create("new Stamp 1", "Stamp", "{\"day\": \"2011-12-30\"}"))
                            .toString())
                    .contains(
                            "bad-request",
                            "found '2011-12-30'; expected a date that there is in the time zone Pacific/Apia");
            assertThat(store(create("new Stamp 1", "Stamp", "{\"day\": \"2011-12-29\"}"))
                            .path("stored")
                            .asInt())
                    .isOne();
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void objectsAreCreatedChangedAndDeletedTogether() throws IOException {
        long[] zebras = db.nodes().query("Zebra", "ORDER BY stripes").ids();
        JsonNode answer = store(
                create("new Keeper 1", "Keeper", "{\"name\": \"Eve\", \"chief\": {\"new\": \"new Keeper 2\"}}"),
                create("new Keeper 2", "Keeper", "{\"name\": \"Bob\"}"),
                edit(
                        lion,
                        "Lion",
                        0,
                        "{\"keeper\": {\"new\": \"new Keeper 1\"}, \"prey\": {\"list\": [{\"ref\": \"Zebra\", \"id\": \""
                                + zebras[9] + "\"}, {\"ref\": \"Zebra\", \"id\": \"" + zebras[0]
                                + "\"}, {\"ref\": \"Zebra\", \"id\": \"" + zebras[9] + "\"}]}}"),
                edit(zebras[9], "Zebra", 0, "{\"stripes\": \"99\"}"),
                delete(zebras[1], "Zebra", 0));
        assertThat(answer.path("stored").asInt()).as(answer.toString()).isEqualTo(5);
        Node stored = db.nodes().get("Lion", lion);
        Node keeper = requireNonNull(stored.get("keeper", Node.class));
        assertThat(name(keeper)).isEqualTo("Eve");
        assertThat(keeper.id())
                .isEqualTo(
                        answer.path("created").path("new Keeper 1").path("id").asLong());
        assertThat(name(requireNonNull(keeper.get("chief")))).isEqualTo("Bob");
        assertThat((List<?>) stored.get("prey"))
                .extracting(one -> ((Node) one).get("stripes"))
                .containsExactly(99, 0, 99);
        assertThat(db.nodes().query("Zebra", "").count()).isEqualTo(9);
    }

    @Test
    void conflictShowsBothSidesAndStoresNothing() throws IOException {
        long zebra = db.nodes().query("Zebra", "stripes = 5").ids()[0];
        long gone = db.nodes().query("Zebra", "stripes = 6").ids()[0];
        db.store(db.nodes().get("Lion", lion).set("name", "Theirs").set("hasMane", false));
        db.delete(db.nodes().get("Zebra", gone));
        JsonNode answer = store(
                edit(zebra, "Zebra", 0, "{\"stripes\": \"50\"}"),
                edit(lion, "Lion", 0, "{\"name\": \"Mine\"}"),
                delete(gone, "Zebra", 0));
        JsonNode error = answer.path("error");
        assertThat(error.path("code").asText()).isEqualTo("conflict");
        assertThat(error.path("conflicts")).hasSize(2);
        JsonNode first = error.path("conflicts").get(0);
        assertThat(first.path("index").asInt()).isEqualTo(1);
        assertThat(first.path("stored").path("version").asInt()).isEqualTo(1);
        assertThat(first.path("stored").toString()).contains("\"Theirs\"");
        assertThat(error.path("conflicts").get(1).path("stored").isNull())
                .as("deleted")
                .isTrue();
        assertThat(name(db.nodes().get("Lion", lion))).isEqualTo("Theirs");
        assertThat(db.nodes().get("Zebra", zebra).get("stripes"))
                .as("another object of the change set")
                .isEqualTo(5);
        assertThat(store(edit(lion, "Lion", 1, "{\"name\": \"Mine\"}"))
                        .path("stored")
                        .asInt())
                .isEqualTo(1);
        assertThat(name(db.nodes().get("Lion", lion))).isEqualTo("Mine");
        assertThat(db.nodes().get("Lion", lion).get("hasMane"))
                .as("what the change set leaves alone")
                .isEqualTo(false);
    }

    @Test
    void deletionOfAChangedObjectIsAConflict() throws IOException {
        db.store(db.nodes().get("Lion", lion).set("name", "Theirs"));
        assertThat(store(delete(lion, "Lion", 0)).path("error").path("code").asText())
                .isEqualTo("conflict");
        assertThat(db.nodes().query("Lion", "").count()).isEqualTo(1);
    }

    @Test
    void mistakesAreNamedAndStoreNothing() throws IOException {
        Map<String, String> mistakes = new LinkedHashMap<>();
        mistakes.put("{\"born\": \"31 February\"}", "born: found '31 February'; expected a date such as 2026-12-01");
        mistakes.put("{\"diet\": \"FISH\"}", "diet: found String FISH; expected one of the constants");
        mistakes.put("{\"weight\": \"heavy\"}", "weight: found 'heavy'; expected a decimal number");
        mistakes.put("{\"hasMane\": null}", "hasMane: found null; expected a boolean, which is never null");
        mistakes.put("{\"nothing\": \"x\"}", "nothing: Lion has no such attribute");
        mistakes.put("{\"place\": {\"record\": {\"house\": \"x\", \"row\": \"99999999999\"}}}", "row");
        mistakes.put("{\"place\": {\"record\": {\"door\": \"x\"}}}", "door");
        mistakes.put("{\"visits\": {\"map\": [[\"a\", \"1\"], [\"a\", \"2\"]]}}", "twice");
        mistakes.put("{\"keeper\": {\"ref\": \"Zebra\", \"id\": \"" + lion + "\"}}", "Zebra");
        mistakes.put("{\"keeper\": {\"ref\": \"Keeper\", \"id\": \"123456\"}}", "123456");
        mistakes.put("{\"keeper\": {\"ref\": \"Keeper\", \"id\": \"-1\"}}", "-1");
        mistakes.put("{\"keeper\": {\"new\": \"new Keeper 1\"}}", "new Keeper 1");
        mistakes.put("{\"prey\": {\"list\": [\"x\"]}}", "prey[0]");
        for (Map.Entry<String, String> mistake : mistakes.entrySet()) {
            String right = edit(db.nodes().query("Zebra", "").ids()[0], "Zebra", 0, "{\"stripes\": \"1000\"}");
            JsonNode answer = store(right, edit(lion, "Lion", 0, mistake.getKey()));
            assertThat(answer.path("error").path("message").asText())
                    .as(mistake.getKey() + " " + answer)
                    .contains(mistake.getValue());
            assertThat(answer.path("error").path("code").asText()).isNotEqualTo("internal");
        }
        assertThat(db.nodes().query("Zebra", "stripes = 1000").count()).isZero();
        assertThat(ask("check", edit(lion, "Lion", 0, "{\"born\": \"x\"}"))
                        .path("error")
                        .path("message")
                        .asText())
                .contains("expected a date");
        assertThat(ask("check", edit(lion, "Lion", 0, "{\"born\": \"2020-01-01\"}"))
                        .path("isRight")
                        .asBoolean())
                .isTrue();
        assertThat(store(edit(lion, "Lion", 0, "{}"), delete(lion, "Lion", 0))
                        .path("error")
                        .path("message")
                        .asText())
                .contains("two changes");
        assertThat(store(create("new Animal 1", "Animal", "{}"))
                        .path("error")
                        .path("message")
                        .asText())
                .contains("abstract");
        assertThat(store().path("error").path("message").asText()).contains("1 to 1000");
    }

    @Test
    void objectIsEditedWithWholeValues() throws IOException {
        Node animal = db.nodes().get("Lion", lion);
        db.store(animal.set("name", "long ".repeat(2_000)).set("picture", new byte[200]));
        JsonNode edited = ask("edit", "{\"class\": \"Animal\", \"id\": \"" + lion + "\"}");
        assertThat(edited.path("ref").asText()).isEqualTo("Lion");
        assertThat(edited.path("version").asInt()).isEqualTo(1);
        assertThat(edited.findValues("why")).isEmpty();
        assertThat(edited.toString())
                .contains("long ".repeat(2_000), "00".repeat(200), "\"constants\":[\"PLANTS\",\"MEAT\"]");
        db.store(animal.set("name", "x".repeat(200_000)));
        assertThat(ask("edit", "{\"class\": \"Lion\", \"id\": \"" + lion + "\"}")
                        .findValues("why"))
                .singleElement()
                .asString()
                .contains("too long");
    }

    /** Each is refused by its own line of the guide, and changes nothing. */
    @Test
    void strangersChangeNothing() throws IOException {
        String body = "{\"changes\": [" + edit(lion, "Lion", 0, "{\"name\": \"Stranger\"}") + "]}";
        String json = "Content-Type: application/json\r\n";
        String token = wire.admission() + "\r\n";
        assertThat(Wire.status(wire.post("store", json, body))).as("no token").isEqualTo(401);
        assertThat(Wire.status(wire.post("store", json + wire.admission("x".repeat(43), wire.key()) + "\r\n", body)))
                .as("another token")
                .isEqualTo(401);
        assertThat(Wire.status(wire.post("store", json + token + "Origin: http://evil.example\r\n", body)))
                .as("another origin")
                .isEqualTo(403);
        assertThat(Wire.status(wire.post("store", json + token + "Sec-Fetch-Site: cross-site\r\n", body)))
                .as("another site")
                .isEqualTo(403);
        assertThat(Wire.status(wire.raw(
                        "POST /api/store HTTP/1.1\r\nHost: evil.example:" + wire.port() + "\r\nConnection: close\r\n"
                                + json + token + "Content-Length: " + body.length() + "\r\n\r\n" + body)))
                .as("a rebound name")
                .isEqualTo(403);
        assertThat(Wire.status(wire.post("store", "Content-Type: text/plain\r\n" + token, body)))
                .as("a form of another page")
                .isEqualTo(415);
        assertThat(Wire.status(wire.raw("GET /api/store HTTP/1.1\r\nHost: 127.0.0.1:" + wire.port()
                        + "\r\nConnection: close\r\n" + json + token + "\r\n")))
                .as("a link")
                .isEqualTo(405);
        assertThat(wire.asked(
                        "store",
                        "{\"url\": \"jdbc:sqlite:other.db\", \"changes\": [" + create("a", "Keeper", "{\"url\": \"x\"}")
                                + "]}"))
                .as("no other database")
                .contains("no such attribute");
        assertThat(wire.asked("store", "{\"changes\": [" + (edit(lion, "Lion", 0, "{}") + ",").repeat(2_000) + "{}]}"))
                .as("bounded")
                .contains("1 to 1000");
        assertThat(name(db.nodes().get("Lion", lion))).isEqualTo("Leo");
    }

    @Test
    void databaseThatCanOnlyBeReadIsShownAndRefusesWrite() throws IOException {
        String readOnly = url + "?open_mode=1";
        try (Console other = Console.start(readOnly, Settings.defaults(), ConsoleOptions.defaults())) {
            assertThat(Wire.of(other).asked("model", "{}"))
                    .contains("\"isWritable\":false", "\"readOnlyReason\":\"the URL opens it for reading only\"");
        }
        assertThat(wire.asked("model", "{}")).contains("\"readOnlyReason\":null");
        assertThatThrownBy(() -> Console.start(
                        readOnly, Settings.defaults(), ConsoleOptions.defaults().withWrite()))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("zoo.db: found --write and a database that can only be read")
                .hasMessageContaining("the URL opens it for reading only");
    }

    @Test
    void withoutWriteEveryChangeIsRefused() throws IOException {
        try (Console other = Console.start(url, Settings.defaults(), ConsoleOptions.defaults())) {
            Wire readOnly = Wire.of(other);
            String body = "{\"changes\": [" + edit(lion, "Lion", 0, "{\"name\": \"Stranger\"}") + "]}";
            for (String operation : List.of("store", "check", "edit")) {
                String answer = readOnly.asked(operation, body);
                assertThat(Wire.status(answer)).as(operation).isEqualTo(403);
                assertThat(answer).contains("\"read-only\"", "without --write");
            }
            assertThat(readOnly.asked("model", "{}")).contains("\"isWritable\":false");
        }
        assertThat(name(db.nodes().get("Lion", lion))).isEqualTo("Leo");
    }
}
