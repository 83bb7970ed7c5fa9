package dev.espalier.lab.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cli.CommandRun;
import dev.espalier.cli.CommandRun.Ended;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A given option without effect is refused by name, and nothing is started; an option that was not given is never refused. */
class OptionRulesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            oltp         | sqlite            | user=me                | --user: found it with --on sqlite, expected a server that the lab logs in to
            oltp         | jdbc:sqlite:x.db  | user=me                | --user: found it with --on jdbc:sqlite:x.db, expected a server that the lab logs in to
            oltp         | noop              | password-env=PATH      | --password-env: found it with --on noop, expected a server that the lab logs in to
            key-value    | ferretdb          | user=me                | --user: found it with --on ferretdb, expected a server that the lab logs in to
            uuid-set     | hash-set          | password-file=none     | --password-file: found it with --on hash-set, expected a server that the lab logs in to
            objects      | sqlite            | user=me                | --user: found it with --on sqlite, expected a server that the lab logs in to
            torture      | sqlite            | password-env=PATH      | --password-env: found it with --on sqlite, expected a server that the lab logs in to
            oltp         | jdbc:mysql://a/b  | password-env=PATH      | --password-env: found it with --on jdbc:mysql://a/b without --user, expected both
            torture      | jdbc:mariadb://a/b | password-env=PATH     | --password-env: found it with --on jdbc:mariadb://a/b without --user, expected both
            uuid-set     | jdbc:postgresql://a/b | password-file=none | --password-file: found it with --on jdbc:postgresql://a/b without --user, expected both
            key-value    | tarantool://a:1   | password-env=PATH      | --password-env: found it with --on tarantool://a:1 without --user, expected both
            oltp         | sqlite            | driver=mysql           | --driver: found it with --on sqlite, expected mysql, tidb or a URL jdbc:mysql:
            forty-tables | mariadb           | driver=mysql           | --driver: found it with --on mariadb, expected mysql, tidb or a URL jdbc:mysql:
            key-value    | redis             | driver=mysql           | --driver: found it with --on redis, expected mysql, tidb or a URL jdbc:mysql:
            oltp         | postgres          | engine=InnoDB          | --engine: found it with --on postgres, expected mysql, mariadb or a URL of theirs
            oltp         | tidb              | engine=InnoDB          | --engine: found it with --on tidb, expected mysql, mariadb or a URL of theirs
            oltp         | fixed-delay:5ms   | engine=InnoDB          | --engine: found it with --on fixed-delay:5ms, expected mysql, mariadb or a URL of theirs
            uuid-set     | valkey            | engine=InnoDB          | --engine: found it with --on valkey, expected mysql, mariadb or a URL of theirs
            key-value    | tarantool         | database=mine          | --database: found it with --on tarantool, expected sqlite, mysql, mariadb, postgres, tidb or a URL of theirs
            forty-tables | jdbc:cubrid:a:1:x | database=mine          | --database: found it with --on jdbc:cubrid:a:1:x, expected sqlite, mysql, mariadb, postgres, tidb or a URL of theirs
            uuid-set     | open-addressing   | keep=true              | --keep: found it with --on open-addressing, expected a target outside of the lab
            oltp         | noop              | cache=cold             | --cache: found it with --on noop, expected a target outside of the lab
            uuid-set     | sorted-array      | retries=3              | --retries: found it with --on sorted-array, expected a target outside of the lab
            key-value    | sqlite            | client=jedis           | --client: found it with --on sqlite, expected redis, valkey or a URL redis:
            uuid-set     | mysql             | client=lettuce         | --client: found it with --on mysql, expected redis, valkey or a URL redis:
            key-value    | mongodb://a:1     | client=jedis           | --client: found it with --on mongodb://a:1, expected redis, valkey or a URL redis:
            key-value    | redis://a:1       | way=in                 | --way: found it with --on redis://a:1, expected a SQL database
            uuid-set     | redis             | way=pool               | --way: found it with --on redis, expected a SQL database
            uuid-set     | hash-set          | way=pool               | --way: found it with --on hash-set, expected a SQL database
            oltp         | sqlite            | unprepared=true        | --unprepared: found it with --on sqlite, expected mysql, mariadb, postgres, tidb or a URL of theirs
            oltp         | sqlite            | arrival=constant       | --arrival: found it in a closed loop, expected it with --rate
            oltp         | noop              | rate=0 arrival=poisson | --arrival: found it in a closed loop, expected it with --rate
            key-value    | noop              | rounds=2 seconds=5     | --seconds: found it with --rounds 2, expected --rounds 0
            key-value    | noop              | scale=published operations=5 | --operations: found it with --rounds 10, expected --rounds 0
            forty-tables | noop              | working-set=5          | --working-set: found it with --load insert-full, expected --load select-cpu-bound or select-io-bound
            oltp         | noop              | secret-env=PATH        | --secret-env: found it without --agents or --watch, expected one of them
            """)
    void optionWithoutEffectIsRefusedByName(String pack, String on, String options, String message) throws IOException {
        String out = folder.resolve("none").toString();
        List<String> given = List.of(("on=" + on + " out=" + out + " " + options).split(" "));
        String file = Files.writeString(
                        folder.resolve("run.yaml"),
                        "pack: " + pack + "\n"
                                + given.stream()
                                        .map(option -> option.replaceFirst("=", ": "))
                                        .collect(Collectors.joining("\n")))
                .toString();
        String[] arguments = Stream.concat(
                        Stream.of("lab", "run", pack), given.stream().map(option -> "--" + option.replace("=true", "")))
                .toArray(String[]::new);

        for (Ended ended : List.of(CommandRun.run(arguments), CommandRun.run("lab", "run", file))) {
            assertThat(ended.err()).isEqualTo("espalier: " + message + "\n");
            assertThat(ended.code()).isEqualTo(2);
        }
        assertThat(Path.of(out)).as("nothing was started").doesNotExist();
    }

    /** The jar of any driver: the lab's own are asked first. */
    @Test
    void unusedDriverJarIsRefused() throws URISyntaxException {
        Driver known = new org.sqlite.JDBC();
        String jar = Path.of(known.getClass()
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();

        assertThat(CommandRun.run("lab", "run", "oltp", "--driver-jar", jar))
                .isEqualTo(new Ended(
                        2, "", "espalier: --driver-jar: found it with --on sqlite, expected a URL jdbc:cubrid:\n"));
        assertThat(CommandRun.run("lab", "run", "objects", "--driver-jar", jar).err())
                .startsWith("espalier: Unknown options: '--driver-jar'");
    }

    @Test
    void defaultsAreNotRefusedAndOnlySqlNeedsAMultipleIdForm() {
        Ended ended = CommandRun.run(words(
                "lab run key-value --on noop --batch 7 --keys 100 --rounds 1 --quiet --out {}",
                folder.resolve("batches")));

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
    }

    @Test
    void otherCommandsRefuseOptionsWithoutEffectToo() throws IOException {
        String first = folder.resolve("first").toString();
        String file = Files.writeString(
                        folder.resolve("run.yaml"),
                        "pack: oltp\non: noop\nwarm-up: 0\noperations: 5\nquiet: true\nout: " + first + "\n")
                .toString();
        String vain = Files.writeString(folder.resolve("vain.yaml"), "pack: oltp\non: noop\narrival: poisson\n")
                .toString();
        assertThat(CommandRun.run("lab", "run", file).code()).isZero();

        refused("--arrival: found it in a closed loop, expected it with --rate", "lab", "compare", file, vain);
        refused(
                "--user: found it with --on noop, expected a server that the lab logs in to",
                "lab",
                "rerun",
                first,
                "--user",
                "me");
        refused(
                "--user: found it with jdbc:sqlite:x.db, expected a URL of a server",
                "verify",
                "jdbc:sqlite:x.db",
                "--user",
                "me");
        refused(
                "--password-env: found it with jdbc:sqlite:x.db, expected a URL of a server",
                "verify",
                "jdbc:sqlite:x.db",
                "--password-env",
                "PATH");
        refused(
                "--user: found it with a URL that names a user, expected one of both",
                "verify",
                "jdbc:mysql://db.example/x?user=alice",
                "--user",
                "bob");
        refused(
                "--user: found it with a URL that names user and password, expected one of both",
                "verify",
                "jdbc:mariadb://db.example/x?user=alice&password=x",
                "--user",
                "bob");
        refused(
                "--password-env: found it with a URL that names user and password, expected one of both",
                "verify",
                "jdbc:postgresql://db.example/x?user=alice&password=x",
                "--password-env",
                "PATH");
        refused(
                "--password-env: found it with jdbc:mysql://db.example/x without --user, expected both",
                "verify",
                "jdbc:mysql://db.example/x",
                "--password-env",
                "PATH");
        refused(
                "--secret-env: found it without --agents or --watch, expected one of them",
                "lab",
                "rerun",
                first,
                "--secret-env",
                "PATH");
        refused(
                "--out: found it with two results, expected two runs as YAML",
                "lab",
                "compare",
                first,
                first,
                "--out",
                first);
        refused("--merge: found it with one result, expected several of one load", "lab", "report", first, "--merge");
    }

    /** Each result has a folder, and a file in its place, or above it, is found before anything is started. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "lab calibrate",
                "lab run oltp --on noop",
                "lab run objects",
                "lab run everyday",
                "lab run evolution",
                "lab run torture",
                "lab leftovers",
                "bench oo7"
            })
    void fileInPlaceOfTheFolderOfResultsIsRefused(String command) throws IOException {
        String file = Files.writeString(folder.resolve("notes"), "mine").toString();
        for (String out : List.of(file, file + "/inside")) {
            Ended ended = CommandRun.run(words(command + " --out {}", out));

            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).contains("option '--out'", "'" + file + "' is a file; expected a folder");
        }
        assertThat(folder.resolve("notes")).content().isEqualTo("mine");
    }

    private static void refused(String message, String... arguments) {
        assertThat(CommandRun.run(arguments)).isEqualTo(new Ended(2, "", "espalier: " + message + "\n"));
    }
}
