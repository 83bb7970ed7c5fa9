package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.formula.Cells;
import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FormulaAggregate;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.Step;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Aggregates what is computed of the rows to which each of some objects leads. For one search, by one thread. */
final class FormulaAggregates {

    private final ObjectRows rows;
    private final Evaluation evaluation = new Evaluation();

    FormulaAggregates(ObjectRows rows) {
        this.rows = rows;
    }

    /** Returns the values by object; objects without one are omitted. */
    Map<Long, Object> values(FormulaAggregate value, IdSet objects) {
        Gathered gathered = new Gathered(value);
        boolean areGrouped = value.isOneWay()
                && rows.readGroups(value.groups(), value.id(), value.written(), objects, (id, parts) -> {
                    if (parts[0].isTooLarge()) {
                        throw value.overflow();
                    }
                    gathered.add(id, parts[0]);
                });
        if (!areGrouped) {
            read(value, objects, gathered);
        }
        return gathered.values();
    }

    private void read(FormulaAggregate value, IdSet objects, Gathered gathered) {
        Combinations known = new Combinations(value);
        rows.read(value.rows(), value.written(), objects, !value.isOneWay(), (id, row) -> {
            if (known.isNew(id, row)) {
                Object one = computed(value, row);
                if (one != null) {
                    gathered.add(id, one);
                }
            }
        });
    }

    private @Nullable Object computed(FormulaAggregate value, RowFields row) {
        try {
            return evaluation.value(value.argument(), row);
        } catch (ArithmeticException e) {
            throw value.overflow();
        }
    }

    /** The combinations of one object that were counted. */
    private static final class Combinations {

        private final int last;
        private final boolean isOneWay;
        private final Set<Integer> read;
        private final List<RowPlan.Source> sources;
        private final Set<List<Long>> counted = new HashSet<>();
        private long object;

        Combinations(FormulaAggregate value) {
            this.last = value.aggregate().source();
            this.isOneWay = value.isOneWay();
            this.read = value.read();
            this.sources = value.rows().sources();
        }

        /** Whether a combination has a member of each collection on its way, and none before it of the same object has the rows that count. */
        boolean isNew(long id, RowFields row) {
            if (row.rows()[last] == null) {
                return false;
            }
            if (isOneWay) {
                return true;
            }
            if (id != object) {
                counted.clear();
                object = id;
            }
            List<Long> rows = new ArrayList<>();
            read.forEach(source -> add(row, source, rows));
            return counted.add(rows);
        }

        /** Adds what tells a row from all others; for a row that is missing, from others that are missing elsewhere. */
        private void add(RowFields row, int source, List<Long> rows) {
            int at = source;
            SourceRow found = row.rows()[at];
            while (found == null) {
                at = sources.get(at).parent();
                found = row.rows()[at];
            }
            rows.add((long) at);
            rows.add(found.id());
            if (sources.get(at).step() instanceof Step.Members) {
                add(row, sources.get(at).parent(), rows);
            }
        }
    }

    /** The values of all objects as far as they are known. */
    private static final class Gathered {

        private final Aggregation aggregation;
        private final Kind kind;
        private final Comparator<Object> order;
        private final Sums sums = new Sums();
        private final Map<Long, Object> extremes = new HashMap<>();

        Gathered(FormulaAggregate value) {
            this.aggregation = value.aggregation();
            this.kind = value.argument().type().kind();
            Comparator<Object> ascending = Cells.order(value.argument().type());
            this.order = aggregation == Aggregation.MAX ? ascending.reversed() : ascending;
        }

        void add(long id, Object value) {
            switch (aggregation) {
                case COUNT -> sums.count(id);
                case MIN, MAX -> extremes.merge(id, value, (a, b) -> order.compare(a, b) <= 0 ? a : b);
                case SUM, AVG -> {
                    if (kind == Kind.FLOAT) {
                        sums.add(id, ((Number) value).doubleValue());
                    } else if (kind == Kind.WHOLE) {
                        sums.add(id, ((Number) value).longValue());
                    } else {
                        sums.add(id, Cells.decimal((Number) value));
                    }
                }
            }
        }

        /** Adds what the engine made of all values of an object. */
        void add(long id, PartialAggregate all) {
            if (all.count() == 0) {
                return;
            }
            switch (aggregation) {
                case COUNT -> sums.add(id, BigDecimal.ZERO, all.count());
                case MIN, MAX -> extremes.put(id, requireNonNull(all.value()));
                case SUM, AVG -> sums.add(id, (BigDecimal) requireNonNull(all.value()), all.count());
            }
        }

        Map<Long, Object> values() {
            if (aggregation == Aggregation.MIN || aggregation == Aggregation.MAX) {
                return extremes;
            }
            Map<Long, Object> values = new HashMap<>();
            sums.forEach((id, at) -> {
                Object number = Aggregates.number(aggregation, sums, at, kind == Kind.FLOAT);
                if (number != null) {
                    values.put(id, number);
                }
            });
            return values;
        }
    }
}
