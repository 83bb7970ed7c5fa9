package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.testing.Faults;
import dev.espalier.testing.FaultyDriver;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.PrimitiveIterator;

/**
 * A program that drops for good dies between any two statements; whoever opens the database next completes it, or finds all as
 * before.
 */
class FinishFaultsTest {

    @OnEveryEngine
    void theNextOpeningCompletesAnInterruptedFinish(TestDatabase database) throws Exception {
        boolean wasCompleted = false;
        PrimitiveIterator.OfInt places = Sample.places("finish", database.engine());
        Ended ended;
        do {
            ended = completedAfterDeathAt(places.nextInt(), database);
            wasCompleted |= ended.wasCompleted();
        } while (!ended.isDone());
        if (database.engine().isMySqlFamily()) { // elsewhere a finish is one transaction
            // Tables are dropped in the last calls: a run that tries a part of the places may have missed all of these.
            for (int call = ended.calls(); call > 0 && !wasCompleted; call--) {
                wasCompleted = completedAfterDeathAt(call, database).wasCompleted();
            }
            assertThat(wasCompleted).isTrue();
        }
    }

    /**
     * How a finish ended that died at a call.
     *
     * @param isDone whether it had fewer calls
     * @param calls those that it made
     * @param wasCompleted whether it had begun to drop, and the next opening dropped the rest
     */
    private record Ended(boolean isDone, int calls, boolean wasCompleted) {}

    private static Ended completedAfterDeathAt(int call, TestDatabase database) throws Exception {
        FinishContractTest.fill(database);
        Faults faults = diesAt(call, database);
        boolean isInterrupted = database.rows("SELECT state FROM espalier_meta").contains("drop");
        Database.open(database.url(), FinishContractTest.NEW, database.settings())
                .close();
        boolean isDropped = !database.rows("SELECT value FROM espalier_fact WHERE kind = 'dropped'")
                .isEmpty();
        assertThat(database.rows("SELECT kind FROM espalier_fact WHERE state = 'drop'"))
                .as("call %d", call)
                .isEmpty();
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .finish(FinishContractTest.NEW)
                        .steps()
                        .isEmpty())
                .as("call %d", call)
                .isEqualTo(isDropped);
        FinishContractTest.assertThatAllIsDropped(database);
        database.clear();
        return new Ended(faults.stop() == 0, faults.counted(), isInterrupted && isDropped);
    }

    private static Faults diesAt(int call, TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database);
                FaultyDriver driver = new FaultyDriver(database, faults)) {
            faults.strike(Faults.Kind.LOST_AFTER, call, Integer.MAX_VALUE);
            try {
                SchemaAdmin.at(driver.url(), database.settings().transactionTimeout(Duration.ofMillis(1)))
                        .finish(FinishContractTest.NEW);
            } catch (EspalierException lost) {
                // the caller checks what it left behind
            }
            faults.stop();
            return faults;
        }
    }
}
