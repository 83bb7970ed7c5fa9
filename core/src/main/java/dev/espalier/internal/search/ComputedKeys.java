package dev.espalier.internal.search;

import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.ComputedKey;
import dev.espalier.internal.plan.Fields;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Computes the values by which objects are sorted: reads what the formula is made of, and evaluates it in Java. For one search, by one thread. */
final class ComputedKeys {

    private final Relations relations;
    private final Steps steps;
    private final Evaluation evaluation = new Evaluation();

    ComputedKeys(Relations relations, Steps steps) {
        this.relations = relations;
        this.steps = steps;
    }

    /** Returns a key's values by object, each as its only column; objects without one are omitted. */
    Map<Long, Object[]> values(ComputedKey key, PersistentClass type, IdSet objects) {
        List<Map<Long, Object>> aggregates = key.aggregates().stream()
                .map(value -> steps.values(value, objects))
                .toList();
        Map<Long, Object[]> values = new HashMap<>();
        if (Fields.isNone(key.formula())) {
            Arrays.stream(objects.toArray()).forEach(id -> add(values, key, new Values(id, null, aggregates)));
        } else {
            new SourceReader(key.sources(), relations, steps).read(type, objects.toArray(), object -> {
                RowValues fields = ReferredRows.of(key.sources(), 0, object);
                add(values, key, new Values(object.id(), fields, aggregates));
            });
        }
        return values;
    }

    private void add(Map<Long, Object[]> values, ComputedKey key, Values row) {
        try {
            Object value = evaluation.value(key.formula(), row);
            if (value != null) {
                values.put(row.id, new Object[] {value});
            }
        } catch (ArithmeticException e) {
            throw key.overflow();
        }
    }

    /**
     * The values of one object.
     *
     * @param fields null if none is read
     * @param aggregates their values by object
     */
    private record Values(long id, @Nullable RowValues fields, List<Map<Long, Object>> aggregates)
            implements RowValues {

        @Override
        public @Nullable Object field(int source, int index) {
            return fields == null ? null : fields.field(source, index);
        }

        @Override
        public Object key(int index) {
            throw new IllegalStateException("an object is no group");
        }

        @Override
        public @Nullable Object aggregate(int index) {
            return aggregates.get(index).get(id);
        }
    }
}
