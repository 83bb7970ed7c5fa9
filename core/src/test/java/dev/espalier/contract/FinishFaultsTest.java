package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.FinishContractTest;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.PrimitiveIterator;

/**
 * A program that drops for good dies between any two statements; whoever opens the database next completes it, or finds all as
 * before.
 */
class FinishFaultsTest {

    @OnEveryEngine
    void theNextOpeningCompletesAnInterruptedFinish(TestDatabase database) throws Exception {
        boolean isDone = false;
        boolean wasCompleted = false;
        PrimitiveIterator.OfInt places = Sample.places("finish", database.engine());
        while (!isDone) {
            int call = places.nextInt();
            FinishContractTest.fill(database);
            isDone = diesAt(call, database) == 0;
            Database.open(database.url(), FinishContractTest.NEW, database.settings())
                    .close();
            List<String> rows = database.rows("SELECT name FROM espalier_meta ORDER BY name");
            boolean isDropped = rows.contains("finished");
            assertThat(rows).as("call %d", call).doesNotContain("drops");
            assertThat(Database.schema(database.url(), database.settings())
                            .finish(FinishContractTest.NEW, false)
                            .steps()
                            .isEmpty())
                    .as("call %d", call)
                    .isEqualTo(isDropped);
            wasCompleted |= isDropped && !isDone;
            FinishContractTest.assertThatAllIsDropped(database);
            database.clear();
        }
        if (database.engine().isMySqlFamily() && Sample.isAll(database.engine())) {
            assertThat(wasCompleted).isTrue(); // elsewhere a finish is one transaction
        }
    }

    private static int diesAt(int call, TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                FaultyDriver driver = new FaultyDriver(database, faults)) {
            faults.strike(Faults.Kind.LOST_AFTER, call, Integer.MAX_VALUE);
            try {
                Database.schema(driver.url(), database.settings().transactionTimeout(Duration.ofMillis(1)))
                        .finish(FinishContractTest.NEW, false);
            } catch (EspalierException lost) {
                // the caller checks what it left behind
            }
            return faults.stop();
        }
    }
}
