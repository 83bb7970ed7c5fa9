package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.FinishContractTest;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.List;

/**
 * A program that drops for good dies between any two statements; whoever opens the database next completes it, or finds all as before. On servers, where a
 * database is made slowly, at some of the places; on MariaDB and TiDB, which do as MySQL does, at fewer.
 */
class FinishFaultsTest {

    @OnEveryEngine
    void theNextOpeningCompletesAnInterruptedFinish(TestDatabase database) throws Exception {
        boolean isDone = false;
        boolean wasCompleted = false;
        int step = database.engine() == Engine.TIDB ? 7 : database.engine() == Engine.MARIADB ? 4 : database.engine() == Engine.SQLITE ? 1 : 2;
        for (int call = 1; !isDone; call += step) {
            FinishContractTest.fill(database);
            isDone = diesAt(call, database) == 0;
            Database.open(database.url(), FinishContractTest.NEW, database.settings()).close();
            List<String> rows = database.rows("SELECT name FROM espalier_meta ORDER BY name");
            boolean isDropped = rows.contains("finished");
            assertThat(rows).as("call %d", call).doesNotContain("drops");
            assertThat(Database.schema(database.url(), database.settings()).finish(FinishContractTest.NEW, false).steps().isEmpty()).as("call %d", call).isEqualTo(isDropped);
            wasCompleted |= isDropped && !isDone;
            FinishContractTest.assertThatAllIsDropped(database);
            database.clear();
        }
        if (database.engine().isMySqlFamily()) {
            assertThat(wasCompleted).isTrue(); // elsewhere a finish is one transaction
        }
    }

    private static int diesAt(int call, TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database); FaultyDriver driver = new FaultyDriver(database, faults)) {
            faults.strike(Faults.Kind.LOST_AFTER, call, Integer.MAX_VALUE);
            try {
                Database.schema(driver.url(), database.settings().transactionTimeout(Duration.ofMillis(1))).finish(FinishContractTest.NEW, false);
            } catch (EspalierException lost) {
                // the caller checks what it left behind
            }
            return faults.stop();
        }
    }
}
