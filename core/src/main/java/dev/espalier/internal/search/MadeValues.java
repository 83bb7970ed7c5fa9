package dev.espalier.internal.search;

import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FormulaAggregate;
import dev.espalier.internal.plan.ObjectValue;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.plan.SharedAggregates;
import dev.espalier.internal.search.ids.IdSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes values of what objects lead to: those of the same rows together, if that takes less. For one search, by one thread. */
final class MadeValues {

    private final FormulaAggregates formulas;
    private final Totals totals;
    private final Extremes extremes;
    private final Aggregates aggregates;

    MadeValues(FormulaAggregates formulas, Totals totals, Extremes extremes, Aggregates aggregates) {
        this.formulas = formulas;
        this.totals = totals;
        this.extremes = extremes;
        this.aggregates = aggregates;
    }

    /** Returns for each value those of some objects; objects without one are omitted. */
    List<Map<Long, Object>> of(List<ObjectValue> values, IdSet objects) {
        Map<ObjectValue, Map<Long, Object>> made = new HashMap<>();
        for (SharedAggregates shared : SharedAggregates.of(values)) {
            formulas.values(shared, objects).ifPresent(all -> {
                for (int i = 0; i < all.size(); i++) {
                    ObjectValue value = shared.values().get(i);
                    made.put(value, counted(value, all.get(i), objects));
                }
            });
        }
        return values.stream()
                .map(value -> made.computeIfAbsent(value, alone -> of(alone, objects)))
                .toList();
    }

    /** Returns a value of each of some objects; objects without one are omitted. */
    Map<Long, Object> of(ObjectValue value, IdSet objects) {
        return counted(
                value,
                value instanceof PlannedValue ofPath
                        ? ofPath(ofPath, objects)
                        : formulas.values((FormulaAggregate) value, objects),
                objects);
    }

    /** Adds the counts of objects that lead to nothing. */
    private static Map<Long, Object> counted(ObjectValue value, Map<Long, Object> values, IdSet objects) {
        if (value.aggregation() == Condition.Aggregation.COUNT) {
            Arrays.stream(objects.toArray()).forEach(id -> values.putIfAbsent(id, 0L));
        }
        return values;
    }

    private Map<Long, Object> ofPath(PlannedValue value, IdSet objects) {
        return totals.values(value, objects)
                .or(() -> extremes.of(value, objects).map(columns -> Aggregates.decoded(value.slot(), columns)))
                .orElseGet(() -> aggregates.values(value, objects));
    }
}
