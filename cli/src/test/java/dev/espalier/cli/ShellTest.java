package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.cli.CommandRun.Ended;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jline.terminal.impl.ExternalTerminal;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // its classes have fields that may be null, as classes of users have
class ShellTest {

    record Address(String city, String street) {}

    /** A class of a program. */
    static class Customer {
        long id;
        String name;
        Address home;
    }

    /** Another one. */
    static class Line {
        long id;
        int count;
        Order order;
    }

    enum State {
        NEW,
        PAID,
        SENT
    }

    /** Another one. */
    static class Order {
        long id;
        State state = State.NEW;
        List<State> past = new ArrayList<>();
        Customer buyer;
        String note;
        List<Line> lines = new ArrayList<>();
    }

    /** One below. */
    static class Urgent extends Order {
        int level;
    }

    @TempDir
    private Path folder;

    private String url;

    @BeforeEach
    void store() {
        url = "jdbc:sqlite:" + folder.resolve("orders.db");
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Order order = new Order();
            order.note = "note " + i + " \\quit; \033[31m";
            Line line = new Line();
            line.count = i;
            line.order = order;
            order.lines.add(line);
            orders.add(order);
        }
        orders.get(0).buyer = new Customer();
        orders.get(0).buyer.name = "Ada";
        try (Database db = Database.open(url, Model.of(Order.class, Urgent.class))) {
            db.storeAll(orders);
        }
    }

    private Ended piped(String input) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        System.setProperty("espalier.input", "false");
        try {
            return CommandRun.run("shell", url);
        } finally {
            System.clearProperty("espalier.input");
            System.setIn(before);
        }
    }

    @Test
    void pipedStatementsPrintDataWithoutPrompts() {
        Ended ended = piped("Order buyer.name =\n 'Ada';\n\\tree\nOrder buyer.name = 'Ada'");
        assertThat(ended.code()).isZero();
        assertThat(ended.err()).isEqualTo("1 object\n1 object\n");
        assertThat(ended.out().lines().toList()).hasSize(13).satisfies(lines -> {
            assertThat(lines.get(0)).startsWith("class  id  state");
            assertThat(lines.get(1))
                    .startsWith("Order  1 ")
                    .contains("Customer")
                    .doesNotContain("\033");
            assertThat(String.join("\n", lines.subList(2, lines.size()))).matches("""
                    Order 1
                      state: NEW
                      past: \\[\\]
                      buyer: Customer \\d+
                        name: Ada
                        home: null
                      note: note 0 \\\\quit;  \\[31m
                      lines: 1 member
                        Line \\d+
                          count: 0
                          order: Order 1""");
        });
    }

    private String loaded(String commands) {
        return piped(commands + "\\explain Line count = 0;\n")
                .out()
                .lines()
                .filter(line -> line.startsWith("load"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void commandsDescribeTheDatabase() {
        assertThat(piped("\\classes\n").out()).contains("Customer\n", "Urgent extends Order\n");
        assertThat(piped("\\class Customer\n").out())
                .contains("  name: String\n", "  home: record ", "    city: String\n", "  <Order.buyer\n");
        assertThat(piped("\\explain Order note = 'x';\n").out()).contains("note = x");
        assertThat(loaded("")).doesNotContain("Customer");
        assertThat(loaded("\\tree\n\\depth 1\n")).contains("Customer");
        assertThat(piped("\\advice Order note = 'x';\n").out()).contains("no index is missing");
        assertThat(piped("\\verify\n\\help\n").out()).contains("\\classes");
        assertThat(piped("\\with n=Ada\nOrder buyer.name = :n;\nLine count = 1;")
                        .err())
                .isEqualTo("1 object\n1 object\n");
        assertThat(piped("\\json\n\\depth 0\n\\limit 2\nLine ORDER BY count;")
                        .out()
                        .lines())
                .hasSize(5)
                .first()
                .asString()
                .startsWith("{\"class\":\"Line\"");
        assertThat(piped("\\export " + folder.resolve("all") + "\n\\export " + folder.resolve("some.jsonl")
                                + " Line count > 2;")
                        .out())
                .contains("exported 11 objects", "exported 2 objects");
        assertThat(piped("\\quit\nOrder").out()).isEmpty();
    }

    @Test
    void queryWithALimitIsPrintedWithoutPages() {
        assertThat(piped("\\limit 2\nLine ORDER BY count DESC LIMIT 3 OFFSET 1;"))
                .satisfies(ended -> {
                    assertThat(ended.err()).isEqualTo("3 objects\n");
                    assertThat(ended.out().lines()).hasSize(4);
                    assertThat(ended.code()).isZero();
                });
        assertThat(piped("Order note = 'none' LIMIT 3;").err()).isEqualTo("0 objects\n");
    }

    @Test
    void selectionBehindAQueryPrintsRows() {
        assertThat(piped("Line count > 2 \\select count, count * 2 AS more\n  ORDER BY more DESC;"))
                .isEqualTo(new Ended(0, """
                        count  more
                        4      8
                        3      6
                        """, "2 rows\n"));
        assertThat(piped("\\json\n\\with least=3\n\\with factor=10\n"
                        + "Line count > :least \\select count * :factor AS n;\nOrder \\select COUNT(*) AS n"))
                .isEqualTo(new Ended(0, "{\"n\":40}\n{\"n\":5}\n", "1 row\n1 row\n"));
        assertThat(piped("Order note = '\\select x';").err()).isEqualTo("0 objects\n");
        assertThat(piped("\\tree\nLine count > 9 \\select count;")).isEqualTo(new Ended(0, "", "0 rows\n"));
    }

    @Test
    void rowsArePrintedInPages() {
        Ended ended = piped("\\limit 2\nLine \\select count ORDER BY count LIMIT 3;");
        assertThat(ended.out().lines()).containsExactly("count", "0", "1", "count", "2");
        assertThat(ended.err()).isEqualTo("3 rows\n");
    }

    @Test
    void columnsOfRowsAreJson() {
        assertThat(piped("\\json\nOrder \\select lines {count} ORDER BY id LIMIT 1;")
                        .out())
                .matches("\\{\"lines\":\\[\\{\"count\":\\d+}.*]}\n");
        assertThat(piped("Order \\select lines {count} ORDER BY id LIMIT 1;").out())
                .matches("lines\n\\[\\{\"count\":\\d+}.*]\n");
    }

    @Test
    void selectionsAreExplained() {
        Ended ended = piped("\\with least=1\n\\explain Line count >= :least\n\\select count,\nCOUNT(*) AS lines;\n");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .contains("count >= 1", "columns count, COUNT(*) AS lines", "rows of Line", "load: nothing");
        assertThat(piped("\\advice Line count >= 1 \\select count;").out()).contains("no index is missing");
        assertThat(piped("\\explain Line \\select cont;").err())
                .startsWith("unknown field at 1: Line has no field 'cont'");
    }

    @Test
    void selectionNeedsAClassAndItsFields() {
        assertThat(piped("\\select count").err())
                .isEqualTo("found \\select without a class; expected CLASS QUERY \\select COLUMNS;\n");
        assertThat(piped("Line \\select cont;")).satisfies(ended -> {
            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err()).startsWith("unknown field at 1: Line has no field 'cont'");
        });
    }

    @Test
    void exportedRowsHaveTheFormatThatTheNameOfTheFileSays() throws IOException {
        for (String end : List.of("CSV", "json", "jsonl", "parquet", "it's.csv")) {
            Path file = folder.resolve("rows." + end);
            String command = "\\with least=2\n\\export " + file
                    + " Line count > :least \\select count, count * 2 AS more\n  ORDER BY more;\n";
            assertThat(piped(command)).isEqualTo(new Ended(0, "exported 2 rows to " + file + "\n", ""));
            assertThat(piped(command).err()).isEqualTo(file + ": found it already; expected a new file\n");
        }
        assertThat(folder.resolve("rows.CSV")).hasContent("count,more\r\n3,6\r\n4,8\r\n");
        assertThat(folder.resolve("rows.json"))
                .hasContent("[\n{\"count\":3,\"more\":6},\n{\"count\":4,\"more\":8}\n]\n");
        assertThat(folder.resolve("rows.jsonl")).hasContent("{\"count\":3,\"more\":6}\n{\"count\":4,\"more\":8}\n");
        assertThat(Files.readString(folder.resolve("rows.parquet"), StandardCharsets.ISO_8859_1))
                .startsWith("PAR1");
        assertThat(piped("\\export rows.xml Line \\select count;").err())
                .isEqualTo("found the file rows.xml; expected a name that ends in .parquet, .csv, .jsonl or .json,"
                        + " which says the format of rows\n");
        assertThat(piped("\\export rows.csv \\select count;").err())
                .isEqualTo("found no class; expected CLASS QUERY;\n");
    }

    @Test
    void parametersMayBeNull() {
        assertThat(piped("\\with n='NULL'\nLine count = :n;").code()).isEqualTo(1);
        assertThat(piped("\\with n=1e30000000\nLine count = :n;").err())
                .contains(
                        "found a number with more digits than any engine keeps; expected a number of at most 131,072 digits");
        assertThat(piped("\\with n=NULL\nLine count = :n;")).satisfies(ended -> {
            assertThat(ended.err()).isEqualTo("0 objects\n");
            assertThat(ended.code()).isZero();
        });
    }

    @Test
    void theExitCodeIsThatOfTheLastFailure() {
        assertThat(piped("Order nam = 1;\nOrder;")).satisfies(ended -> {
            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err()).contains("unknown field at 1: Order has no field 'nam'", "\n  ^");
            assertThat(ended.out().lines()).hasSize(6);
        });
        assertThat(piped("Order nam = 1;\n\\nothing\n"))
                .satisfies(ended -> assertThat(ended.code()).isEqualTo(2));
        assertThat(piped("Nobody;").err()).contains("found the class Nobody");
    }

    @Test
    @Timeout(300)
    void aTerminalHasPromptsCompletionHistoryAndPages() throws Exception {
        Path history = folder.resolve("state").resolve("history");
        try (Keyboard keyboard = new Keyboard(history)) {
            keyboard.await("espalier> ");
            keyboard.type("\\limit 2\r");
            keyboard.type("Order OR");
            keyboard.type("DER BY id;\r");
            keyboard.await("-- Enter: more");
            keyboard.type("\r");
            keyboard.type("q\r");
            keyboard.await("4 objects, and more");
            keyboard.type("Order \\sel\t note;\r");
            keyboard.await("-- Enter: more");
            keyboard.type("q\r");
            keyboard.await("2 rows, and more");
            keyboard.type("Cust\t");
            keyboard.await("Customer");
            keyboard.type("\025Order no_such = 1;\r"); // Ctrl-U drops the line
            keyboard.await("no field 'no_such'");
            keyboard.type("Order note =\r'x';\r");
            keyboard.await("      ... ");
            keyboard.await("0 objects");
            keyboard.await("espalier> "); // what is typed ahead of the prompt would outlive Ctrl-C on this terminal
            keyboard.type("half a line");
            keyboard.await("half a line");
            keyboard.type("\003"); // Ctrl-C
            keyboard.await("espalier> ");
            keyboard.type("\\quit\r");
            assertThat(keyboard.code()).isEqualTo(1);
        }
        assertThat(history).content().contains("Order ORDER BY id;");
        if (Files.getFileStore(history).supportsFileAttributeView("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void wordsOfOtherShellsAreCommands() {
        for (String classes : List.of(".tables", "\\dt", "\\d", "show tables", "SHOW TABLES;", "\\classes;")) {
            assertThat(piped(classes + "\n").out())
                    .as(classes)
                    .isEqualTo(piped("\\classes\n").out());
        }
        for (String one :
                List.of(".schema Customer", "\\d Customer", "\\d customer;", "desc Customer;", "describe Customer")) {
            assertThat(piped(one + "\n").out())
                    .as(one)
                    .isEqualTo(piped("\\class Customer\n").out());
        }
        assertThat(piped(".schema\n").out()).contains("Customer\n  name: String\n", "Urgent\n  ");
        for (String help : List.of(".help", "help", "HELP;", "?", "\\?", "\\h", "\\help;")) {
            assertThat(piped(help + "\n").out()).as(help).contains(".tables", "\\classes", "show tables", "exit");
        }
        for (String quit : List.of(".quit", ".exit", "exit", "exit;", "quit", "Quit ;", "\\q", "\\q;", "\\quit;")) {
            assertThat(piped(quit + "\nOrder;\n"))
                    .as(quit)
                    .satisfies(ended -> assertThat(ended.out() + ended.err()).isEmpty());
        }
    }

    @Test
    void anUnknownCommandSaysWhatIsNearAndWhereHelpIs() {
        assertThat(piped("\\verfy\n").err())
                .isEqualTo("found \\verfy; expected a command; did you mean \\verify? \\help shows all commands\n");
        assertThat(piped(".table\n").err()).contains("did you mean .tables?");
        assertThat(piped(".import x\n").err())
                .isEqualTo("found .import; expected a command; \\help shows all commands\n");
        assertThat(piped("SELECT 1;\n").err()).contains("found the class SELECT", "; \\help shows what can be asked");
    }

    /** A class. */
    static class Help {
        long id;
    }

    /** Another one. */
    static class exit {
        long id;
    }

    @Test
    void aClassIsAskedForBeforeAWordOfAnotherShell() {
        url = "jdbc:sqlite:" + folder.resolve("words.db");
        try (Database db = Database.open(url, Model.of(Help.class, exit.class))) {
            db.store(new exit());
        }
        assertThat(piped("Help;\nexit;\nexit\nid > 0;").err()).isEqualTo("0 objects\n1 object\n1 object\n");
        assertThat(piped("help\n").out()).contains("\\classes");
        assertThat(piped("EXIT\nHelp;").err()).isEmpty();
    }

    @Test
    @Timeout(300)
    void theNextCharacterContinuesACompletedWord() throws Exception {
        Path history = folder.resolve("completed").resolve("history");
        try (Keyboard keyboard = new Keyboard(history)) {
            keyboard.await("espalier> ");
            keyboard.type("Cust\t;\r");
            keyboard.await("1 object\r\n");
            keyboard.type("Order buy\t.na\t='Ada';\r");
            keyboard.await("1 object\r\n");
            keyboard.type("Order state = 'N\t;\r");
            keyboard.await("5 objects\r\n");
            keyboard.type("Order note != 'x' ORD\t note;\r");
            keyboard.await("5 objects\r\n");
            keyboard.type("\\qui\t\r");
            assertThat(keyboard.code()).isZero();
        }
        assertThat(Files.readString(history))
                .contains(
                        ":Customer;\n",
                        ":Order buyer.name='Ada';\n",
                        ":Order state = 'NEW';\n",
                        ":Order note != 'x' ORDER BY note;\n",
                        ":\\\\quit\n");
    }

    /** Another one, as a newer program has it. */
    @Was("Customer")
    static class NewerCustomer {
        long id;
        String name;
        Address home;
        int age;
    }

    /** One that only a newer program has. */
    static class Parcel {
        long id;
        String label;
    }

    @Test
    @Timeout(300)
    void theNextStatementSeesClassesAndFieldsOfANewerProgram() throws Exception {
        url = "jdbc:sqlite:" + folder.resolve("newer.db");
        try (Database db = Database.open(url, Model.of(Customer.class))) {
            db.store(new Customer());
        }
        Path history = folder.resolve("newer").resolve("history");
        try (Keyboard keyboard = new Keyboard(history)) {
            keyboard.await("espalier> ");
            keyboard.type("Customer;\r");
            keyboard.await("1 object\r\n");
            newerProgram();
            keyboard.type("Parcel label = 'new';\r");
            keyboard.await("1 object\r\n");
            keyboard.type("Customer age IS NULL OR age = 0;\r");
            keyboard.await("1 object\r\n");
            keyboard.type("\\classes\r");
            keyboard.await("Parcel\r\n");
            keyboard.type("Customer ag\t = 0;\r");
            keyboard.await("1 object\r\n");
            keyboard.type("\\quit\r");
            assertThat(keyboard.code()).isZero();
        }
        assertThat(history).content().contains(":Customer age = 0;");
    }

    private void newerProgram() {
        Model model = Model.of(NewerCustomer.class, Parcel.class);
        try (Database db = Database.open(url, model)) {
            Parcel parcel = new Parcel();
            parcel.label = "new";
            db.store(parcel);
        }
    }

    /** A view takes the place of a table; reading it never ends. */
    @Test
    @Timeout(300)
    void ctrlCCancelsASlowStatementAndNotTheShell() throws Exception {
        try (Keyboard keyboard = new Keyboard(null)) {
            keyboard.await("espalier> ");
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                statement.execute("ALTER TABLE line RENAME TO line_rows");
                statement.execute(
                        "CREATE VIEW line AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM line_rows WHERE (SELECT COUNT(*) FROM n) > 0");
            }
            keyboard.type("Line;\r");
            while (Thread.getAllStackTraces().entrySet().stream()
                    .noneMatch(one -> one.getKey().getName().equals("espalier-shell")
                            && List.of(one.getValue()).toString().contains("org.sqlite.core.NativeDB.step"))) {
                assertThat(keyboard.ended.isDone() || Thread.currentThread().isInterrupted())
                        .as("the shell has ended, or the statement was never seen")
                        .isFalse();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            keyboard.type("\003");
            keyboard.await("cancelled");
            keyboard.type("Customer;\r");
            keyboard.await("1 object\r\n");
            keyboard.type("\\quit\r");
            assertThat(keyboard.code())
                    .as("that of the statement that was cancelled")
                    .isEqualTo(Shell.FAILED);
        }
    }

    @Test
    @Timeout(300)
    void ctrlCEndsAPagedAnswerAndNotTheShell() throws Exception {
        try (Database db = Database.open(url, Model.of(Order.class, Urgent.class))) {
            List<Line> lines = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                Line line = new Line();
                line.count = i;
                lines.add(line);
            }
            db.storeAll(lines);
        }
        try (Keyboard keyboard = new Keyboard(null)) {
            keyboard.await("espalier> ");
            keyboard.type("\\limit 1\r");
            keyboard.type("Line;\r");
            keyboard.await("-- Enter: more");
            keyboard.type("\003");
            keyboard.await("1 object, and more");
            keyboard.type("Customer;\r");
            keyboard.await("1 object\r\n");
            keyboard.type("\004"); // Ctrl-D
            assertThat(keyboard.code()).isZero();
        }
    }

    @Test
    void theHistoryIsInTheStateFolder() {
        assertThat(ShellTerminal.historyFile(Map.of(), "home"))
                .isEqualTo(Path.of("home", ".local", "state", "espalier", "history"));
        Path state = folder.toAbsolutePath();
        assertThat(ShellTerminal.historyFile(Map.of("XDG_STATE_HOME", state.toString()), "home"))
                .isEqualTo(state.resolve("espalier").resolve("history"));
    }

    @Test
    void theCommandsOfTheGuideAreKnown() throws IOException {
        String guide = Files.readString(Path.of("../docs/guide/shell.md"));
        assertThat(ShellCompleter.COMMANDS)
                .allSatisfy(command -> assertThat(guide).contains("`" + command));
        assertThat(GuideCommands.of("shell.md", folder))
                .singleElement()
                .satisfies(words -> assertThat(words).startsWith("shell"));
        assertThat(piped("Order buyer.name = 'Ada';").err()).isEqualTo("1 object\n");
    }

    /** A terminal with a line discipline, as a pseudo-terminal has, and the shell on it. */
    private final class Keyboard implements AutoCloseable {

        private final PipedOutputStream keys = new PipedOutputStream();
        private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
        private final ExternalTerminal terminal;
        private final CompletableFuture<Integer> ended;
        private int seen;

        Keyboard(Path history) throws IOException {
            terminal = new ExternalTerminal(
                    "test", "xterm", new PipedInputStream(keys, 10_000), screen, StandardCharsets.UTF_8);
            ended = CompletableFuture.supplyAsync(
                    () -> new ShellTerminal(terminal, history).run(url, Settings.defaults()));
        }

        void type(String text) throws IOException {
            keys.write(text.getBytes(StandardCharsets.UTF_8));
            keys.flush();
        }

        /** Waits until the screen has the text, behind what was waited for before. */
        void await(String text) {
            while (true) {
                String all = screen.toString(StandardCharsets.UTF_8).replaceAll("\033\\[[?0-9;]*[a-zA-Z]", "");
                int at = all.indexOf(text, seen);
                if (at >= 0) {
                    seen = at + text.length();
                    return;
                }
                assertThat(ended.isDone() || Thread.currentThread().isInterrupted())
                        .as("expected %s on%n%s", text, all)
                        .isFalse();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }

        int code() throws ExecutionException, InterruptedException {
            return ended.get();
        }

        @Override
        public void close() throws IOException {
            keys.close();
            terminal.close();
        }
    }
}
