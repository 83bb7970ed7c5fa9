package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/** 0.0 and -0.0 are two members of a set in Java. Most engines keep no sign of zero, so that one of them would be lost in silence. */
@EngineIndependent
class EqualZerosContractTest {

    record Point(double x, Float y, String name) {}

    static class Chart {
        long id;
        Set<Double> ticks = new LinkedHashSet<>();
        SortedSet<Float> steps = new TreeSet<>();
        Set<Point> points = new LinkedHashSet<>();
        Map<Double, String> labels = new LinkedHashMap<>();
        Map<Point, Double> heights = new LinkedHashMap<>();
        List<Double> values = new ArrayList<>();
    }

    private static void assertRefused(Database db, String message, Consumer<Chart> mistake) {
        assertThatThrownBy(() -> {
                    Chart fresh = new Chart();
                    mistake.accept(fresh);
                    db.store(fresh);
                })
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> {
                    Chart changed = db.query(Chart.class, "").one();
                    mistake.accept(changed);
                    db.store(changed);
                })
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> {
                    try (BulkWriter writer = db.bulkWriter()) {
                        Chart loaded = new Chart();
                        mistake.accept(loaded);
                        writer.store(loaded);
                    }
                })
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message);
    }

    @OnEveryEngine
    void membersThatDifferByTheSignOfZeroAreRefused(TestDatabase database) {
        Database db = database.open(Model.of(Chart.class), database.settings());
        Chart chart = new Chart();
        for (int i = 1; i < 3_000; i++) {
            chart.ticks.add(i / 4.0);
        }
        chart.ticks.add(0.0);
        db.store(chart);

        assertRefused(db, ".ticks: found both 0.0 and -0.0, which differ by the sign of zero", it -> {
            it.ticks.add(0.0);
            it.ticks.add(-0.0);
        });
        assertRefused(db, ".steps: found both -0.0 and 0.0", it -> it.steps.addAll(List.of(0f, -0f)));
        assertRefused(
                db,
                ".points: found both Point[x=1.0, y=0.0, name=a] and Point[x=1.0, y=-0.0, name=a]",
                it -> it.points.addAll(List.of(new Point(1, 0f, "a"), new Point(1, -0f, "a"))));
        assertRefused(db, ".labels: found both 0.0 and -0.0 as keys", it -> {
            it.labels.put(0.0, "a");
            it.labels.put(-0.0, "b");
        });
        assertRefused(db, ".heights: found both Point[x=0.0, y=null, name=null] and Point[x=-0.0,", it -> {
            it.heights.put(new Point(0.0, null, null), 1.0);
            it.heights.put(new Point(-0.0, null, null), 1.0);
        });
        assertThat(db.query(Chart.class, "").one().ticks).isEqualTo(chart.ticks);
    }

    @OnEveryEngine
    void zerosThatDifferInSomethingElseAreStored(TestDatabase database) {
        Database db = database.open(Model.of(Chart.class), database.settings());
        Chart chart = new Chart();
        chart.ticks.addAll(List.of(0.0, 1.0));
        chart.points.addAll(List.of(new Point(0, 0f, "a"), new Point(0, 0f, "b"), new Point(0, null, "a")));
        chart.labels.put(-0.0, "a");
        chart.values.addAll(List.of(0.0, -0.0, 0.0));
        chart.heights.put(new Point(1, null, null), 0.0);
        chart.heights.put(new Point(2, null, null), -0.0);
        db.store(chart);

        Chart found = db.query(Chart.class, "").untracked().one();
        assertThat(found.ticks).containsExactly(0.0, 1.0);
        assertThat(found.points).hasSize(3);
        assertThat(found.labels).hasSize(1);
        assertThat(found.values).hasSize(3);
        assertThat(found.heights).hasSize(2);
        assertThat(Health.of(db).verify()).hasToString("clean");
    }
}
