package dev.espalier.internal.search;

import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.plan.ComputedKey;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.selection.ObjectValues;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes the values by which objects are sorted: reads what the formula is made of, and evaluates it in Java. For one search, by one thread. */
final class ComputedKeys {

    private final ObjectRows rows;
    private final Steps steps;
    private final Evaluation evaluation = new Evaluation();

    ComputedKeys(ObjectRows rows, Steps steps) {
        this.rows = rows;
        this.steps = steps;
    }

    /** Returns a key's values by object, each as its only column; objects without one are omitted. */
    Map<Long, Object[]> values(ComputedKey key, IdSet objects) {
        List<Map<Long, Object>> aggregates = steps.values().of(key.aggregates(), objects);
        Map<Long, Object[]> values = new HashMap<>();
        if (Fields.isNone(key.formula())) {
            Arrays.stream(objects.toArray()).forEach(id -> add(values, key, new ObjectValues(id, null, aggregates)));
        } else {
            rows.read(
                    key.rows(),
                    "sort keys",
                    objects,
                    false,
                    (id, row) -> add(values, key, new ObjectValues(id, row, aggregates)));
        }
        return values;
    }

    private void add(Map<Long, Object[]> values, ComputedKey key, ObjectValues row) {
        try {
            Object value = evaluation.value(key.formula(), row);
            if (value != null) {
                values.put(row.id(), new Object[] {value});
            }
        } catch (ArithmeticException e) {
            throw key.overflow();
        }
    }
}
