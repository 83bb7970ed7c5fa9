package dev.espalier.lab.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.lab.spec.SpecException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetsTest {

    private static final Map<String, String> KNOWN = Map.of(
            "ESPALIER_MYSQL_URL",
            "jdbc:mysql://db.example/x",
            "ESPALIER_MYSQL_USER",
            "alice",
            "ESPALIER_MYSQL_PASSWORD",
            "alice's",
            "ESPALIER_REDIS_URL",
            "redis://db.example:6379",
            "ESPALIER_REDIS_PASSWORD",
            "everybody's");

    @TempDir
    private Path folder;

    /** That of the variables is never sent for another account. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "mysql, \"\",     \"\",    alice, alice's",
                "mysql, alice,  \"\",    alice, alice's",
                "mysql, bob,    \"\",    bob,   \"\"",
                "mysql, bob,    bob's, bob,   bob's",
                "mysql, \"\",     other, alice, other",
                "redis, \"\",     \"\",    \"\",    everybody's",
                "redis, bob,    \"\",    bob,   \"\""
            })
    void aPasswordBelongsToTheUserThatItStandsBeside(
            String server, String user, String password, String account, String secret) {
        ServerAddress found = new Targets(folder, folder, KNOWN).address(server, server, user, Password.of(password));

        assertThat(found.user()).isEqualTo(account);
        assertThat(found.password().reveal()).isEqualTo(secret);
    }

    @ParameterizedTest
    @CsvSource({"h2", "duckdb"})
    void embeddedEnginesOfThePackObjectsTakeNoLoads(String engine) {
        assertThatThrownBy(() -> new Targets(folder, folder, KNOWN).find(engine, "", Password.NONE))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "--on: found " + engine
                                + ", which is a target of the pack objects only; expected sqlite, mysql, mariadb, postgres or tidb");
        assertThatThrownBy(() -> new Targets(folder, folder, KNOWN).findAny("jdbc:" + engine + ":x", "", Password.NONE))
                .isInstanceOf(SpecException.class)
                .hasMessageEndingWith("expected " + engine + ": the lab makes files of its own");
    }

    /** Connector/J would take the given one, the drivers of MariaDB and PostgreSQL the URL's. */
    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db.example/x?user=alice",
        "jdbc:postgresql://db.example/x?ssl=true&user=alice",
        "jdbc:mysql://alice@db.example/x"
    })
    void aUserBesideThatOfTheUrlIsRefused(String url) {
        assertThatThrownBy(() -> new Targets(folder, folder, KNOWN).find(url, "bob", Password.of("bob's")))
                .isInstanceOf(SpecException.class)
                .hasMessage("--user: found it with a URL that names a user, expected one of both");
    }
}
