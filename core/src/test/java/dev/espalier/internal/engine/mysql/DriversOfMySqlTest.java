package dev.espalier.internal.engine.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.PropertyKey;
import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.DriverSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mariadb.jdbc.Configuration;

/** The properties that the library gives to the drivers of MySQL and MariaDB, as each driver reads them. */
@Tag("pure")
class DriversOfMySqlTest {

    private static final String MYSQL = "jdbc:mysql:replication://a,b,c/shop";
    private static final String MARIADB = "jdbc:mariadb:sequential://a,b,c/shop";

    @ParameterizedTest
    @CsvSource({"250, 1, 3", "1000, 4, 3", "10000, 40, 20", "3600000, 120, 120"})
    void hostsThatCannotBeReachedAreTriedAsLongAsAConnectionMayTake(long millis, int mysql, int mariadb)
            throws SQLException {
        assertThat(toldMySql(MYSQL, millis)).isEqualTo(Integer.toString(mysql));
        assertThat(toldMariaDb(MARIADB, millis)).isEqualTo(mariadb);
    }

    @Test
    void theUrlHasTheLastWord() throws SQLException {
        assertThat(toldMySql(MYSQL + "?retriesAllDown=7", 10_000)).isEqualTo("7");
        assertThat(toldMariaDb(MARIADB + "?retriesAllDown=7", 10_000)).isEqualTo(7);
    }

    private static String toldMySql(String url, long connectMillis) {
        return ConnectionUrl.getConnectionUrlInstance(url, properties(new MySqlDriver(), url, connectMillis))
                .getMainHost()
                .getProperty(PropertyKey.retriesAllDown.getKeyName());
    }

    private static int toldMariaDb(String url, long connectMillis) throws SQLException {
        return Configuration.parse(url, properties(new MariaDbDriver(), url, connectMillis))
                .retriesAllDown();
    }

    private static Properties properties(Driver driver, String url, long connectMillis) {
        DriverSettings settings = new DriverSettings(url);
        driver.configure(settings, Duration.ofMillis(connectMillis), Duration.ofSeconds(10));
        return settings.properties();
    }
}
