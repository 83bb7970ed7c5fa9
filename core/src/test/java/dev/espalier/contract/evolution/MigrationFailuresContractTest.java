package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.annotation.Was;
import dev.espalier.error.SchemaException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A migration that cannot compute a value leaves the database as the documentation says. */
@EngineIndependent
class MigrationFailuresContractTest {

    /** More than one batch, which has 500. */
    private static final int GAUGES = 600;

    static class Gauge {
        long id;
        int number;

        Gauge() {}

        Gauge(int number) {
            this.number = number;
        }
    }

    static class Newer {
        @Was("Gauge")
        static class Gauge {
            long id;
            int number;
            int twice;
        }
    }

    /** @param check what is done when the last object was checked */
    private static Migration<Newer.Gauge> twice(Runnable check) {
        AtomicInteger computed = new AtomicInteger();
        return Migration.of(Newer.Gauge.class).set("twice", node -> {
            int number = node.get("number", Integer.class);
            if (number < 0) {
                throw new IllegalArgumentException("found " + number + "; expected a number above 0");
            }
            if (computed.incrementAndGet() == GAUGES) {
                check.run();
            }
            return 2 * number;
        });
    }

    record Parcel(long id, int number) {}

    static class NewerRecords {
        @Was("Parcel")
        record Parcel(long id, int number, int twice) {}
    }

    private static Database open(TestDatabase database, Migration<NewerRecords.Parcel> migration) {
        return Database.open(
                database.url(),
                Model.of(NewerRecords.Parcel.class),
                database.settings().migrations(migration));
    }

    @OnEveryEngine
    void aFunctionForARecordIsRefusedWithTheAdviceThatWorks(TestDatabase database) {
        try (Database db = database.open(Parcel.class)) {
            db.store(new Parcel(0, 4));
        }
        Migration<NewerRecords.Parcel> migration = Migration.of(NewerRecords.Parcel.class);
        assertThatThrownBy(() -> open(database, migration.set("twice", node -> 8)))
                .hasMessageContaining("expected Migration.setSql")
                .hasMessageNotContaining("by a Migration");
        try (Database db = open(database, migration.setSql("twice", "2 * number"))) {
            assertThat(db.query(NewerRecords.Parcel.class, "").one().twice()).isEqualTo(8);
        }
    }

    static class Labelled {
        long id;
        String text = "9";
    }

    static class NewerLabels {
        @Was("Labelled")
        static class Labelled {
            long id;
            String text;
            Integer number;
        }
    }

    @OnEveryEngine
    void aTextThatIsANumberIsComputedIfTheEngineStoresIt(TestDatabase database) {
        try (Database db = database.open(Labelled.class)) {
            db.store(new Labelled());
        }
        // PostgreSQL alone makes no number of a column of texts
        String expression = database.engine() == Engine.POSTGRES ? "'9'" : "text";
        try (Database db = Database.open(
                database.url(),
                Model.of(NewerLabels.Labelled.class),
                database.settings()
                        .migrations(Migration.of(NewerLabels.Labelled.class).setSql("number", expression)))) {
            assertThat(db.query(NewerLabels.Labelled.class, "").one().number).isEqualTo(9);
        }
    }

    static class LongerLabels {
        @Was("Labelled")
        static class Labelled {
            long id;
            String text;
            Boolean isLong;
            Integer number;
        }
    }

    /** SQLite stores any text as a boolean, and takes it for false. */
    @OnEveryEngine
    void sqlThatTheEngineRefusesIsRefusedWithTheAttributeAndTheExpression(TestDatabase database) {
        for (String[] wrong : new String[][] {
            {"isLong", "unknownColumn"},
            {"isLong", "(SELECT x FROM unknown_table)"},
            {"number", "unknownColumn"},
            {"isLong", "'x'"},
            {"number", "'x'"}
        }) {
            database.clear();
            try (Database db = database.open(Labelled.class)) {
                db.store(new Labelled());
            }
            if (database.engine() == Engine.SQLITE && wrong[1].equals("'x'")) {
                continue;
            }
            assertThatThrownBy(() -> Database.open(
                                    database.url(),
                                    Model.of(LongerLabels.Labelled.class),
                                    database.settings()
                                            .migrations(Migration.of(LongerLabels.Labelled.class)
                                                    .setSql(wrong[0], wrong[1])))
                            .close())
                    .as("%s = %s", wrong[0], wrong[1])
                    .isInstanceOfSatisfying(
                            SchemaException.class, e -> assertThat(e.code()).isEqualTo("migration"))
                    .hasMessageContaining("compute Labelled." + wrong[0] + ": found the SQL expression " + wrong[1]);
        }
    }

    private static void fill(TestDatabase database) {
        try (Database db = database.open(Gauge.class)) {
            db.storeAll(IntStream.rangeClosed(1, GAUGES).mapToObj(Gauge::new).toList());
        }
    }

    private static void setLast(TestDatabase database, int number) {
        String version = database.quote("_version");
        database.execute("UPDATE gauge SET number = " + number + ", " + version + " = " + version
                + " + 1 WHERE id = (SELECT last FROM (SELECT MAX(id) AS last FROM gauge) AS ids)");
    }

    private static void assertComputed(TestDatabase database, int count) {
        assertThat(database.rows("SELECT COUNT(*) FROM gauge WHERE twice = 2 * number"))
                .containsExactly(String.valueOf(count));
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SchemaException.class, e -> assertThat(e.code()).isEqualTo("migration"));
    }

    private static Database open(TestDatabase database, Migration<?>... migrations) {
        return Database.open(
                database.url(), Model.of(Newer.Gauge.class), database.settings().migrations(migrations));
    }

    @OnEveryEngine
    void aMigrationThatTheCheckRefusesChangesNothing(TestDatabase database) {
        fill(database);
        open(database).close();
        setLast(database, -1);
        try (Database db = open(database)) {
            assertRefused(() -> db.migrate(twice(() -> {})));
        }
        assertComputed(database, 0);
    }

    @OnEveryEngine
    void aMigrationThatFailsAtAnObjectThatHasChangedSinceLeavesEarlierBatchesComputed(TestDatabase database) {
        fill(database);
        try (Database db = open(database)) {
            assertRefused(() -> db.migrate(twice(() -> setLast(database, -1))));
            assertComputed(database, 500);
            setLast(database, GAUGES);
            db.migrate(twice(() -> {}));
            assertComputed(database, GAUGES);
        }
    }

    @OnEveryEngine
    void anOpeningThatFailsAtAnObjectThatHasChangedSinceIsCompletedByTheNext(TestDatabase database) {
        fill(database);
        assertRefused(() -> open(database, twice(() -> setLast(database, -1))).close());
        assertComputed(database, 500);
        setLast(database, GAUGES);
        open(database, twice(() -> {})).close();
        assertComputed(database, GAUGES);
    }
}
