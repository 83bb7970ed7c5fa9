package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.cli.CommandRun.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command that is used wrongly names the mistake and what was meant, in one line. */
@NullUnmarked // its class has fields that may be null, as classes of users have
class CommandMessagesTest {

    /** A class of a program. */
    static class Order {
        long id;
        String name;
    }

    private static final String KNOWN =
            "expected jdbc:duckdb:, jdbc:h2:, jdbc:mariadb:, jdbc:mysql:, jdbc:postgresql: or jdbc:sqlite:";

    @TempDir
    private Path folder;

    private String url;

    @BeforeEach
    void store() {
        url = "jdbc:sqlite:" + folder.resolve("shop.db");
        Order order = new Order();
        order.name = "first";
        try (Database db = Database.open(url, Model.of(Order.class))) {
            db.store(order);
        }
    }

    private static void refuses(int code, String message, String... arguments) {
        Ended ended = CommandRun.run(arguments);
        assertThat(ended.err().lines().findFirst())
                .as(String.join(" ", arguments))
                .contains("espalier: " + message);
        assertThat(ended.err().lines().count()).isLessThanOrEqualTo(2);
        assertThat(ended.err()).doesNotContain("\tat ");
        assertThat(ended.code()).as(String.join(" ", arguments)).isEqualTo(code);
        assertThat(ended.out()).isEmpty();
    }

    private static String[] with(String command, String url) {
        return command.replace("URL", url).split(" ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "query URL Order",
                "export URL --out out",
                "import URL out",
                "copy URL jdbc:sqlite:to.db",
                "schema show URL",
                "schema programs URL",
                "console URL",
                "shell URL",
                "verify URL",
                "checksum URL"
            })
    void urlsThatAreNoneSayWhatWasMeant(String command) {
        refuses(2, "URL: found shop.db, expected a URL such as jdbc:sqlite:shop.db", with(command, "shop.db"));
        refuses(2, "URL: found ./a/shop, expected a URL such as jdbc:sqlite:./a/shop", with(command, "./a/shop"));
        refuses(
                2,
                "URL: found C:\\shop.db, expected a URL such as jdbc:sqlite:C:\\shop.db",
                with(command, "C:\\shop.db"));
        refuses(
                2,
                "URL: found one that begins with jdbc:postgress:, expected jdbc:postgresql:",
                with(command, "jdbc:postgress://me:Hush4711@localhost/x"));
        refuses(
                2,
                "URL: found one that begins with postgres:, expected jdbc:postgresql:",
                with(command, "postgres://me:Hush4711@localhost/x"));
        refuses(2, "URL: found one that begins with sqlite:, expected jdbc:sqlite:", with(command, "sqlite:shop.db"));
        refuses(
                2,
                "URL: found one that begins with jdbc:sqlite3:, expected jdbc:sqlite:",
                with(command, "jdbc:sqlite3:x"));
        refuses(2, "URL: found one that begins with jdbc:oracle:, " + KNOWN, with(command, "jdbc:oracle:thin:@x"));
        refuses(2, "URL: found one that does not begin with jdbc:, " + KNOWN, with(command, "shop?password=Hush4711"));
    }

    @Test
    void urlsOfOtherParametersAreCheckedToo() {
        refuses(2, "TO: found to.db, expected a URL such as jdbc:sqlite:to.db", "copy", url, "to.db");
        refuses(
                2,
                "URL: found the folder " + folder + ", expected a URL such as jdbc:sqlite:FILE",
                "query",
                folder.toString(),
                "Order");
        refuses(2, "URL: found nothing, " + KNOWN, "query", "", "Order");
        refuses(
                2,
                "--url: found to.db, expected a URL such as jdbc:sqlite:to.db",
                "schema",
                "add",
                "attribute",
                "Order.due",
                "LocalDate",
                "--url",
                "to.db");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "duckdb"})
    void folderIsNoDatabase(String engine) {
        String place = "jdbc:" + engine + ":" + folder;
        String message = (engine.equals("sqlite") ? "SQLite " : "DuckDB ") + folder.getFileName()
                + ": found a folder; expected the file of a database";

        refuses(2, message, "query", place, "Order");
        refuses(2, message, "copy", url, place);
        refuses(1, message, "schema", "show", place);
    }

    @Test
    void fileThatMayNotBeReadSaysSo() throws IOException {
        Path locked = Files.createFile(folder.resolve("locked.db"));
        assumeThat(locked.toFile().setReadable(false)).isTrue();
        assumeThat(Files.isReadable(locked)).as("root may read all").isFalse();

        refuses(
                2,
                "SQLite locked.db"
                        + ": found a file that this program may not read; give it the right to, or run it as another user",
                "query",
                "jdbc:sqlite:" + locked,
                "Order");
    }

    @Test
    void databaseWithoutModelSaysHowOneComesIn() throws IOException {
        String empty = "jdbc:sqlite:" + Files.createFile(folder.resolve("empty.db"));

        refuses(
                2,
                "SQLite empty.db: no objects are kept there: the table espalier_meta is missing or names no model. A program that opens it with its classes makes"
                        + " one, and so does an import or a copy",
                "query",
                empty,
                "Order");
    }

    @Test
    void misspeltNamesSayWhatWasMeant() {
        refuses(2, "found the class Ordr; expected one of [Order]; did you mean Order?", "query", url, "Ordr");
        refuses(2, "found the class order; expected one of [Order]; did you mean Order?", "query", url, "order");
        refuses(2, "found the class Nonsense; expected one of [Order]", "query", url, "Nonsense");
        refuses(
                2,
                "found the class Ordr; expected one of [Order]; did you mean Order?",
                "export",
                url,
                "--class",
                "Ordr",
                "--out",
                folder + "/out.jsonl");
        refuses(2, "Unknown option: '--jsnl'; did you mean --jsonl?", "query", url, "Order", "--jsnl");
        refuses(2, "Unknown option: '--zzz'", "query", url, "Order", "--zzz");
        refuses(
                2,
                "found 'qurey', expected a command: checksum, console, copy, export, import, query, schema, shell, verify; did you mean query?",
                "qurey",
                url,
                "Order");
        refuses(
                2,
                "found 'foo', expected a command: show, plan, apply, finish, programs, check, export, add, delete",
                "schema",
                "foo");
    }

    @Test
    void queryWithoutQuotesSaysThatTheyAreMissing() {
        refuses(
                2,
                "found '=' behind RQL, expected no more; text with spaces is written in quotes",
                "query",
                url,
                "Order",
                "name",
                "=",
                "'first'");
    }

    @Test
    void importsSayWhichFolderTheyWant() throws IOException {
        String to = "jdbc:sqlite:" + folder.resolve("to.db");
        Path file = Files.createFile(folder.resolve("out.jsonl"));

        refuses(
                2,
                folder + "/none: there is no such folder; expected that of an export",
                "import",
                to,
                folder + "/none");
        refuses(2, file + ": found a file; expected the folder of an export", "import", to, file.toString());
    }

    @Test
    void modelFileThatIsNotThereIsWrongUse() {
        List<String> console = new ArrayList<>(List.of("console", url, "--model", folder + "/m.yaml"));
        refuses(2, folder + "/m.yaml: found no such file; expected a model file", console.toArray(String[]::new));
        refuses(
                2,
                folder + "/m.yaml: found no such file; expected a model file",
                "schema",
                "plan",
                url,
                "--model",
                folder + "/m.yaml");
    }
}
