package dev.espalier.cli;

import static dev.espalier.cli.CommandRun.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.cli.CommandRun.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullUnmarked // what it asks for is there
class EspalierTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            verify                              | Missing required parameter: 'URL'
            verify no.such                      | URL: found no.such, expected a URL such as jdbc:sqlite:no.such
            verify jdbc:sqlite:no-such.db       | SQLite no-such.db: there is no such file
            verify x --fast                     | Unknown option: '--fast'
            grow                                | found 'grow', expected a command: checksum, console, copy, export, import, query, schema, shell, verify
            """)
    void badArgumentsEndWithTwoAndOneLineThatSaysWhatWasFoundAndIsExpected(String arguments, String message) {
        Ended ended = run(arguments.strip().split(" +"));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err().lines().findFirst()).contains("espalier: " + message);
        assertThat(ended.err()).doesNotContain("\tat ");
        assertThat(ended.err().lines().count()).isLessThanOrEqualTo(2);
        assertThat(ended.out()).isEmpty();
    }

    /** A class of a program. */
    @SuppressWarnings("unused")
    static final class Leaf {
        private long id;
        private Leaf next;
    }

    @Test
    void verifyFindsDamageAndRepairsItWithoutTheClasses() throws SQLException {
        String url = "jdbc:sqlite:" + folder.resolve("leaves.db");
        try (Database db = Database.open(url, Model.of(Leaf.class))) {
            Leaf leaf = new Leaf();
            leaf.next = new Leaf();
            db.store(leaf);
        }
        assertThat(run("verify", url)).isEqualTo(new Ended(0, "clean\n", ""));
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE leaf SET next_id = 9");
            statement.execute("DELETE FROM leaf WHERE id = 2");
        }
        String found = "dangling reference: leaf.next_id, 1 time, id 1; can be repaired\n";
        assertThat(run("verify", url)).isEqualTo(new Ended(1, found, ""));
        assertThat(run("verify", url, "--repair")).isEqualTo(new Ended(0, found + "Repaired. Now:\nclean\n", ""));
        assertThat(run("verify", url)).isEqualTo(new Ended(0, "clean\n", ""));
    }

    @Test
    void schemaShowsPlansAndApplies() {
        String url = "jdbc:sqlite:" + folder.resolve("trees.db");
        String[] classes = {"--classes", "target/test-classes", "--class", Leaf.class.getName()};
        Ended planned = run("schema", "plan", url, classes[0], classes[1], classes[2], classes[3]);
        assertThat(planned.code()).isEqualTo(1);
        assertThat(planned.out())
                .contains(
                        "create table leaf  [instant]",
                        "CREATE TABLE IF NOT EXISTS \"leaf\"",
                        "index leaf.ix_leaf_next_id");
        assertThat(run("schema", "apply", url, classes[0], classes[1], classes[2], classes[3])
                        .out())
                .endsWith("done\n");
        assertThat(run("schema", "plan", url, classes[0], classes[1], classes[2], classes[3]))
                .isEqualTo(new Ended(0, "nothing has to be changed\n", ""));
        assertThat(run("schema", "show", url))
                .isEqualTo(new Ended(
                        0,
                        "#1 class Leaf  [" + Leaf.class.getCanonicalName()
                                + "]\n  #2 next: reference Leaf  [next_id]\n",
                        ""));
        assertThat(run("schema", "plan", url, "--classes", "none.jar", "--class", "x")
                        .err())
                .contains("--classes: found no none.jar");
        assertThat(run("schema", "plan", url, "--classes", "target", "--class", "no.Such")
                        .err())
                .contains("--class: found no class no.Such");
    }

    @Test
    void verifyTakesThePasswordOfTheAccountInTheUrl() throws IOException {
        Path wrong = Files.writeString(folder.resolve("password"), "Hush4711\n");
        for (String engine : new String[] {"MYSQL", "MARIADB", "POSTGRES", "TIDB"}) {
            String prefix = "ESPALIER_" + engine;
            if (System.getenv(prefix + "_URL") != null) {
                String url = System.getenv(prefix + "_URL") + "?user=" + System.getenv(prefix + "_USER");

                assertThat(run("verify", url, "--password-env", prefix + "_PASSWORD")
                                .err())
                        .as(engine)
                        .contains("no objects are kept there");
                assertThat(run("verify", url, "--password-file", wrong.toString())
                                .err())
                        .as(engine)
                        .doesNotContain("no objects are kept there");
            }
        }
    }

    @Test
    void databaseThatCannotBeReachedIsReportedWithTheDriversWords() throws IOException {
        try (Socket deaf = boundPort()) {
            String url = "jdbc:postgresql://127.0.0.1:" + deaf.getLocalPort() + "/shop";

            Ended ended = run("verify", url);

            assertThat(ended.code()).isEqualTo(2);
            List<String> lines = ended.err().lines().toList();
            assertThat(lines).hasSize(3);
            assertThat(lines.get(0)).startsWith("espalier: PostgreSQL shop: cannot be reached.");
            assertThat(lines.get(1)).isEqualTo("  database: " + url);
            assertThat(lines.get(2)).startsWith("  cause: ").contains("refused");
        }
    }

    @Test
    void verifyExitsWithTwoWithoutAnObjectDatabase() throws IOException {
        Files.createFile(folder.resolve("empty.db"));

        Ended ended = run("verify", "jdbc:sqlite:" + folder.resolve("empty.db"));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err().lines())
                .first()
                .asString()
                .startsWith("espalier: SQLite empty.db: ")
                .contains("no objects are kept there");
        assertThat(ended.err().lines().skip(1))
                .containsExactly("  database: jdbc:sqlite:" + folder.resolve("empty.db"));
    }

    @ParameterizedTest
    @CsvSource({
        "--help, espalier query",
        "verify --help, --repair",
        "query --help, espalier query",
        "schema --help, espalier schema plan",
        "'', verify"
    })
    void helpShowsExamples(String arguments, String part) {
        Ended ended = run(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("Usage: espalier", "Example", part);
    }

    @Test
    void versionNamesTheBuildAndTheVirtualMachine() {
        assertThat(run("--version").out())
                .startsWith("espalier ")
                .contains("Java " + Runtime.version().feature());
    }

    /** Has a port on which nobody listens and that nobody else gets as long as it is open. */
    private static Socket boundPort() throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }
}
