package dev.espalier.internal.migration;

import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.store.ObjectStore;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of expressions of the query language for the objects of one batch. */
final class ExpressionValues {

    /** The digits of an average after the point, the same on every engine: MySQL and MariaDB keep no more. */
    private static final int AVERAGE = 30;

    private final Map<Fill, Map<Long, Object>> byFill = new HashMap<>();

    private ExpressionValues() {}

    /** Reads the values of all expressions, those of each from one snapshot. */
    static ExpressionValues read(
            FormerObjects former, Expressions expressions, ClassFills fills, Collection<Object> batch) {
        ExpressionValues values = new ExpressionValues();
        for (List<Fill> ofClass : fills.byClass().values()) {
            for (Fill fill : ofClass) {
                PlannedValue planned = expressions.planned(fill);
                if (planned == null) {
                    continue;
                }
                long[] ids = batch.stream()
                        .filter(node -> former.className(node).equals(fill.className()))
                        .mapToLong(former::id)
                        .toArray();
                if (ids.length > 0) {
                    values.byFill.put(fill, read(former.store(), planned, ids));
                }
            }
        }
        return values;
    }

    private static Map<Long, Object> read(ObjectStore nodes, PlannedValue planned, long[] ids) {
        Map<Long, Object> read =
                new HashMap<>(nodes.scope().read(snapshot -> nodes.runner().values(snapshot, planned, ids)));
        if (planned.aggregation() == Condition.Aggregation.AVG) {
            int digits = Math.min(AVERAGE, nodes.source().dialect().limits().decimalScale());
            read.replaceAll((id, average) -> storable(average, digits));
        }
        return read;
    }

    /** An average with as many digits after the point as the engine keeps. */
    private static Object storable(Object average, int digits) {
        return average instanceof BigDecimal number && number.scale() > digits
                ? number.setScale(digits, RoundingMode.HALF_EVEN)
                : average;
    }

    /** The value of an attribute for an object; null if the expression has none. */
    @Nullable
    Object of(Fill fill, long id) {
        return byFill.getOrDefault(fill, Map.of()).get(id);
    }
}
