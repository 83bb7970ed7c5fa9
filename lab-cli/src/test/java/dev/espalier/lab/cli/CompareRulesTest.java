package dev.espalier.lab.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cli.CommandRun;
import dev.espalier.cli.CommandRun.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What two runs must have in common to be compared. Nothing is connected to before that is known. */
class CompareRulesTest {

    private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/x";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pack: oltp                                 | pack: key-value                                     | found oltp and key-value, expected one pack: operations of two have nothing in common
            pack: key-value~rows: 5~database: one      | pack: key-value~rows: 6~database: one               | found data that differ or are inserted into, in one place on URL, expected another --database on one side
            pack: key-value~seed: 5~database: one      | pack: key-value~seed: 6~database: one               | found data that differ or are inserted into, in one place on URL, expected another --database on one side
            pack: uuid-set~size: 5~database: one       | pack: uuid-set~size: 6~database: one                | found data that differ or are inserted into, in one place on URL, expected another --database on one side
            pack: forty-tables~database: one~tables: 4 | pack: forty-tables~database: one~tables: 5          | found data that differ or are inserted into, in one place on URL, expected another --database on one side
            pack: forty-tables~database: one           | pack: forty-tables~database: one                    | found data that differ or are inserted into, in one place on URL, expected another --database on one side
            """)
    void compareRefusesRunsThatCannotBeCompared(String a, String b, String message) throws IOException {
        assertThat(compare(a, b))
                .isEqualTo(new Ended(2, "", "espalier: lab compare: " + message.replace("URL", NOWHERE) + "\n"));
    }

    /** They go on to the server, which is down. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pack: key-value~way: select              | pack: key-value~way: covering
            pack: key-value~rows: 5                  | pack: key-value~rows: 6
            pack: forty-tables                       | pack: forty-tables
            pack: uuid-set~way: thread               | pack: uuid-set~way: pool
            pack: forty-tables                       | pack: forty-tables~database: another
            pack: forty-tables~load: select-io-bound | pack: forty-tables~load: select-cpu-bound
            pack: oltp~load: read-only               | pack: oltp~load: read-write
            """)
    void compareAcceptsRunsWithSharedOrSeparateData(String a, String b) throws IOException {
        assertThat(compare(a, b).err()).startsWith("espalier: cannot connect to PostgreSQL at ");
    }

    @Test
    void compareRefusesResultsOfTwoPacks() {
        String oltp = noop("oltp");
        String keyValue = noop("key-value");

        assertThat(CommandRun.run("lab", "compare", oltp, keyValue))
                .isEqualTo(
                        new Ended(
                                2,
                                "",
                                "espalier: lab compare: found oltp and key-value, expected one pack: operations of two have nothing in common\n"));
        assertThat(CommandRun.run("lab", "compare", oltp, oltp).out())
                .startsWith("A: oltp on noop, ")
                .doesNotContain(" 0.000 ");
    }

    @Test
    void compareNamesTheDifferences() {
        String readOnly = noop("oltp");
        String fewer = noop("oltp", "--load", "point-select", "--rows", "500");

        assertThat(CommandRun.run("lab", "compare", readOnly, fewer).out())
                .contains("Not the same in A and B: load READ_ONLY against POINT_SELECT; rows 10000 against 500\n");
        assertThat(CommandRun.run("lab", "compare", readOnly, readOnly).out()).doesNotContain("Not the same");
    }

    private String noop(String pack, String... options) {
        String out = folder.resolve(pack + options.length).toString();
        List<String> command = new ArrayList<>(List.of(
                words("lab run {} --on noop --connections 2 --warm-up 0 --operations 5 --quiet --out {}", pack, out)));
        command.addAll(List.of(options));
        assertThat(CommandRun.run(command.toArray(String[]::new)).code()).isZero();
        return out;
    }

    private Ended compare(String a, String b) throws IOException {
        return CommandRun.run(
                "lab",
                "compare",
                file("a.yaml", a),
                file("b.yaml", b),
                "--out",
                folder.resolve("compared").toString());
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.strip().replace('~', '\n') + "\non: " + NOWHERE + "\n")
                .toString();
    }
}
