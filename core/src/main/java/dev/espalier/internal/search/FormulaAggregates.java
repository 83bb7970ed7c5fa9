package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.QueryException;
import dev.espalier.internal.formula.Cells;
import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FormulaAggregate;
import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.SharedAggregates;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.selection.PartialAggregate;
import dev.espalier.internal.search.selection.RowFields;
import dev.espalier.internal.search.selection.SourceRow;
import dev.espalier.internal.search.total.Sums;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        Gathered grouped = new Gathered(value.aggregate(), value);
        boolean areGrouped = value.isOneWay()
                && rows.readGroups(
                        value.groups(), value.id(), value.written(), objects, (id, parts) -> grouped.add(id, parts[0]));
        if (areGrouped) {
            return grouped.values();
        }
        Gathered gathered = new Gathered(value.aggregate(), value);
        Combinations known = new Combinations(value);
        rows.read(value.rows(), value.written(), objects, !value.isOneWay(), (id, row) -> {
            if (known.isNew(id, row)) {
                gathered.add(id, row, evaluation);
            }
        });
        return gathered.values();
    }

    /**
     * Returns the values of each of several aggregates by object; objects without one are omitted.
     *
     * @return empty if the engine cannot make them together, and none of them needs that its rows are read
     */
    Optional<List<Map<Long, Object>>> values(SharedAggregates shared, IdSet objects) {
        List<Gathered> grouped = gathered(shared);
        boolean areGrouped = rows.readGroups(shared.groups(), shared.id(), shared.written(), objects, (id, parts) -> {
            for (int i = 0; i < parts.length; i++) {
                grouped.get(i).add(id, parts[i]);
            }
        });
        if (areGrouped) {
            return Optional.of(values(grouped));
        }
        if (shared.values().stream().noneMatch(FormulaAggregate.class::isInstance)) {
            return Optional.empty();
        }
        List<Gathered> gathered = gathered(shared);
        rows.read(
                shared.rows(),
                shared.written(),
                objects,
                false,
                (id, row) -> gathered.forEach(one -> one.add(id, row, evaluation)));
        return Optional.of(values(gathered));
    }

    private static List<Gathered> gathered(SharedAggregates shared) {
        List<Gathered> gathered = new ArrayList<>();
        for (int i = 0; i < shared.values().size(); i++) {
            gathered.add(new Gathered(
                    shared.aggregates().get(i), shared.values().get(i) instanceof FormulaAggregate one ? one : null));
        }
        return gathered;
    }

    private static List<Map<Long, Object>> values(List<Gathered> gathered) {
        return gathered.stream().map(Gathered::values).toList();
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

        private final RowPlan.Aggregate aggregate;
        private final Aggregation aggregation;
        private final @Nullable FormulaAggregate formula;
        private final Kind kind;
        private final Comparator<Object> order;
        private final Sums sums = new Sums();
        private final Map<Long, Object> extremes = new HashMap<>();
        private boolean isTooLarge;

        /** @param formula the aggregate as it was planned; null if nothing is computed that could be too large */
        Gathered(RowPlan.Aggregate aggregate, @Nullable FormulaAggregate formula) {
            this.aggregate = aggregate;
            this.aggregation = aggregate.aggregation();
            this.formula = formula;
            FormulaType type = aggregate.argument() == null
                    ? FormulaType.WHOLE
                    : aggregate.argument().type();
            this.kind = type.kind();
            Comparator<Object> ascending = Cells.order(type);
            this.order = aggregation == Aggregation.MAX ? ascending.reversed() : ascending;
        }

        /** Adds what is computed of a row; nothing without a row of its own. */
        void add(long id, RowFields row, Evaluation evaluation) {
            if (row.rows()[aggregate.source()] == null) {
                return;
            }
            if (aggregate.argument() == null) {
                sums.count(id);
                return;
            }
            try {
                Object value = evaluation.value(aggregate.argument(), row);
                if (value != null) {
                    add(id, value);
                }
            } catch (ArithmeticException e) {
                isTooLarge = true;
            }
        }

        private void add(long id, Object value) {
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
            isTooLarge |= all.isTooLarge();
            if (all.count() == 0) {
                return;
            }
            switch (aggregation) {
                case COUNT -> sums.add(id, BigDecimal.ZERO, all.count());
                case MIN, MAX -> extremes.put(id, requireNonNull(all.value()));
                case SUM, AVG -> sums.add(id, (BigDecimal) requireNonNull(all.value()), all.count());
            }
        }

        /** @throws QueryException if a number is too large */
        Map<Long, Object> values() {
            if (isTooLarge) {
                throw requireNonNull(formula).overflow();
            }
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
