package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.health.Health;
import dev.espalier.testing.Faults;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import dev.espalier.verification.Damage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;

/**
 * A program that changes the tables dies between any two statements; whoever opens the database next completes the changes.
 */
class EvolutionFaultsTest {

    static class V1 {
        static class Parcel {
            long id;
            String name;
            int weight;
            Box box;

            Parcel() {}

            Parcel(String name, int weight, Box box) {
                this.name = name;
                this.weight = weight;
                this.box = box;
            }
        }

        record Box(String colour) {}
    }

    static class V2 {
        @Was("Parcel")
        static class Parcel {
            long id;
            int height;

            @Was("name")
            String label;

            long weight;
            Box box;
            List<String> stamps = new ArrayList<>();
            Van van;
        }

        record Box(int sides, String colour) {}

        static class Van {
            long id;
            Long plate;
        }
    }

    private static final Model OLD = Model.of(V1.Parcel.class);
    private static final Model NEW = Model.of(V2.Parcel.class);

    @OnEveryEngine
    void theNextOpeningCompletesInterruptedChanges(TestDatabase database) throws Exception {
        boolean isDone = false;
        PrimitiveIterator.OfInt places = Sample.places("changes", database.engine());
        for (int tried = 1; !isDone; tried++) {
            int call = places.nextInt();
            try (Database first = Database.open(database.url(), OLD, database.settings())) {
                first.store(new V1.Parcel("p", 7, new V1.Box("red")));
                isDone = diesAt(call, database) == 0;
                // The program of the older model goes on, and opens again, whatever state it is in.
                first.store(new V1.Parcel("q", 8, null));
            }
            if (tried % 2 == 0) {
                try (Database older = Database.open(database.url(), OLD, database.settings())) {
                    assertThat(older.query(V1.Parcel.class, "weight > 0").count())
                            .as("call %d", call)
                            .isEqualTo(2);
                }
            }
            try (Database newer =
                    Database.open(database.url(), NEW, database.settings().schema(SchemaMode.APPLY))) {
                assertThat(newer.query(
                                        V2.Parcel.class,
                                        "label = 'p', weight = 7, height = 0, box.sides = 0, box.colour = 'red', van IS NULL")
                                .count())
                        .as("call %d", call)
                        .isEqualTo(1);
                assertThat(newer.query(V2.Parcel.class, "label = 'q', box IS NULL")
                                .count())
                        .isEqualTo(1);
                V2.Parcel parcel = newer.query(V2.Parcel.class, "label = 'p'").one();
                parcel.van = new V2.Van();
                parcel.stamps.add("x");
                newer.store(parcel);
                assertThat(Health.of(newer).verify().findings())
                        .as("call %d", call)
                        .filteredOn(finding -> finding.damage() != Damage.MISSING_INDEX)
                        .isEmpty();
            }
            assertThat(database.rows("SELECT name FROM espalier_meta ORDER BY state, name"))
                    .containsExactly(
                            "attributes", "columns", "digest", "facts", "format", "indexes", "next-number", "version");
            database.clear();
        }
    }

    private static int diesAt(int call, TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database)) {
            faults.strike(Faults.Kind.LOST_BEFORE, call, Integer.MAX_VALUE);
            Database[] opened = new Database[1];
            Throwable thrown = catchThrowable(() -> opened[0] = Database.open(
                    faults.source(),
                    NEW,
                    Settings.defaults().schema(SchemaMode.APPLY).transactionTimeout(Duration.ofMillis(1))));
            int failed = faults.stop();
            if (opened[0] != null) {
                opened[0].close();
            }
            assertThat(thrown == null).isEqualTo(failed == 0);
            return failed;
        }
    }
}
