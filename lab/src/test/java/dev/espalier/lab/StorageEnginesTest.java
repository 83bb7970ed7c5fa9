package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.CacheState;
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
import dev.espalier.lab.spec.ServerSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.spec.WorkingSetSize;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every pack on the storage engines of MySQL and MariaDB, with its checks of rows and answers. */
class StorageEnginesTest {

    private static final LoadSpec FORTY_EACH = new LoadSpec(0, Arrival.CONSTANT, 0, 600, 40, 100, 1, 4711);
    private static final int CONNECTIONS = 4;

    @TempDir
    private Path out;

    private static OltpSpec oltp(String target, String engine, OltpLoad load) {
        return new OltpSpec(
                target,
                new DataSpec("mariadb", engine, "espalier_lab_engines", false),
                load,
                new OltpSpec.Size(2, 1_000),
                DistributionName.SPECIAL,
                List.of(CONNECTIONS),
                true,
                FORTY_EACH);
    }

    private static FortyTablesSpec forty(String target, String engine, FortyTablesLoad load) {
        return new FortyTablesSpec(
                target,
                new DataSpec("mariadb", engine, "espalier_lab_engines_forty", false),
                load,
                new FortyTablesSpec.Size(3, 300),
                100,
                WorkingSetSize.Of.ROWS,
                List.of(CONNECTIONS),
                FORTY_EACH);
    }

    private static KeyValueSpec keyValue(String target, String engine, ReadWay way) {
        return new KeyValueSpec(
                target,
                new DataSpec("mariadb", engine, "espalier_lab_engines_rows", false),
                RedisClientName.LETTUCE,
                KeyValueSpec.Rows.of(2_000),
                new KeyValueSpec.Reads(way, 500, 1, 0),
                List.of(CONNECTIONS),
                FORTY_EACH);
    }

    private static UuidSetSpec uuids(String target, String engine) {
        return new UuidSetSpec(
                target,
                new DataSpec("mariadb", engine, "espalier_lab_engines_uuids", false),
                RedisClientName.LETTUCE,
                ConnectionWay.THREAD,
                2_000,
                20,
                List.of(CONNECTIONS),
                FORTY_EACH);
    }

    /** MariaDB 10.11 with RocksDB: {@code servers/mariadb-10.11 up --set plugin_load_add=ha_rocksdb}. */
    private static void assumeUp(String target) {
        assumeThat(System.getenv("ESPALIER_" + target.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_") + "_URL"))
                .as("%s is up", target)
                .isNotNull();
    }

    private LoadResult run(PackSpec spec) {
        return new LoadLab(spec, new Targets(out, out, System.getenv()), out)
                .run("", Password.NONE, new LoadLab.Watcher() {
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

    @ParameterizedTest
    @CsvSource({
        "mysql, InnoDB, true",
        "mysql, MyISAM, false",
        "mysql, MEMORY, false",
        "mariadb, InnoDB, true",
        "mariadb, MyISAM, false",
        "mariadb, MEMORY, false",
        "mariadb, Aria, false",
        "mariadb-10.11, RocksDB, true"
    })
    void everyPackRuns(String target, String engine, boolean transactional) {
        assumeUp(target);
        List<PackSpec> packs = new ArrayList<>(List.of(
                oltp(target, engine, OltpLoad.READ_ONLY),
                oltp(target, engine, OltpLoad.READ_WRITE),
                oltp(target, engine, OltpLoad.INSERT),
                forty(target, engine, FortyTablesLoad.INSERT_FULL),
                forty(target, engine, FortyTablesLoad.SELECT_IO_BOUND),
                keyValue(target, engine, ReadWay.SELECT),
                keyValue(target, engine, ReadWay.COVERING),
                uuids(target, engine)));
        if (!List.of("MEMORY", "RocksDB").contains(engine)) { // they know no HANDLER
            packs.add(keyValue(target, engine, ReadWay.HANDLER));
        }
        for (PackSpec pack : packs) {
            LoadResult result = run(pack);

            LoadRun run = result.runs().get(0);
            assertThat(run.work().allDone()).as("%s", pack).isEqualTo(CONNECTIONS * 40L);
            assertThat(run.work().operations())
                    .allSatisfy(figures -> assertThat(figures.givenUp()).isZero());
            assertThat(result.driverOptions().values())
                    .as("%s says what it does not promise", pack)
                    .filteredOn(word -> word.contains(engine))
                    .singleElement()
                    .satisfies(word -> assertThat(word.contains("without transactions: what failed may be half done"))
                            .isEqualTo(!transactional));
            // It reports sizes of files only, and new rows are in none.
            if (pack instanceof KeyValueSpec && !engine.equals("RocksDB")) {
                assertThat(Long.parseLong(result.driverOptions().get("bytes"))).isPositive();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "mariadb-10.11, NDB, MariaDB",
        "mysql, NDB, MySQL",
        "mysql, RocksDB, MySQL",
        "mysql, Aria, MySQL",
        "mariadb, NDB, MariaDB",
        "mariadb, RocksDB, MariaDB"
    })
    void anEngineThatTheServerHasNotIsRefusedWithThoseThatItHas(String target, String engine, String title) {
        assumeUp(target);
        for (PackSpec pack : List.of(
                oltp(target, engine, OltpLoad.READ_ONLY),
                forty(target, engine, FortyTablesLoad.INSERT_FULL),
                keyValue(target, engine, ReadWay.SELECT),
                uuids(target, engine))) {
            assertThatThrownBy(() -> run(pack))
                    .as("%s", pack)
                    .isInstanceOf(SpecException.class)
                    .hasMessageStartingWith("--engine: found " + engine + ", which " + title + " at jdbc:"
                            + target.replaceFirst("-.*", "") + ":")
                    .hasMessageContaining(" does not have; it has ")
                    .hasMessageContaining("InnoDB")
                    .hasMessageContaining("MyISAM");
        }
    }

    @Test
    void coldRunRefusesTablesInMemory() {
        assumeUp("mariadb");
        LoadSpec cold = new LoadSpec(
                0, Arrival.CONSTANT, 0, 600, 40, 100, 1, 4711, new ServerSpec(CacheState.COLD, Map.of(), ""));

        assertThatThrownBy(() -> run(new UuidSetSpec(
                        "mariadb",
                        new DataSpec("mariadb", "MEMORY", "espalier_lab_engines_uuids", false),
                        RedisClientName.LETTUCE,
                        ConnectionWay.THREAD,
                        2_000,
                        20,
                        List.of(CONNECTIONS),
                        cold)))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "--cache: found cold with the storage engine MEMORY, expected warm: a restart empties its tables");
    }

    @ParameterizedTest
    @CsvSource({"sqlite, SQLite", "postgres, PostgreSQL", "tidb, TiDB"})
    void anEngineWithOneStorageRefusesAnother(String target, String title) {
        if (!target.equals("sqlite")) {
            assumeUp(target);
        }
        for (PackSpec pack : List.of(
                oltp(target, "MyISAM", OltpLoad.READ_ONLY),
                forty(target, "MyISAM", FortyTablesLoad.INSERT_FULL),
                keyValue(target, "MyISAM", ReadWay.SELECT),
                uuids(target, "MyISAM"))) {
            assertThatThrownBy(() -> run(pack))
                    .as("%s", pack)
                    .isInstanceOf(SpecException.class)
                    .hasMessage("--engine: found MyISAM, but " + title
                            + " has no storage engines to choose from; MySQL and MariaDB have");
        }
    }
}
