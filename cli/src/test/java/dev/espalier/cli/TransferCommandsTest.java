package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.Settings;
import dev.espalier.annotation.Bounds;
import dev.espalier.cli.CommandRun.Ended;
import dev.espalier.evolution.DefaultBounds;
import dev.espalier.evolution.SchemaAdmin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that copy, export and import. */
@NullUnmarked // its classes have fields that may be null, as classes of users have
class TransferCommandsTest {

    /** A class of a program. */
    static class Customer {
        long id;
        String name;
    }

    /** Another one. */
    static class Order {
        long id;
        Customer buyer;
        List<String> lines = new ArrayList<>();
    }

    @TempDir
    private Path folder;

    private String url;

    @BeforeEach
    void store() {
        url = "jdbc:sqlite:" + folder.resolve("orders.db");
        Order order = new Order();
        order.buyer = new Customer();
        order.buyer.name = "Ada";
        order.lines.add("--quit; $(rm x) \u0000");
        try (Database db = Database.open(url, Model.of(Order.class))) {
            db.store(order);
        }
    }

    @Test
    void theCommandsOfTheGuideRun() throws IOException {
        List<String> checksums = new ArrayList<>();
        List<String[]> commands = GuideCommands.of("copy.md", folder);
        assertThat(commands).hasSize(8);
        for (String[] command : commands) {
            Ended ended = CommandRun.run(command);
            assertThat(ended.code())
                    .as("%s: %s", String.join(" ", command), ended.err())
                    .isZero();
            assertThat(ended.err()).isEmpty();
            checksums.add(ended.out());
        }
        assertThat(checksums.get(6)).isEqualTo(checksums.get(0));
        assertThat(checksums.get(7)).isEqualTo(checksums.get(5));
        assertThat(folder.resolve("orders-parquet").resolve("Order.parquet")).exists();
        assertThat(folder.resolve("ada.parquet")).exists();
        assertThat(checksums.subList(0, 5))
                .containsOnly(checksums.get(0))
                .first()
                .asString()
                .matches("[0-9a-f]{32}  2 objects  3 rows\n");
        assertThat(checksums.get(5)).endsWith("  1 objects  2 rows\n");
        assertThat(folder.resolve("ada.jsonl"))
                .content()
                .isEqualTo(
                        "{\"class\":\"Order\",\"id\":1,\"version\":0,\"values\":{\"buyer\":2,\"lines\":[\"--quit; $(rm x) \\u0000\"]}}\n");
    }

    /** Has bounds. */
    @Bounds(depth = 0)
    static class Account {
        long id;
        Customer holder;
    }

    @Test
    void copyAndImportKeepTheBoundsOfClasses() {
        String from = "jdbc:sqlite:" + folder.resolve("accounts.db");
        Account account = new Account();
        account.holder = new Customer();
        try (Database db = Database.open(from, Model.of(Account.class))) {
            db.store(account);
        }
        String copied = "jdbc:sqlite:" + folder.resolve("copied.db");
        String imported = "jdbc:sqlite:" + folder.resolve("imported.db");
        String out = folder.resolve("accounts").toString();
        assertThat(CommandRun.run("copy", from, copied).code()).isZero();
        assertThat(CommandRun.run("export", from, "--out", out).code()).isZero();
        assertThat(CommandRun.run("import", imported, out).code()).isZero();
        for (String url : List.of(copied, imported)) {
            assertThat(SchemaAdmin.at(url, Settings.defaults()).classes().get(0).bounds())
                    .isEqualTo(new DefaultBounds(0, List.of(), List.of(), List.of()));
            try (Database db = Database.openCatalog(url, Settings.defaults())) {
                assertThat(db.isComplete(db.nodes().get("Account", account.id).get("holder", Node.class)))
                        .isFalse();
            }
        }
    }

    @Test
    void databaseIsNotCopiedToItselfByAnotherPath() throws IOException {
        Path file = Path.of(url.substring("jdbc:sqlite:".length()));
        Path link = Files.createSymbolicLink(folder.resolve("link.db"), file);
        for (Path same : List.of(link, file.getParent().resolve(".").resolve(file.getFileName()))) {
            assertThat(CommandRun.run("copy", url, "jdbc:sqlite:" + same))
                    .satisfies(ended -> assertThat(ended.code()).isEqualTo(2))
                    .satisfies(ended -> assertThat(ended.err())
                            .contains("found the database that is copied; expected another one"));
        }
    }

    @Test
    void importWithoutAnExportMakesNoDatabase() {
        Path target = folder.resolve("new.db");
        assertThat(CommandRun.run(
                        "import",
                        "jdbc:sqlite:" + target,
                        folder.resolve("missing").toString()))
                .satisfies(ended -> assertThat(ended.code()).isEqualTo(2));
        assertThat(target).doesNotExist();
    }

    @Test
    void commandThatCannotBeginEndsWithTwo() throws IOException, SQLException {
        String out = folder.resolve("out").toString();
        assertThat(CommandRun.run("copy", url, url))
                .satisfies(ended -> assertThat(ended.code()).isEqualTo(2))
                .satisfies(ended -> assertThat(ended.err()).contains("expected another one"));
        assertThat(CommandRun.run("export", "jdbc:sqlite:" + folder.resolve("none.db"), "--out", out)
                        .code())
                .isEqualTo(2);
        assertThat(CommandRun.run("export", url, "--where", "x", "--out", out).code())
                .isEqualTo(2);
        assertThat(CommandRun.run("export", url, "--format", "xml", "--out", out))
                .satisfies(ended -> assertThat(ended.code()).isEqualTo(2))
                .satisfies(ended -> assertThat(ended.err()).contains("--format"));
        assertThat(CommandRun.run("export", url))
                .satisfies(ended -> assertThat(ended.err()).contains("--out"));
        String other = "jdbc:sqlite:" + folder.resolve("other.db");
        try (Database db = Database.open(other, Model.of(Customer.class))) {
            db.store(new Customer());
        }
        assertThat(CommandRun.run("copy", url, other))
                .satisfies(ended -> assertThat(ended.code()).isEqualTo(2))
                .satisfies(ended -> assertThat(ended.err()).contains("found a database with another model"));
        String foreign = "jdbc:sqlite:" + folder.resolve("foreign.db");
        try (Connection connection = DriverManager.getConnection(foreign);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customer (x INTEGER)");
        }
        assertThat(CommandRun.run("copy", url, foreign))
                .satisfies(ended -> assertThat(ended.err()).contains("that were not made by Espalier: customer"));
        assertThat(CommandRun.run("export", url, "--out", out).code()).isZero();
        assertThat(CommandRun.run("export", url, "--class", "Order", "--where", "bayer = 1", "--out", out + ".jsonl")
                        .code())
                .isEqualTo(2);
        assertThat(CommandRun.run("export", url, "--out", out))
                .satisfies(ended -> assertThat(ended.code()).isEqualTo(2))
                .satisfies(ended ->
                        assertThat(ended.err()).contains("found files in it; expected a new or an empty folder"));
        Ended secret = CommandRun.run("copy", url, "jdbc:postgresql://127.0.0.1:1/x?user=u&password=topsecret");
        assertThat(secret.code()).isEqualTo(2);
        assertThat(secret.out() + secret.err()).doesNotContain("topsecret");
    }

    @Test
    void damagedFilesAreRefusedBeforeAnythingIsWritten() throws IOException {
        Path out = folder.resolve("out");
        assertThat(CommandRun.run("export", url, "--out", out.toString()).code())
                .isZero();
        String orders = Files.readString(out.resolve("Order.jsonl"));
        Path target = folder.resolve("target.db");
        for (String damaged : new String[] {
            orders.replace("\"buyer\":2", "\"buyer\":3"),
            orders.replace("\"id\":1", "\"id\":2"),
            orders.substring(0, 30),
            orders + "{}",
            orders.replace("\"buyer\"", "\"bayer\""),
            orders.replace("\"version\":0", "\"version\":1"),
            "",
            orders + orders,
            orders.replace("[\"", "[\"x\",7,\""),
            orders.replace("}}", "}},"),
            orders.replace("\\u0000", "\\u00")
        }) {
            Files.writeString(out.resolve("Order.jsonl"), damaged);
            Ended ended = CommandRun.run("import", "jdbc:sqlite:" + target, out.toString());
            assertThat(ended.code()).as(damaged).isEqualTo(2);
            assertThat(ended.err())
                    .as(damaged)
                    .startsWith("espalier: ")
                    .contains(out.toString())
                    .doesNotContain("Exception");
            assertThat(ended.out()).isEmpty();
            assertThat(target).as(damaged).doesNotExist();
        }
        Files.writeString(out.resolve("Order.jsonl"), orders);
        String manifest = Files.readString(out.resolve("manifest.json"));
        List<String> manifests = new ArrayList<>(List.of(
                manifest.replace("Order.jsonl", "../Order.jsonl"),
                manifest.replace("espalier-export-3", "x"),
                "{}",
                "",
                manifest.substring(0, 200),
                manifest.replace("BIGINT", "BLOB"),
                manifest.replace("\"nextId\":65", "\"nextId\":1"),
                manifest.replaceAll(",\\s*\"sha256\":\"[0-9a-f]*\"\\}", "}")));
        Random random = new Random(7);
        while (manifests.size() < 60) { // one letter or digit is another one
            int at = random.nextInt(manifest.length());
            if (Character.isLetterOrDigit(manifest.charAt(at))) {
                manifests.add(manifest.substring(0, at)
                        + (manifest.charAt(at) == '1' ? '2' : '1')
                        + manifest.substring(at + 1));
            }
        }
        for (String damaged : manifests) {
            Files.writeString(out.resolve("manifest.json"), damaged);
            Ended ended = CommandRun.run("import", "jdbc:sqlite:" + target, out.toString());
            assertThat(ended.code()).as(damaged).isEqualTo(2);
            assertThat(ended.err()).as(damaged).contains("manifest.json").doesNotContain("Exception");
        }
        Files.delete(out.resolve("manifest.json"));
        assertThat(CommandRun.run("import", "jdbc:sqlite:" + target, out.toString())
                        .err())
                .contains("expected a whole export: it is written last");
        try (Database db = Database.open("jdbc:sqlite:" + target, Model.of(Customer.class))) {
            assertThat(db.query(Customer.class, "").count())
                    .as("nothing was left")
                    .isZero();
        }
    }
}
