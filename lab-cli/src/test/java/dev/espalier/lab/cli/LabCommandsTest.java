package dev.espalier.lab.cli;

import static dev.espalier.cli.CommandRun.run;
import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cli.CommandRun.Ended;
import dev.espalier.cli.Espalier;
import dev.espalier.lab.Agent;
import dev.espalier.lab.agent.Address;
import dev.espalier.lab.agent.Secret;
import dev.espalier.lab.target.Password;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullUnmarked // what it asks for is there
class LabCommandsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lab run objects --objects many      | --objects: found 'many', expected sizes such as 100k,1m,2m
            lab run objects --objects 150k      | --objects: found '150k', expected a multiple of 100k up to 1000m: data come in blocks of 100,000 objects per class; or one smaller block, from 100 objects on, to try something out
            lab run objects --indexes all       | --indexes: found 'all', expected one or several of none, values, relations, both
            lab run objects --subject me        | --subject: found 'me', expected one or several of espalier, jdbc, hibernate
            lab run objects --cache hot         | --cache: found 'hot', expected one or several of cold, warm
            lab run objects --threads 0         | --threads: found 0, expected a number from 1 to 1024
            lab run objects --threads x         | Invalid value for option '--threads': 'x' is not an int
            lab run objects --repeats 0         | --repeats: found 0, expected a number from 1 to 100
            lab run things                      | lab run: found 'things', expected a pack: objects, oltp, key-value, uuid-set, forty-tables, torture, everyday, evolution
            lab run oltp --load much            | --load: found 'much', expected one of read-only, point-select, read-write, update-key, write-only, insert, delete, update-non-index
            lab run oltp --connections 2000     | --connections: found 2000, expected a number from 1 to 1024
            lab run oltp --distribution normal  | --distribution: found 'normal', expected one of uniform, special, pareto, zipfian
            lab run oltp --rate -1              | --rate: found -1, expected a number from 0 to 1000000000
            lab run oltp --rows 5               | --rows: found 5, expected a number from 100 to 1000000000
            lab run oltp --preset mine          | --preset: found 'mine', expected published
            lab run oltp --scale huge           | --scale: found 'huge', expected one of quick, published
            lab run oltp --driver odbc          | --driver: found 'odbc', expected mysql or mariadb
            lab run oltp --on fixed-delay:soon  | --on: found 'fixed-delay:soon', expected a delay such as fixed-delay:5ms, in us, ms or s
            lab run oltp --seconds 0            | --seconds: found 0, expected a number from 1 to 604800
            lab run oltp --cache hot            | --cache: found 'hot', expected one of cold, warm
            lab run oltp --cache cold --warm-up 5 | --warm-up: found 5 with --cache cold, expected 0: a cold run counts from its first operation
            lab run oltp --preload xmalloc      | --preload: found 'xmalloc', expected malloc, jemalloc, tcmalloc or the path of a library
            lab run oltp --set autocommit       | --set: found 'autocommit', expected name=value, each name once
            lab run oltp --set a=1              | --set, --preload: found sqlite, expected a server that a script of servers/ starts
            lab run oltp --on noop --preload malloc | --set, --preload: found noop, expected a server that a script of servers/ starts
            lab run no.yaml                     | found no file no.yaml, expected a run as YAML
            lab compare a.yaml b                | lab compare: found 'a.yaml' and 'b', expected two runs as YAML or two results
            lab run                             | Missing required parameter: 'PACK'
            lab run objects --on oracle         | --on: found 'oracle', expected sqlite, mysql, mariadb, postgres, tidb, or a URL that starts with jdbc:sqlite:, jdbc:mysql:, jdbc:mariadb:, jdbc:postgresql: or jdbc:cubrid:
            lab run objects --on mysql --password-env NONE_SUCH | --password-env: found no environment variable 'NONE_SUCH', expected one that holds the password
            lab report                          | Missing required parameter: 'DIR'
            demo --objects 5                    | --objects: found '5', expected a multiple of 100k up to 1000m: data come in blocks of 100,000 objects per class; or one smaller block, from 100 objects on, to try something out
            demo --fast                         | Unknown option: '--fast'
            """)
    void badArgumentsEndWithTwoAndOneLineThatSaysWhatWasFoundAndIsExpected(String arguments, String message) {
        Ended ended = run(arguments.strip().split(" +"));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err().lines().findFirst()).contains("espalier: " + message);
        assertThat(ended.err()).doesNotContain("\tat ");
        assertThat(ended.err().lines().count()).isLessThanOrEqualTo(2);
        assertThat(ended.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://127.0.0.1:1/x?password=Hush4711",
        "jdbc:postgresql://127.0.0.1:1/x?user=me&password=Hush4711",
        "jdbc:mysql://me:Hush4711@127.0.0.1:1/x"
    })
    void aPasswordInAUrlIsRefusedAndNotRepeated(String url) {
        Ended ended = run("lab", "run", "objects", "--on", url);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .startsWith("espalier: --on: found a URL with a password in it")
                .doesNotContain("Hush4711");
    }

    @ParameterizedTest
    @CsvSource({"mysql, MySQL", "mariadb, MariaDB", "postgresql, PostgreSQL"})
    void aServerThatIsDownEndsWithOneAndNoStackTrace(String driver, String title) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), "Hush4711\n");
        try (Socket deaf = boundPort()) {
            int port = deaf.getLocalPort();

            Ended ended = run(words(
                    "lab run objects --on {} --user me --password-file {} --out {}",
                    "jdbc:" + driver + "://127.0.0.1:" + port + "/x",
                    password,
                    folder.resolve("out")));

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err())
                    .startsWith("espalier: cannot connect to " + title + " at jdbc:" + driver + "://127.0.0.1:" + port
                            + "/x as me: ")
                    .doesNotContain("Hush4711", "\tat ")
                    .hasLineCount(1);
        }
    }

    @Test
    void traceOptionPrintsTheStackTrace() throws IOException {
        try (Socket deaf = boundPort()) {
            Ended ended = run(words(
                    "--trace lab run objects --on {}", "jdbc:postgresql://127.0.0.1:" + deaf.getLocalPort() + "/x"));

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err()).contains("\tat dev.espalier.lab.target.Target.connect");
        }
    }

    @Test
    void wrongPasswordIsReportedWithoutThePassword() throws IOException {
        Map<String, String> environment = System.getenv();
        for (String engine : new String[] {"MYSQL", "MARIADB", "POSTGRES", "TIDB"}) {
            String url = environment.get("ESPALIER_" + engine + "_URL");
            if (url != null) {
                Path password = Files.writeString(folder.resolve("password"), "Hush4711\n");
                Ended ended = run(words(
                        "lab run objects --on {} --user {} --password-file {} --out {}",
                        url,
                        environment.get("ESPALIER_" + engine + "_USER"),
                        password,
                        folder.resolve("out")));

                assertThat(ended.code()).as(engine).isEqualTo(1);
                assertThat(ended.err())
                        .as(engine)
                        .startsWith("espalier: cannot connect to ")
                        .doesNotContain("Hush4711")
                        .hasLineCount(1);
            }
        }
    }

    @Test
    void uncreatableFolderExitsWithOne() {
        String tooLong = "x".repeat(300);

        Ended ended = run(words("lab run objects --subject jdbc --out {}", folder.resolve(tooLong)));

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err())
                .startsWith("espalier: cannot write the result to ")
                .hasLineCount(1);
    }

    @Test
    void reportRefusesAFolderWithoutAResult() throws IOException {
        assertThat(run("lab", "report", folder.toString()).err())
                .startsWith("espalier: found no result.json in " + folder + ", expected the folder of a run");
        Files.writeString(folder.resolve("result.json"), "{\"format\": 1, ");
        assertThat(run("lab", "report", folder.toString())).satisfies(ended -> {
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.err())
                    .startsWith("espalier: " + folder.resolve("result.json") + " is not a result: ")
                    .hasLineCount(1);
        });
    }

    @Test
    void runPrintsATableAndWritesTheInputOfTheReport() {
        String out = folder.resolve("a run").toString();

        Ended ended =
                run("lab", "run", "objects", "--subject", "jdbc", "--indexes", "none", "--no-warm-up", "--out", out);

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .startsWith("jdbc 12 x 100k none: created in ")
                .contains("objects/s", "published", "8,524", "5.9930", " x ")
                .doesNotContain("\033", "\r");
        assertThat(Path.of(out, "result.json")).exists();
        assertThat(Path.of(out, "report.html")).exists();
        assertThat(run("lab", "report", out)).satisfies(reported -> {
            assertThat(reported.code()).isZero();
            assertThat(reported.out()).contains("jdbc 12 x 100k none", "Written: " + Path.of(out, "report.html"));
        });
    }

    @Test
    void loadPrintsItsFiguresAndWritesThem() {
        String out = folder.resolve("load").toString();

        Ended ended = run(words(
                "lab run oltp --on fixed-delay:1ms --load point-select --connections 2 --warm-up 1 --seconds 2 --out {}",
                out));

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains(
                        "run 1 of 1: oltp on fixed-delay:1ms, 2 connections",
                        "warm-up",
                        "point-select, 2 connections, closed loop: ")
                .doesNotContain("\033");
        assertThat(Path.of(out, "result.json")).exists();
        assertThat(Path.of(out, "report.html")).exists();
        assertThat(run("lab", "report", out).out()).contains("point-select, 2 connections, closed loop: ", "Written: ");
    }

    @Test
    void everydayPrintsItsTableAndWritesItsPage() throws IOException {
        Path out = folder.resolve("everyday");

        Ended ended = run(words(
                "lab run everyday --on sqlite --rows 1k --operations flat,insert --rounds 2 --block-millis 1 --warm-up-millis 0 --out {}",
                out));

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("insert, 1 thread, espalier: ", "1,000 rows, seed 1", "of jdbc")
                .containsPattern("flat +1  jdbc ");
        assertThat(out.resolve("report.html")).exists();
        Ended again = run("lab", "report", out.toString());
        assertThat(again.out()).containsPattern("insert +1  espalier ");
    }

    @Test
    void evolutionPrintsTimesAndRatios() throws IOException {
        Path out = folder.resolve("evolution");

        Ended ended = run(words("lab run evolution --on sqlite --classes 2 --objects 20 --repeats 1 --out {}", out));

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .containsPattern("a computed attribute +[0-9.]+ +[0-9.]+ +[0-9.]+")
                .contains("Written: " + out.resolve("result.json"));
        assertThat(run("lab", "report", out.toString()).out())
                .containsPattern("level none to both +[0-9.]+ +[0-9.]+ +[0-9.]+");
    }

    @Test
    void torturePrintsItsChecksAndWritesItsPage() throws IOException {
        Path out = folder.resolve("torture");

        Ended ended = run(words("lab run torture --on sqlite --threads 2 --seconds 1 --contention hot --out {}", out));

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains(
                        "espalier, hot objects: ",
                        "jdbc, hot objects: ",
                        "acknowledged holds",
                        "Written: " + out.resolve("result.json") + " and " + out.resolve("report.html"));
        Files.delete(out.resolve("report.html"));
        assertThat(run("lab", "report", out.toString())).satisfies(reported -> {
            assertThat(reported.code()).isZero();
            assertThat(reported.out()).contains("acknowledged holds", "Written: " + out.resolve("report.html"));
        });
        assertThat(out.resolve("report.html")).content().contains("espalier, hot objects");
        for (Ended refused :
                List.of(run("lab", "rerun", out.toString()), run("lab", "compare", out.toString(), out.toString()))) {
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.err()).contains("found a result of torture, expected one of a load, such as oltp");
        }
    }

    @Test
    void agentsOfAnotherProcessOpenTheConnections() throws IOException, InterruptedException {
        String secret = Files.writeString(folder.resolve("secret"), "known to leader and agent")
                .toString();
        String out = folder.resolve("agents").toString();
        try (Agent agent = new Agent(
                new Address("127.0.0.1", 0),
                Secret.fromFile(Path.of(secret)),
                Folders.targets(folder),
                Password.NONE,
                folder,
                false,
                line -> {})) {
            Thread serving = new Thread(agent::serve);
            serving.start();

            Ended ended = run(words(
                    "lab run oltp --on noop --connections 3 --warm-up 0 --operations 50 --agents {} --secret-file {} --out {}",
                    agent.address(),
                    secret,
                    out));

            assertThat(ended.err()).isEmpty();
            assertThat(ended.code()).isZero();
            assertThat(ended.out())
                    .contains(
                            "read-only, 3 connections",
                            "  agent " + agent.address() + ", 3 connections: ",
                            "start within ");
            assertThat(Path.of(out, "report.html"))
                    .content()
                    .contains(agent.address().toString());
            agent.close();
            serving.join();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lab agent --secret-env NO_SUCH_SECRET               | --secret-env: found no environment variable 'NO_SUCH_SECRET', expected one that holds the secret
            lab agent                                           | Missing required argument
            lab agent --secret-env PATH --listen here           | --listen: found 'here', expected host:port
            lab run oltp --on noop --agents 127.0.0.1:1         | --agents: found no secret, expected --secret-file or --secret-env
            lab run oltp --on noop --agents x --secret-env PATH | --agents: found 'x', expected host:port
            lab run oltp --driver-jar none.jar                  | --driver-jar: found no file 'none.jar', expected the jar of a JDBC driver
            lab run oltp --agents 127.0.0.1:1 --secret-env PATH | --on: found 'sqlite' with --agents, expected a server that several machines reach
            """)
    void invalidOptionIsRefusedByName(String arguments, String message) {
        Ended ended = run(arguments.split(" "));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "oltp, '--seconds 1 --connections 64,1024'",
        "oltp, --seconds 1 --load update-key --connections 512",
        "key-value, --rounds 1",
        "uuid-set, --seconds 1",
        "forty-tables, --seconds 1",
        "forty-tables, --seconds 1 --load select-io-bound"
    })
    void thePublishedScaleStarts(String pack, String options) {
        String out = folder.resolve("published").toString();

        Ended ended = run(("lab run " + pack + " --on noop --scale published --warm-up 0 --repeats 1 --quiet --out "
                        + out + " " + options)
                .strip()
                .split(" "));

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("closed loop: ", "Written: ");
    }

    private String yaml(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static String ofOneMilli(String delay) {
        return """
                pack: oltp
                on: fixed-delay:%s
                load: point-select
                connections: [2, 3]
                warm-up: 0
                operations: 20
                repeats: 5
                quiet: true
                """.formatted(delay);
    }

    @Test
    void fileReplacesOptionsAndItsResultCanBeRepeated() throws IOException {
        String out = folder.resolve("first").toString();
        String file = yaml("run.yaml", ofOneMilli("1ms") + "out: " + out + "\n");

        assertThat(run("lab", "run", file)).satisfies(ended -> {
            assertThat(ended.err()).isEmpty();
            assertThat(ended.code()).isZero();
            assertThat(ended.out().lines().filter(line -> line.startsWith("point-select, 3 connections")))
                    .hasSize(5);
        });
        String again = folder.resolve("again").toString();
        assertThat(run("lab", "rerun", out, "--quiet", "--out", again).code()).isZero();
        assertThat(fingerprints(again)).isEqualTo(fingerprints(out)).isNotEmpty();
    }

    private static String fingerprints(String folder) throws IOException {
        return Files.readString(Path.of(folder, "result.json"))
                .lines()
                .filter(line -> line.contains("fingerprints"))
                .toList()
                .toString();
    }

    @Test
    void compareRunsTwoFilesInTurn() throws IOException {
        String out = folder.resolve("compared").toString();

        Ended ended = run(
                "lab", "compare", yaml("a.yaml", ofOneMilli("1ms")), yaml("b.yaml", ofOneMilli("4ms")), "--out", out);

        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).contains("run 20 of 20", "verdict on B");
        assertThat(ended.out().lines().filter(line -> line.contains("p50, ms")))
                .hasSize(2)
                .allMatch(line -> line.endsWith("  worse"));
        assertThat(Path.of(out, "report.html")).content().contains("comparisons");
        assertThat(run("lab", "report", "--merge", out + "/a", out + "/b").out())
                .contains("point-select, 4 connections", "point-select, 6 connections");
        assertThat(run("lab", "compare", out + "/b", out + "/a").out().lines().filter(line -> line.contains("p50, ms")))
                .hasSize(2)
                .allMatch(line -> line.endsWith("  better"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pack: oltp~rowz: 5      | found the key 'rowz', expected pack or an option of oltp: agents,
            pack: things            | pack: found 'things', expected one of objects, oltp
            pack: oltp~rows: {a: 1} | rows: found a map, expected a value or a list of values
            pack: oltp~connections: [1, [2]] | connections: found a list in a list, expected a value or a list of values
            pack: oltp~connections: [1, null] | connections: found nothing, expected a value or a list of values
            pack: [oltp]            | pack: found '["oltp"]', expected one of objects, oltp
            pack: oltp~---~pack: oltp | found 2 documents, expected one run
            pack: oltp~help: true   | found the key 'help', expected pack or an option of oltp: agents,
            pack: oltp~rows: 5~rows: 6 | is no YAML: Duplicate field 'rows'
            pack: [                 | is no YAML: while parsing
            just words              | expected keys and values, such as 'pack: oltp'
            """)
    void aWrongFileIsRefusedByName(String text, String message) throws IOException {
        String file = yaml("wrong.yaml", text.replace('~', '\n'));

        Ended ended = run("lab", "run", file);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .startsWith("espalier: " + file)
                .contains(message)
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            oltp         | connections | 0     | --connections: found 0, expected a number from 1 to 1024
            oltp         | rate        | -1    | --rate: found -1, expected a number from 0 to 1000000000
            oltp         | load        | both  | --load: found 'both', expected one of read-only, point-select
            oltp         | rows        | many  | Invalid value for option '--rows': 'many' is not an int
            oltp         | engine      | My-One | --engine: found 'My-One', expected the name of a storage engine
            key-value    | batch       | 7     | --batch: found 7 with --way select, expected --way in
            uuid-set     | misses      | 101   | --misses: found 101, expected a number from 0 to 100
            forty-tables | working-set | 0     | --working-set: found 0, expected a number from 0.001 to 100
            objects      | scale       | large | --scale: found 'large', expected one of quick, published
            """)
    void invalidValueIsRefusedByNameInAFileAndAsAnOption(String pack, String option, String value, String message)
            throws IOException {
        String out = folder.resolve("none").toString();
        String file = yaml("value.yaml", "pack: " + pack + "\n" + option + ": '" + value + "'\nout: " + out + "\n");

        for (Ended ended :
                List.of(run("lab", "run", file), run("lab", "run", pack, "--" + option, value, "--out", out))) {
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.err()).contains(message);
        }
        assertThat(Path.of(out)).as("nothing was started").doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "--help, espalier demo",
        "demo --help, espalier demo --objects 1m",
        "lab --help, run",
        "lab run --help, objects",
        "lab run objects --help, --password-env",
        "lab list --help, espalier lab list",
        "lab compare --help, A B B A",
        "lab rerun --help, espalier lab rerun",
        "lab calibrate --help, espalier lab calibrate",
        "lab agent --help, espalier lab agent",
        "lab run uuid-set --help, open-addressing",
        "lab report --help, espalier lab report",
        "'', lab"
    })
    void helpShowsExamples(String arguments, String part) {
        Ended ended = run(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("Usage: espalier", "Example", part);
    }

    @Test
    void helpIsTheSameIfOnlyTheCommandThatIsAskedForIsRead() {
        for (String name : List.of("bench", "demo", "lab")) {
            assertThat(run(name, "--help").out())
                    .isEqualTo(Espalier.commandLine().getSubcommands().get(name).getUsageMessage());
        }
        assertThat(Espalier.commandLineFor("query").getSubcommands().get("lab").getSubcommands())
                .isEmpty();
        assertThat(Espalier.commandLineFor("--help").getUsageMessage())
                .isEqualTo(Espalier.commandLine().getUsageMessage())
                .contains("espalier demo", "espalier query");
    }

    @Test
    void listDescribesEveryPackInOneLine() {
        assertThat(run("lab", "list").out()).contains("objects ").doesNotContain("\033");
    }

    /** Has a port on which nobody listens and that nobody else gets as long as it is open. */
    private static Socket boundPort() throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }
}
