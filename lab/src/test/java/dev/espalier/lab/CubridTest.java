package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.ReadWay;
import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.spec.WorkingSetSize;
import dev.espalier.lab.target.DriverJar;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.StrangerDriver;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.target.UrlAccount;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server of CUBRID would be asked, by a driver that comes in a jar: SQLite answers in its place. */
class CubridTest {

    private static final LoadSpec FIVE_EACH = new LoadSpec(0, Arrival.CONSTANT, 0, 600, 5, 0, 1, 4711);

    @TempDir
    private Path out;

    private String url;

    @BeforeEach
    void bringTheDriver() throws IOException {
        url = "jdbc:cubrid:127.0.0.1:33000:lab:::?folder=" + out;
        DriverJar.register(jar());
    }

    private Path jar() throws IOException {
        Path jar = out.resolve("stranger.jar");
        String name = StrangerDriver.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                InputStream bytes = StrangerDriver.class.getResourceAsStream("/" + name)) {
            zip.putNextEntry(new ZipEntry(name));
            bytes.transferTo(zip);
            zip.putNextEntry(new ZipEntry("META-INF/services/java.sql.Driver"));
            zip.write(StrangerDriver.class.getName().getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    private LoadResult run(PackSpec spec) {
        return new LoadLab(spec, new Targets(out, out, Map.of()), out)
                .run("lab", Password.of("secret"), new LoadLab.Watcher() {
                    @Override
                    public SecondWatcher starts(int number, int of, String title) {
                        return SecondWatcher.NONE;
                    }

                    @Override
                    public void ended(LoadRun run) {
                        // the result has it
                    }
                });
    }

    private FortyTablesSpec forty(FortyTablesLoad load) {
        return new FortyTablesSpec(
                url,
                DataSpec.of("mariadb", "unused", false),
                load,
                new FortyTablesSpec.Size(1, 8),
                100,
                WorkingSetSize.Of.ROWS,
                List.of(1),
                FIVE_EACH);
    }

    private OltpSpec oltp(OltpLoad load) {
        return new OltpSpec(
                url,
                DataSpec.of("mariadb", "unused", false),
                load,
                new OltpSpec.Size(1, 100),
                DistributionName.UNIFORM,
                List.of(1),
                true,
                FIVE_EACH);
    }

    /** Each statement once, in the order in which they came first; values that were drawn are left out. */
    private String statements() throws IOException {
        String statements = Files.readString(out.resolve("log"))
                .lines()
                .map(line -> line.replaceFirst("(VALUES ?)\\([^?].*", "$1..."))
                .distinct()
                .collect(Collectors.joining("\n"));
        Files.delete(out.resolve("log"));
        return statements;
    }

    @Test
    void insertsFillFortyTables() throws IOException {
        LoadResult result = run(forty(FortyTablesLoad.INSERT_FULL));

        assertThat(result.server().engine()).isEqualTo("CUBRID");
        assertThat(result.runs().get(0).work().allDone()).isEqualTo(5);
        assertThat(statements()).isEqualTo("""
                SELECT 'version', VERSION()
                CREATE TABLE tbl_200 (id varchar(20) NOT NULL, seq int NOT NULL, col3 varchar(16) NOT NULL, col4 varchar(5) NOT NULL, col5 varchar(50) NOT NULL, col6 varchar(1000) NULL, col7 varchar(300) NOT NULL, col8 varchar(150) NULL, col9 timestamp NOT NULL DEFAULT TIMESTAMP '2000-01-01 00:00:00', col10 smallint NOT NULL DEFAULT 0, col11 timestamp NOT NULL DEFAULT TIMESTAMP '2000-01-01 00:00:00', col12 varchar(15) NOT NULL, col13 char(1) NOT NULL, col14 char(1) NOT NULL, col15 timestamp NOT NULL DEFAULT TIMESTAMP '2010-07-30 16:25:44', PRIMARY KEY (id, seq))
                setAutoCommit true
                INSERT INTO tbl_200 (id, seq, col3, col4, col5, col6, col7, col8, col9, col10, col11, col12, col13, col14) VALUES ...
                CREATE UNIQUE INDEX tbl_200_unique ON tbl_200 (id, col3, col4, col5)
                CREATE INDEX tbl_200_other ON tbl_200 (id, col9 DESC, col14)
                SELECT COUNT(*) FROM tbl_200
                INSERT INTO tbl_200 (id, seq, col3, col4, col5, col6, col7, col8, col9, col10, col11, col12, col13, col14) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)
                DROP TABLE tbl_200""");
    }

    @Test
    void selectsReadFortyTablesByThreeKeys() throws IOException {
        assertThat(run(forty(FortyTablesLoad.SELECT_IO_BOUND))
                        .runs()
                        .get(0)
                        .work()
                        .allDone())
                .isEqualTo(5);
        assertThat(statements()).contains("""
                SELECT * FROM tbl_200 WHERE id = ? AND seq = ?
                SELECT * FROM tbl_200 WHERE id = ? AND col3 = ? AND col4 = ? AND col5 = ?
                SELECT * FROM tbl_200 WHERE id = ? AND col9 = ? AND col14 = ?
                DROP TABLE tbl_200""");
    }

    @Test
    void driverBeginsTransactions() throws IOException {
        assertThat(run(oltp(OltpLoad.WRITE_ONLY)).runs().get(0).work().allDone())
                .isEqualTo(5);
        assertThat(statements()).contains("""
                CREATE TABLE sbtest1 (id INTEGER AUTO_INCREMENT PRIMARY KEY, k INTEGER DEFAULT 0 NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL)""", """
                CREATE INDEX k_1 ON sbtest1(k)
                ALTER TABLE sbtest1 AUTO_INCREMENT = 101
                SELECT COUNT(*) FROM sbtest1
                setAutoCommit false
                UPDATE sbtest1 SET k=k+1 WHERE id=?""", "commit\n").doesNotContain("BEGIN", "COMMIT");
    }

    @Test
    void rowsAndUuidsAreLookedUp() throws IOException {
        assertThat(run(new KeyValueSpec(
                                url,
                                DataSpec.of("mysql", "unused", false),
                                RedisClientName.LETTUCE,
                                KeyValueSpec.Rows.of(100),
                                new KeyValueSpec.Reads(ReadWay.COVERING, 10, 1, 0),
                                List.of(1),
                                FIVE_EACH))
                        .runs()
                        .get(0)
                        .work()
                        .allDone())
                .isEqualTo(5);
        assertThat(statements())
                .contains(
                        "CREATE TABLE keyvalue (id bigint NOT NULL PRIMARY KEY, value1 int NOT NULL, value2 double NOT NULL)",
                        "CREATE UNIQUE INDEX covering ON keyvalue (id, value1, value2)\nUPDATE STATISTICS ON keyvalue",
                        "SELECT value1, value2 FROM keyvalue WHERE id");
        assertThat(run(new UuidSetSpec(
                                url,
                                DataSpec.of("mysql", "unused", false),
                                RedisClientName.LETTUCE,
                                ConnectionWay.THREAD,
                                100,
                                0,
                                List.of(1),
                                FIVE_EACH))
                        .runs()
                        .get(0)
                        .work()
                        .allDone())
                .isEqualTo(5);
        assertThat(statements())
                .contains("CREATE TABLE uuids (id bit(128) NOT NULL PRIMARY KEY)", "SELECT 1 FROM uuids WHERE id = ?");
    }

    @Test
    void databaseWithTablesIsLeftUnchanged() throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY)");
        }
        assertThatThrownBy(() -> run(forty(FortyTablesLoad.INSERT_FULL)))
                .isInstanceOf(TargetException.class)
                .hasMessage("the database at " + url
                        + " has tables already: orders; expected an empty one, which the lab fills and leaves empty");
    }

    @Test
    void jarWithoutADriverAndUrlWithAPasswordAreRefused() throws IOException {
        Path empty = Files.write(out.resolve("empty.jar"), new byte[0]);
        assertThatThrownBy(() -> DriverJar.register(empty))
                .isInstanceOf(SpecException.class)
                .hasMessage("--driver-jar: found no driver in '" + empty
                        + "', expected a jar with META-INF/services/java.sql.Driver");
        assertThatThrownBy(() -> DriverJar.register(out.resolve("none.jar")))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("expected the jar of a JDBC driver");
        assertThatThrownBy(() -> UrlAccount.refuse("jdbc:cubrid:127.0.0.1:33000:lab:dba:secret:", ""))
                .isInstanceOf(SpecException.class);
        UrlAccount.refuse("jdbc:cubrid:127.0.0.1:33000:lab:dba::?charset=utf-8", "");
    }
}
