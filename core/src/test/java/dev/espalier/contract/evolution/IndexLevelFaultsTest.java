package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Settings;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.testing.Faults;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.PrimitiveIterator;

/**
 * A program that changes the index level dies between any two statements, those of the threads that build indexes too; whoever opens the database next
 * does the rest.
 */
class IndexLevelFaultsTest {

    @OnEveryEngine
    void theNextOpeningCompletesAnInterruptedChange(TestDatabase database) throws Exception {
        boolean isDone = false;
        PrimitiveIterator.OfInt places = Sample.places("index level", database.engine());
        while (!isDone) {
            int call = places.nextInt();
            IndexLevelContractTest.fill(database);
            isDone = diesAt(call, database, IndexLevel.BOTH) == 0;
            assertThatTheNextOpeningCompletes(database, call);
            try (Database db = Database.openCatalog(database.url(), database.settings())) {
                SchemaAdmin.of(db).indexes(IndexLevel.BOTH);
            }
            isDone &= diesAt(call, database, IndexLevel.NONE) == 0;
            assertThatTheNextOpeningCompletes(database, call);
            database.clear();
        }
    }

    private static void assertThatTheNextOpeningCompletes(TestDatabase database, int call) {
        String level = database.rows("SELECT value FROM espalier_meta WHERE name = 'indexes'")
                .get(0);
        Database.open(database.url(), IndexLevelContractTest.MODEL, database.settings())
                .close();
        assertThat(level).as("call %d", call).isIn("none", "both");
        IndexLevelContractTest.assertThatItHas(level.equals("none") ? IndexLevel.NONE : IndexLevel.BOTH, database);
    }

    private static int diesAt(int call, TestDatabase database, IndexLevel level) throws Exception {
        try (Faults faults = new Faults(database);
                Database db = Database.openCatalog(
                        faults.source(), Settings.defaults().transactionTimeout(Duration.ofMillis(1)))) {
            faults.strike(Faults.Kind.LOST_AFTER, call, Integer.MAX_VALUE, "espalier-indexes");
            try {
                SchemaAdmin.of(db).indexes(level);
            } catch (EspalierException lost) {
                // the caller checks what it left behind
            }
            return faults.stop();
        }
    }
}
