package dev.espalier.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.cli.CommandRun.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // its classes have fields that may be null, as classes of users have
class QueryCommandTest {

    enum Size {
        SMALL,
        LARGE
    }

    record Mark(String text, int weight) {}

    /** A class of a program. */
    static class Box {
        long id;
        String name;
        Size size;
        double price;
        byte[] code;
        Mark mark;
        Box outer;
        List<Box> inner = new ArrayList<>();
        Map<Integer, String> notes = new LinkedHashMap<>();
    }

    static class Crate extends Box {
        boolean wooden;
    }

    @TempDir
    private Path folder;

    private String url;

    @BeforeEach
    void store() {
        url = "jdbc:sqlite:" + folder.resolve("boxes.db");
        Box small = new Box();
        small.name = "say \"hi\", you";
        small.size = Size.SMALL;
        small.price = 1.5;
        small.code = new byte[] {1, -1};
        Crate large = new Crate();
        large.name = "line 1\nline 2";
        large.size = Size.LARGE;
        large.mark = new Mark("top", 3);
        large.inner.add(small);
        large.notes.put(7, "x");
        large.wooden = true;
        small.outer = large;
        try (Database db = Database.open(url, Model.of(Box.class, Crate.class))) {
            db.storeAll(List.of(small, large));
        }
    }

    private Ended query(String... arguments) {
        List<String> all = new ArrayList<>(List.of("query", url));
        all.addAll(List.of(arguments));
        return CommandRun.run(all.toArray(String[]::new));
    }

    @Test
    void jsonLinesHaveAllAttributesAndEndAtTheDepth() {
        assertThat(query("Box", "ORDER BY id", "--jsonl")).isEqualTo(new Ended(0, """
                {"class":"Box","id":1,"name":"say \\"hi\\", you","size":"SMALL","price":1.5,"code":"01ff","mark":null,"outer":{"class":"Crate","id":2},"inner":[],"notes":{}}
                {"class":"Crate","id":2,"name":"line 1\\nline 2","size":"LARGE","price":0.0,"code":null,"mark":{"text":"top","weight":3},"outer":null,"inner":[{"class":"Box","id":1}],"notes":[[7,"x"]],"wooden":true}
                """, ""));
        assertThat(query("Crate", "", "--json", "--depth", "1").out())
                .startsWith("[\n{\"class\":\"Crate\",\"id\":2")
                .contains("\"inner\":[{\"class\":\"Box\",\"id\":1,\"name\":")
                .contains("\"outer\":{\"class\":\"Crate\",\"id\":2},\"inner\":[]")
                .endsWith("}\n]\n");
        assertThat(query("Crate", "id = 77", "--json").out()).isEqualTo("[]\n");
    }

    @Test
    void tablesAndCommaSeparatedValuesHaveTheColumnsOfSubclasses() {
        assertThat(query("Box", "name LIKE 'x'").code()).isEqualTo(1);
        assertThat(query("Box", "ORDER BY id", "--csv").out().lines().toList())
                .startsWith(
                        "class,id,name,size,price,code,mark,outer,inner,notes,wooden",
                        "Box,1,\"say \"\"hi\"\", you\",SMALL,1.5,01ff,,Crate 2,[],{},");
        List<String> table = query("Box", "ORDER BY id").out().lines().toList();
        assertThat(table).hasSize(3);
        assertThat(table.get(0)).startsWith("class  id  name");
        assertThat(table.get(2)).startsWith("Crate  2   line 1 line 2").endsWith("true");
        Ended limited = query("Box", "ORDER BY id", "--limit", "1");
        assertThat(limited.out().lines()).hasSize(2);
        assertThat(limited.err()).contains("there are more than 1 objects; --limit shows more");
    }

    @Test
    void nullAndEmptyTextAreTwoThingsInCommaSeparatedValues() {
        try (Database db = Database.open(url, Model.of(Box.class, Crate.class))) {
            for (String name : new String[] {"", null, " "}) {
                Box box = new Box();
                box.name = name;
                db.store(box);
            }
        }
        assertThat(query("Box", "id > 2 ORDER BY id", "--csv")
                        .out()
                        .lines()
                        .skip(1)
                        .map(line -> line.split(",")[2]))
                .containsExactly("\"\"", "", " ");
        assertThat(query("Box", "id > 2 ORDER BY id").out()).doesNotContain("null", "\"");
    }

    @Test
    void parametersAndExplanations() {
        assertThat(query(words("Box {} --with size=SMALL --with least=1.25 --jsonl", "size = :size, price > :least"))
                        .out())
                .contains("\"id\":1,")
                .hasLineCount(1);
        assertThat(query("Box", "name = :name", "--with", "name='7'", "--jsonl"))
                .isEqualTo(new Ended(0, "", ""));
        assertThat(query("Box", "name = :name", "--with", "name=7").code())
                .as("a number is no text")
                .isEqualTo(1);
        assertThat(query("Box", "id < :id", "--with", "id=1e30000000")).satisfies(ended -> {
            assertThat(ended.code()).isNotZero();
            assertThat(ended.err())
                    .contains(
                            "--with id: found a number with more digits than any engine keeps; expected a number of at most 131,072 digits");
        });
        assertThat(query("Crate", "inner.name = 'x'", "--explain").out()).contains("inner");
    }

    @Test
    void explanationIsOfTheDepthThatIsPrinted() {
        try (Database db = Database.open(url, Model.of(Box.class, Crate.class))) {
            Box first = new Box();
            first.name = "first";
            first.outer = new Box();
            first.outer.outer = new Box();
            db.store(first);
        }
        assertThat(query("Box", "name = 'first'", "--explain").out()).contains("load: 2 Box by ");
        assertThat(query("Box", "name = 'first'", "--explain", "--jsonl", "--depth", "1")
                        .out())
                .contains("load: 3 Box by ");
    }

    @Test
    void onlyTheNamedPathsAreRead() {
        assertThat(query("Crate", "", "--jsonl", "--depth", "1", "--only", "inner")
                        .out())
                .contains("\"inner\":[{\"class\":\"Box\",\"id\":1,\"name\":");
        assertThat(query("Crate", "", "--jsonl", "--depth", "1", "--only", "outer")
                        .out())
                .contains("\"inner\":null,\"notes\":[[7,\"x\"]]")
                .hasLineCount(1);
        assertThat(query("Crate", "", "--csv", "--only", "outer").out()).contains(",[not loaded],");
        assertThat(query("Crate", "", "--only", "outer").out()).contains("  [not loaded]  ");
        assertThat(query("Crate", "", "--only", "inner.nobody").code()).isEqualTo(1);
    }

    @Test
    void controlsDoNotReachTheTerminal() {
        try (Database db = Database.open(url, Model.of(Box.class, Crate.class))) {
            Box box = new Box();
            box.name = "\033[31m\u009b31m\u202e";
            db.store(box);
        }
        assertThat(query("Box", "ORDER BY id").out()).contains(" [31m 31m ").doesNotContain("\033", "\u009b", "\u202e");
        assertThat(query("Box", "ORDER BY id", "--jsonl").out()).contains("\\u001b[31m\\u009b31m");
    }

    @Test
    void mistakesAreShownAtTheirPlaces() {
        Ended ended = query("Box", "nam = 'x'");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .startsWith("espalier: unknown field at 1: Box has no field 'nam'")
                .contains("\n  ^");
        assertThat(query("Bax", "")).satisfies(wrong -> {
            assertThat(wrong.code()).isEqualTo(2);
            assertThat(wrong.err()).contains("found the class Bax; expected one of [Box, Crate]");
        });
        assertThat(query("Box", "", "--json", "--csv").code()).isEqualTo(2);
        assertThat(query("Box", "", "--limit", "-1").err()).contains("--limit: found -1, expected 0 or more");
    }

    @Test
    void selectionPrintsRowsInEachFormat() {
        String selection = "price, size AS kind, name, code, mark.weight ORDER BY price DESC";
        assertThat(query("Box", "", "--select", selection)).isEqualTo(new Ended(0, """
                        price  kind   name           code  weight
                        1.5    SMALL  say "hi", you  01ff
                        0.0    LARGE  line 1 line 2        3
                        """, ""));
        assertThat(query("Box", "", "--csv", "--select", selection)).isEqualTo(new Ended(0, """
                        price,kind,name,code,weight\r
                        1.5,SMALL,"say ""hi"", you",01ff,\r
                        0.0,LARGE,"line 1
                        line 2",,3\r
                        """, ""));
        assertThat(query("Box", "", "--jsonl", "--select", selection)).isEqualTo(new Ended(0, """
                        {"price":1.5,"kind":"SMALL","name":"say \\"hi\\", you","code":"01ff","weight":null}
                        {"price":0.0,"kind":"LARGE","name":"line 1\\nline 2","code":null,"weight":3}
                        """, ""));
        assertThat(query("Box", "", "--json", "--select", "COUNT(*) AS n, MAX(price)"))
                .isEqualTo(new Ended(0, "[\n{\"n\":2,\"MAX(price)\":1.5}\n]\n", ""));
    }

    @Test
    void columnsOfRowsAreNested() {
        String selection = "id, inner {price, size AS kind, outer {id}} AS parts ORDER BY id";
        assertThat(query("Box", "", "--jsonl", "--select", selection)).isEqualTo(new Ended(0, """
                        {"id":1,"parts":[]}
                        {"id":2,"parts":[{"price":1.5,"kind":"SMALL","outer":[{"id":2}]}]}
                        """, ""));
        assertThat(query("Box", "id = 1", "--json", "--select", selection).out())
                .isEqualTo("[\n{\"id\":1,\"parts\":[]}\n]\n");
        assertThat(query("Box", "", "--csv", "--select", selection)).isEqualTo(new Ended(0, """
                        id,parts\r
                        1,[]\r
                        2,"[{""price"":1.5,""kind"":""SMALL"",""outer"":[{""id"":2}]}]"\r
                        """, ""));
        assertThat(query("Box", "", "--select", selection)).isEqualTo(new Ended(0, """
                        id  parts
                        1   []
                        2   [{"price":1.5,"kind":"SMALL","outer":[{"id":2}]}]
                        """, ""));
        assertThat(query("Box", "", "--select", "COUNT(*), inner {id}").code()).isEqualTo(1);
    }

    @Test
    void selectionWithoutRowsHasItsColumns() {
        String selection = "name, COUNT(*) AS n";
        assertThat(query("Box", "id = 77", "--csv", "--select", selection).out())
                .isEqualTo("name,n\r\n");
        assertThat(query("Box", "id = 77", "--select", selection).out()).isEqualTo("name  n\n");
        assertThat(query("Box", "id = 77", "--json", "--select", selection).out())
                .isEqualTo("[]\n");
        assertThat(query("Box", "id = 77", "--jsonl", "--select", selection).out())
                .isEmpty();
    }

    @Test
    void largeAndSmallNumbersAreWrittenOut() {
        assertThat(query("Crate", "", "--csv", "--select", "id * 0.00000000000000000001 AS small, 1e20 AS large")
                        .out())
                .isEqualTo("small,large\r\n0.00000000000000000002,100000000000000000000\r\n");
    }

    @Test
    void missingAndEmptyTextAreTwoThingsInRowsOfCommaSeparatedValues() {
        assertThat(query("Box", "", "--csv", "--select", "mark.text, '' AS none ORDER BY id")
                        .out())
                .isEqualTo("text,none\r\n,\"\"\r\ntop,\"\"\r\n");
    }

    @Test
    void limitIsOfRowsIfThereAre() {
        Ended limited = query("Box", "", "--select", "id ORDER BY id", "--limit", "1");
        assertThat(limited).isEqualTo(new Ended(0, "id\n1\n", """
                espalier: there are more than 1 rows; --limit shows more
                """));
        assertThat(query("Box", "", "--csv", "--select", "id ORDER BY id", "--limit", "1")
                        .out())
                .isEqualTo("id\r\n1\r\n");
    }

    @Test
    void parametersStandInQueryAndSelection() {
        assertThat(query(words(
                                "Box {} --with least=1.25 --with factor=2 --csv --select {}",
                                "price > :least",
                                "price * :factor AS twice"))
                        .out())
                .isEqualTo("twice\r\n3.0\r\n");
        Ended missing = query("Box", "", "--select", "price * :factor");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("factor");
    }

    @Test
    void optionsOfObjectsAreRefusedWithASelection() {
        for (String option : List.of("--depth 0", "--only inner", "--follow inner", "--complete")) {
            Ended ended = query(words("Box {} --select id " + option, "id = 1"));
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err())
                    .startsWith("espalier: " + option.split(" ")[0] + ": found it with --select, expected one of both");
        }
    }

    @Test
    void selectionsAreExplained() {
        assertThat(query("Box", "price > 1", "--select", "COUNT(*) AS boxes", "--explain")
                        .out())
                .contains("select COUNT(*) AS boxes", "rows of Box", "load: nothing");
    }

    @Test
    void mistakesOfASelectionAreShownAtTheirPlaces() {
        Ended ended = query("Box", "id = 1", "--select", "id, nam");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).startsWith("espalier: unknown field at 5: Box has no field 'nam'");
        assertThat(query("Box", "", "--select", "").code()).isEqualTo(1);
    }

    /** The classes of the guide. */
    static class Customer {
        long id;
        String name;
    }

    static class Line {
        long id;
        int count;
        String product;
    }

    static class Order {
        long id;
        Customer buyer;
        LocalDate due;
        List<Line> lines = new ArrayList<>();
    }

    @Test
    void theCommandsOfTheGuideAnswer() throws IOException {
        Order order = new Order();
        order.buyer = new Customer();
        order.buyer.name = "Ada";
        order.due = LocalDate.parse("2026-11-30");
        Line line = new Line();
        line.count = 3;
        order.lines.add(line);
        try (Database db = Database.open("jdbc:sqlite:" + folder.resolve("orders.db"), Model.of(Order.class))) {
            db.store(order);
        }
        assertThat(GuideCommands.of("nodes.md", folder).stream().map(words -> CommandRun.run(words)))
                .hasSize(5)
                .allSatisfy(ended -> assertThat(ended.err()).isEmpty())
                .extracting(Ended::out)
                .endsWith("buyer  orders\nAda    1\n", "month,pieces\r\n11,3\r\n", "");
        assertThat(folder.resolve("due.parquet")).isNotEmptyFile();
    }

    private String file(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void rowsAndObjectsAreWrittenToAFileAsTheyArePrinted() throws IOException {
        for (String format : List.of("--csv", "--json", "--jsonl")) {
            String name = "boxes." + format.substring(2);
            String out = folder.resolve("new").resolve(name).toString();
            assertThat(query("Box", "ORDER BY id", "--select", "id, name", format, "--out", out))
                    .isEqualTo(new Ended(0, "", ""));
            assertThat(file("new/" + name))
                    .isEqualTo(query("Box", "ORDER BY id", "--select", "id, name", format)
                            .out());
            assertThat(query("Box", "", format, "--out", out)).satisfies(ended -> {
                assertThat(ended.code()).isEqualTo(2);
                assertThat(ended.err()).contains(name + ": found it already; expected a new file");
            });
            String objects = folder.resolve("objects" + format).toString();
            assertThat(query("Box", "ORDER BY id", format, "--out", objects)).isEqualTo(new Ended(0, "", ""));
            assertThat(file("objects" + format))
                    .isEqualTo(query("Box", "ORDER BY id", format).out());
        }
        assertThat(names()).noneMatch(name -> name.endsWith(".part"));
    }

    /** A class whose values are easily lost in a text. */
    static class Odd {
        long id;
        char half = '\ud800';
        java.sql.Time time = new java.sql.Time(1_234);
    }

    @Test
    void textKeepsMillisecondsAndHalvesOfPairsOrIsRefused() throws IOException {
        url = "jdbc:sqlite:" + folder.resolve("odd.db");
        try (Database db = Database.open(url, Model.of(Odd.class))) {
            db.store(new Odd());
        }
        for (List<String> columns : List.of(List.<String>of(), List.of("--select", "half, time"))) {
            List<String> words = new ArrayList<>(List.of("Odd", ""));
            words.addAll(columns);
            words.addAll(List.of("--jsonl", "--out", folder.resolve("odd.jsonl").toString()));
            assertThat(query(words.toArray(String[]::new))).isEqualTo(new Ended(0, "", ""));
            assertThat(file("odd.jsonl"))
                    .contains("\"half\":\"\\ud800\"")
                    .containsPattern("\"time\":\"\\d\\d:\\d\\d:01\\.234\"");
            Files.delete(folder.resolve("odd.jsonl"));
            words.set(words.indexOf("--jsonl"), "--csv");
            assertThat(query(words.toArray(String[]::new))).satisfies(ended -> {
                assertThat(ended.code()).isEqualTo(2);
                assertThat(ended.err())
                        .contains(
                                "odd.jsonl: found half of a surrogate pair, which UTF-8 does not have; JSON escapes it");
            });
            assertThat(names()).doesNotContain("odd.jsonl");
        }
    }

    @Test
    void rowsAreWrittenAsParquet() throws Exception {
        String out = folder.resolve("boxes.parquet").toString();
        assertThat(query(
                        "Box",
                        "ORDER BY id",
                        "--select",
                        "id, name, size, price, code, price * 2 AS double, outer.id AS outer",
                        "--parquet",
                        "--out",
                        out))
                .isEqualTo(new Ended(0, "", ""));
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement();
                ResultSet rows = statement.executeQuery("SELECT string_agg(r::VARCHAR, ';') FROM '" + out + "' r")) {
            rows.next();
            assertThat(rows.getString(1))
                    .isEqualTo(
                            "{'id': 1, 'name': 'say \"hi\", you', 'size': SMALL, 'price': 1.5, 'code': '\\\\x01\\\\xFF',"
                                    + " 'double': 3.0, 'outer': 2};"
                                    + "{'id': 2, 'name': line 1\nline 2, 'size': LARGE, 'price': 0.0, 'code': NULL,"
                                    + " 'double': 0.0, 'outer': NULL}");
        }
        byte[] before = Files.readAllBytes(Path.of(out));
        assertThat(query("Box", "", "--select", "id", "--parquet", "--out", out))
                .satisfies(ended -> {
                    assertThat(ended.code()).isEqualTo(2);
                    assertThat(ended.err()).contains("boxes.parquet: found it already; expected a new file");
                });
        assertThat(Path.of(out)).hasBinaryContent(before);
    }

    @Test
    void refusedFilesAreNotMade() throws IOException {
        List<String> before = names();
        String out = folder.resolve("x").toString();
        Map<List<String>, String> refused = new LinkedHashMap<>();
        refused.put(
                List.of("--parquet", "--out", out),
                "--parquet: found it without --select, expected it with --select and --out");
        refused.put(
                List.of("--parquet", "--select", "id"),
                "--parquet: found it without --out, expected it with --select and --out");
        refused.put(
                List.of("--parquet", "--select", "id", "--out", out, "--limit", "1"),
                "--limit: found it with --parquet, expected LIMIT in --select");
        refused.put(
                List.of("--select", "id", "--out", out),
                "--out: found it for a table, expected --json, --jsonl, --csv or --parquet");
        refused.put(
                List.of("--csv", "--explain", "--out", out), "--out: found it with --explain, expected one of both");
        refused.forEach((options, message) -> {
            List<String> words = new ArrayList<>(List.of("Box", ""));
            words.addAll(options);
            assertThat(query(words.toArray(String[]::new))).satisfies(ended -> {
                assertThat(ended.code()).isEqualTo(2);
                assertThat(ended.err()).contains("espalier: " + message + "\n");
            });
        });
        for (String format : List.of("--csv", "--json", "--jsonl", "--parquet")) {
            assertThat(query("Box", "", "--select", "ix", format, "--out", out).code())
                    .isEqualTo(1);
            assertThat(query("Box", "", "--select", "id * 9000000000000000000 AS n", format, "--out", out)
                            .err())
                    .contains("a number of the column n is beyond 64 bits");
        }
        assertThat(names()).isEqualTo(before);
    }
}
