package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.naive.Graphs;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** Every value of every type comes back as it went in. */
class ValuesContractTest {

    private static List<Values> all(TestDatabase database) {
        List<Values> all = new ArrayList<>(List.of(Values.nothing(), Values.least(), Values.greatest()));
        all.addAll(Values.texts());
        all.addAll(Values.numbers());
        all.addAll(Values.days());
        return Values.within(database.engine(), all);
    }

    @OnEveryEngine
    void storedValuesComeBackUnchanged(TestDatabase database) {
        List<Values> stored = all(database);
        Database db = database.open(Values.class);
        db.storeAll(stored);
        assertSame(stored, db);
    }

    @OnEveryEngine
    void bulkLoadedValuesComeBackUnchanged(TestDatabase database) {
        List<Values> stored = all(database);
        Database db = database.open(Values.class);
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.storeAll(stored);
        }
        assertSame(stored, db);
    }

    @OnEveryEngine
    void storingLoadedValuesWritesNothing(TestDatabase database) {
        Database db = database.open(Values.class);
        db.storeAll(all(database));
        db.storeAll(db.query(Values.class, "").list());
        assertThat(database.rows("SELECT DISTINCT _version FROM " + database.quote("values"))).containsExactly("0");
    }

    @OnEveryEngine
    void updatedValuesComeBackUnchanged(TestDatabase database) {
        Database db = database.open(Values.class);
        Values values = Values.within(database.engine(), List.of(Values.least())).get(0);
        db.store(values);
        for (Values next : Values.within(database.engine(), List.of(Values.greatest(), Values.nothing(), Values.texts().get(7)))) {
            copy(next, values);
            db.store(values);
            assertThat(Graphs.difference(values, db.get(Values.class, values.id))).isNull();
        }
    }

    private static void copy(Values from, Values to) {
        dev.espalier.naive.Objects.fields(Values.class).stream().filter(field -> !field.getName().equals("id")).forEach(field -> {
            try {
                field.set(to, field.get(from));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void assertSame(List<Values> stored, Database db) {
        List<Values> loaded = db.query(Values.class, "").list();
        assertThat(loaded).hasSameSizeAs(stored);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < stored.size(); i++) {
            String difference = Graphs.difference(stored.get(i), loaded.get(i));
            if (difference != null) {
                differences.add(i + difference);
            }
        }
        assertThat(differences).isEmpty();
    }
}
