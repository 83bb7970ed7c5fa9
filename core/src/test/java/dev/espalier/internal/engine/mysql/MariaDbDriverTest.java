package dev.espalier.internal.engine.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.engine.DriverSettings;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mariadb.jdbc.Configuration;

/** What the driver is told, as it reads it. */
@Tag("pure")
class MariaDbDriverTest {

    private static final String URL = "jdbc:mariadb:sequential://a,b,c/shop";

    @ParameterizedTest
    @CsvSource({"250, 3", "1000, 3", "10000, 20", "3600000, 120"})
    void hostsThatCannotBeReachedAreTriedAsLongAsAConnectionMayTake(long millis, int attempts) throws SQLException {
        assertThat(told(URL, millis).retriesAllDown()).isEqualTo(attempts);
    }

    @Test
    void theUrlHasTheLastWord() throws SQLException {
        assertThat(told(URL + "?retriesAllDown=7", 10_000).retriesAllDown()).isEqualTo(7);
    }

    private static Configuration told(String url, long connectMillis) throws SQLException {
        DriverSettings settings = new DriverSettings(url);
        new MariaDbDriver().configure(settings, Duration.ofMillis(connectMillis), Duration.ofSeconds(10));
        return Configuration.parse(url, settings.properties());
    }
}
