package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** sysbench itself works on the lab's tables, and the lab on sysbench's. */
class SysbenchTablesTest {

    private static final String DATABASE = "espalier_sysbench_test";
    private static final int TABLES = 2;
    private static final int ROWS = 1_000;
    private static final int EVENTS = 50;

    @TempDir
    private Path out;

    @BeforeEach
    void sysbenchAndMySqlAreThere() {
        Sysbench.assumeInstalled();
        assumeThat(System.getenv("ESPALIER_MYSQL_URL"))
                .as("MySQL is up, else: servers/mysql up, then eval \"$(servers/mysql env)\"")
                .isNotNull();
    }

    private Targets targets() {
        return new Targets(out, out, System.getenv());
    }

    private LoadRun lab(OltpLoad load, boolean keep) {
        OltpSpec spec = new OltpSpec(
                "mysql",
                DataSpec.of("mariadb", DATABASE, keep),
                load,
                new OltpSpec.Size(TABLES, ROWS),
                DistributionName.SPECIAL,
                List.of(2),
                true,
                new LoadSpec(0, Arrival.CONSTANT, 0, 600, EVENTS / 2, 10, 1, 1));
        return new LoadLab(spec, targets(), out)
                .run("", Password.NONE, new LoadLab.Watcher() {
                    @Override
                    public SecondWatcher starts(int number, int of, String title) {
                        return SecondWatcher.NONE;
                    }

                    @Override
                    public void ended(LoadRun run) {
                        // the result has it
                    }
                })
                .runs()
                .get(0);
    }

    private String sysbench(String script, String command) throws IOException, InterruptedException {
        return new Sysbench(targets().address("mysql", "MySQL", "", Password.NONE), DATABASE, TABLES, ROWS)
                .run(script, command, "--threads=2", "--events=" + EVENTS);
    }

    @Test
    void labAndSysbenchUseEachOthersTables() throws IOException, InterruptedException {
        TargetDatabase database = targets().find("mysql", "", Password.NONE).database(DATABASE);
        database.drop();
        try {
            lab(OltpLoad.READ_WRITE, true);
            for (String script :
                    List.of("oltp_read_only", "oltp_read_write", "oltp_point_select", "oltp_update_index")) {
                assertThat(sysbench(script, "run")).containsPattern("transactions: +" + EVENTS + " ");
            }

            database.recreate();
            sysbench("oltp_read_write", "prepare");
            for (OltpLoad load :
                    List.of(OltpLoad.READ_ONLY, OltpLoad.READ_WRITE, OltpLoad.POINT_SELECT, OltpLoad.UPDATE_KEY)) {
                assertThat(lab(load, true).work().allDone()).isEqualTo(EVENTS);
            }
        } finally {
            database.drop();
        }
    }
}
