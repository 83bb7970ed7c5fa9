package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A MySQL that nobody else uses counts the same for a transaction of the lab as for one of sysbench. Both run twice, with few transactions
 * and with many: the difference is free of what a run does before and after.
 */
@NullUnmarked // what it asks for was measured
class SameTransactionsTest {

    private static final String DATABASE = "espalier_same";
    private static final int TABLES = 2;
    private static final int ROWS = 10_000;
    private static final int FEW = 200;
    private static final int MANY = 1_200;
    private static final double TOLERANCE = 0.005;
    /**
     * The server counts its own reads, too, such as those of its statistics. The lab reads the server's counters once a second, which is counted as well. One more
     * statement in each transaction would add 1.
     */
    private static final double OWN_READS = 0.2;
    /** Statements, and what the storage engine is asked for. */
    private static final String COUNTED = "Com_(begin|commit|rollback|select|insert|update|delete|stmt_execute)"
            + "|Handler_(commit|rollback|read_first|read_key|read_last|read_next|read_prev|read_rnd|read_rnd_next|update|delete|write)";

    @TempDir
    private Path out;

    private OltpSpec spec(OltpLoad load, int operations) {
        return new OltpSpec(
                "mysql",
                DataSpec.of("mariadb", DATABASE, true),
                load,
                new OltpSpec.Size(TABLES, ROWS),
                DistributionName.SPECIAL,
                List.of(1),
                true,
                new LoadSpec(0, Arrival.CONSTANT, 0, 3_600, operations, 10, 1, 7));
    }

    private void lab(OwnServer server, OltpLoad load, int operations) {
        LoadRun run = new LoadLab(spec(load, operations), server.targets(), out)
                .run("", Password.NONE, new LoadLab.Watcher() {
                    @Override
                    public SecondWatcher starts(int number, int of, String title) {
                        return SecondWatcher.NONE;
                    }

                    @Override
                    public void ended(LoadRun ended) {
                        // the result has it
                    }
                })
                .runs()
                .get(0);
        assertThat(run.work().allDone()).isEqualTo(operations);
    }

    private static Map<String, Long> counters(Target target) throws SQLException {
        Map<String, Long> counted = new TreeMap<>();
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GLOBAL STATUS")) {
            while (rows.next()) {
                if (rows.getString(1).matches(COUNTED)) {
                    counted.put(rows.getString(1), rows.getLong(2));
                }
            }
        }
        return counted;
    }

    /** Does so many transactions. */
    private interface Client {
        void run(int transactions) throws IOException, InterruptedException;
    }

    private static Map<String, Double> perTransaction(Target target, Client client)
            throws IOException, InterruptedException, SQLException {
        Map<String, Long> start = counters(target);
        client.run(FEW);
        Map<String, Long> middle = counters(target);
        client.run(MANY);
        Map<String, Long> end = counters(target);
        Map<String, Double> counted = new TreeMap<>();
        end.forEach((name, count) ->
                counted.put(name, (count - 2 * middle.get(name) + start.get(name)) / (double) (MANY - FEW)));
        return counted;
    }

    @Test
    void serverCountsTheSameStatementsForBothTools() throws IOException, InterruptedException, SQLException {
        Sysbench.assumeInstalled();
        try (OwnServer server = OwnServer.of("mysql", out)) {
            lab(server, OltpLoad.READ_WRITE, 1); // makes the tables
            Target target = server.targets().find("mysql", "", Password.NONE);
            Sysbench sysbench =
                    new Sysbench(server.targets().address("mysql", "MySQL", "", Password.NONE), DATABASE, TABLES, ROWS);
            for (OltpLoad load :
                    List.of(OltpLoad.READ_ONLY, OltpLoad.POINT_SELECT, OltpLoad.READ_WRITE, OltpLoad.UPDATE_KEY)) {
                Map<String, Double> theirs = perTransaction(
                        target,
                        count -> sysbench.run(
                                Sysbench.script(load),
                                "run",
                                "--threads=1",
                                "--events=" + count,
                                "--rand-type=special"));
                Map<String, Double> ours = perTransaction(target, count -> lab(server, load, count));

                theirs.forEach((name, count) -> assertThat(ours.get(name))
                        .as("%s for each transaction of %s", name, load)
                        .isCloseTo(
                                count,
                                within(Math.max(
                                        name.matches("Handler_.*|Com_select") ? OWN_READS : TOLERANCE,
                                        TOLERANCE * count))));
                assertThat(theirs.get("Com_stmt_execute")).as("counted at all").isPositive();
            }
        }
    }
}
