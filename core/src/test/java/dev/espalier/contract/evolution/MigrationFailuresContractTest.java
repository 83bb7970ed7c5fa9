package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.annotation.Was;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.SchemaException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigInteger;
import java.sql.Time;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
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
                    .hasMessageContaining("compute Labelled." + wrong[0] + ": ")
                    .hasMessageContaining("the SQL expression " + wrong[1]);
        }
    }

    enum Color {
        RED
    }

    static class OfAllTypes {
        @Was("Labelled")
        static class Labelled {
            long id;
            String text;
            LocalDate day;
            Time time;
            Date moment;
            UUID key;
            BigInteger whole;
            Double weight;
            Character letter;
            byte[] bytes;
            Color color;
        }
    }

    private static Database openAllTypes(TestDatabase database, String attribute, String expression) {
        return Database.open(
                database.url(),
                Model.of(OfAllTypes.Labelled.class),
                database.settings()
                        .migrations(Migration.of(OfAllTypes.Labelled.class).setSql(attribute, expression)));
    }

    /** Every engine stores an enum as a text, and SQLite stores any value in any column. */
    @OnEveryEngine
    void sqlWhoseValuesAreNoneOfTheAttributeIsRefused(TestDatabase database) {
        List<List<String>> wrong = new ArrayList<>(List.of(List.of("color", "'BLUE'"), List.of("color", "'red'")));
        if (database.engine() == Engine.SQLITE) {
            for (String attribute : List.of("day", "time", "moment", "key", "whole", "weight", "letter")) {
                wrong.add(List.of(attribute, "'abc'"));
            }
            wrong.addAll(List.of(
                    List.of("day", "'2026-02-31'"),
                    List.of("moment", "'2026-12-01 10:00'"),
                    List.of("key", "'1-1-1-1-1'"),
                    List.of("whole", "2.5"),
                    List.of("letter", "70000"),
                    List.of("letter", "2.5"),
                    List.of("bytes", "'abc'")));
        }
        for (List<String> one : wrong) {
            database.clear();
            try (Database db = database.open(Labelled.class)) {
                db.store(new Labelled());
            }
            assertThatThrownBy(
                            () -> openAllTypes(database, one.get(0), one.get(1)).close())
                    .as("%s = %s", one.get(0), one.get(1))
                    .isInstanceOfSatisfying(
                            SchemaException.class, e -> assertThat(e.code()).isEqualTo("migration"))
                    .hasMessageContaining("compute Labelled." + one.get(0) + ": ")
                    .hasMessageContaining("1 object has no value for it")
                    .hasMessageContaining("the SQL expression " + one.get(1))
                    .hasMessageContaining("Nothing was changed");
        }
    }

    /** A text that is a number becomes one, and a number becomes a text. */
    @OnEveryEngine(Engine.SQLITE)
    void sqlWhoseValuesSqliteConvertsIsTaken(TestDatabase database) {
        for (List<Object> one : List.<List<Object>>of(
                List.of("day", "'2026-12-01'", LocalDate.of(2026, 12, 1)),
                List.of("time", "'17:30:00.000000'", Time.valueOf("17:30:00")),
                List.of("moment", "'2026-12-01 17:30:00.000000'", Date.from(Instant.parse("2026-12-01T17:30:00Z"))),
                List.of("whole", "text", BigInteger.valueOf(9)),
                List.of("weight", "' 1.5e1 '", 15.0),
                List.of("weight", "9007199254740993", 9007199254740992.0),
                List.of("letter", "65", 'A'),
                List.of("color", "'RED'", Color.RED))) {
            database.clear();
            try (Database db = database.open(Labelled.class)) {
                db.store(new Labelled());
            }
            String attribute = (String) one.get(0);
            try (Database db = openAllTypes(database, attribute, (String) one.get(1))) {
                assertThat(db.query(OfAllTypes.Labelled.class, "").one())
                        .as("%s = %s", attribute, one.get(1))
                        .extracting(attribute)
                        .isEqualTo(one.get(2));
            }
        }
    }

    /** A plain SQL client can write any text into any column of SQLite. */
    @OnEveryEngine(Engine.SQLITE)
    void aStoredTextThatIsNoValueIsRefusedWithTheColumn(TestDatabase database) {
        try (Database db = database.open(OfAllTypes.Labelled.class)) {
            db.store(new OfAllTypes.Labelled());
            for (String attribute : List.of("day", "time", "moment", "key")) {
                String column = database.quote(attribute);
                database.execute("UPDATE labelled SET " + column + " = 'abc'");
                assertThatThrownBy(() -> db.query(OfAllTypes.Labelled.class, "").one())
                        .isInstanceOfSatisfying(
                                DatabaseException.class,
                                e -> assertThat(e.code()).isEqualTo("unreadable-value"))
                        .hasMessageContaining("column " + attribute + ": found 'abc'; expected ");
                database.execute("UPDATE labelled SET " + column + " = NULL");
            }
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
