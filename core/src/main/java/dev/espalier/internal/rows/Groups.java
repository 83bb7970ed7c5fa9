package dev.espalier.internal.rows;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.QueryException;
import dev.espalier.internal.formula.Cells;
import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.search.selection.PartialAggregate;
import dev.espalier.internal.search.selection.RowFields;
import dev.espalier.internal.search.selection.RowReading;
import dev.espalier.internal.search.selection.SourceRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gathers rows in groups. An aggregate takes each row of its source once in a group, however often a combination of other rows repeats it. For one thread.
 */
final class Groups {

    private final RowPlan plan;
    private final Evaluation evaluation;
    /** Null until the rows of an object come: an engine may make groups, or combinations. */
    private @Nullable Ways ways;

    private final Map<List<@Nullable Object>, Group> groups = new LinkedHashMap<>();
    private final @Nullable SourceRow[] rows;
    private final RowFields fields;
    private final Object[] ofFields;
    /** Those of the present object. */
    private final List<Group> touched = new ArrayList<>();

    Groups(RowPlan plan, Evaluation evaluation) {
        this.plan = plan;
        this.evaluation = evaluation;
        this.rows = new SourceRow[plan.sources().size()];
        this.fields = new RowFields(rows);
        this.ofFields = new Object[plan.keys().size()];
        Arrays.fill(ofFields, RowReading.OF_FIELDS);
        if (plan.keys().isEmpty()) {
            groups.put(List.of(), new Group(new Object[0], plan.aggregates()));
        }
    }

    /** How the rows of an object are gathered. */
    private static final class Ways {

        private final Combinations combinations;
        private final List<Gathering> gatherings;

        Ways(RowPlan plan) {
            Set<Integer> ofKeys = new TreeSet<>();
            plan.keys().forEach(key -> Fields.of(key, field -> ofKeys.add(field.source())));
            Set<Integer> fixed = Combinations.withAncestors(plan, ofKeys);
            this.combinations = new Combinations(plan, ofKeys, Set.of(0));
            this.gatherings = plan.aggregates().stream()
                    .map(aggregate -> new Gathering(plan, aggregate, fixed))
                    .toList();
        }
    }

    /** How the values of one aggregate are gathered from a combination of the keys' rows. */
    private static final class Gathering {

        private final RowPlan.Aggregate aggregate;
        private final Combinations further;
        /** The sources with several rows down to the aggregate's own: its rows there are what counts once. */
        private final int[] identity;
        /** Whether combinations of the keys' rows repeat a row of the aggregate's source. */
        private final boolean repeats;

        Gathering(RowPlan plan, RowPlan.Aggregate aggregate, Set<Integer> fixed) {
            this.aggregate = aggregate;
            Set<Integer> used = new TreeSet<>(Set.of(Math.max(0, aggregate.source())));
            if (aggregate.argument() != null) {
                Fields.of(aggregate.argument(), field -> used.add(field.source()));
            }
            this.further = new Combinations(plan, used, fixed);
            Set<Integer> above = Combinations.withAncestors(plan, Set.of(Math.max(0, aggregate.source())));
            this.identity = above.stream()
                    .filter(source -> source == 0 || plan.sources().get(source).isMany())
                    .mapToInt(Integer::intValue)
                    .toArray();
            this.repeats = aggregate.source() >= 0
                    && fixed.stream()
                            .anyMatch(source -> plan.sources().get(source).isMany() && !above.contains(source));
        }
    }

    /** One group. */
    static final class Group {

        private final @Nullable Object[] keys;
        private final List<Accumulator> accumulators;
        /** The aggregates with a value that is too large: an error if the answer depends on them. */
        private final BitSet tooLarge = new BitSet();
        /** For each aggregate the rows that it has taken of the present object. */
        private final List<Set<List<SourceRow>>> taken = new ArrayList<>();

        private @Nullable SourceRow present;

        Group(@Nullable Object[] keys, List<RowPlan.Aggregate> aggregates) {
            this.keys = keys;
            this.accumulators = new ArrayList<>(aggregates.size());
            for (RowPlan.Aggregate aggregate : aggregates) {
                accumulators.add(Accumulator.of(aggregate));
                taken.add(new HashSet<>());
            }
        }

        /** Keeps nothing of the present object, on which all its rows hang. */
        void forget() {
            present = null;
            taken.forEach(Set::clear);
        }

        /** Takes in the keys of further rows, which are equal. */
        void meet(@Nullable Object[] others) {
            for (int i = 0; i < keys.length; i++) {
                Object mine = keys[i];
                Object other = others[i];
                if (mine != null && other != null) {
                    keys[i] = Cells.representative(mine, other);
                }
            }
        }

        /** Adds to an aggregate; one of its values can be too large. */
        void gather(int aggregate, Consumer<Accumulator> values) {
            try {
                values.accept(accumulators.get(aggregate));
            } catch (ArithmeticException e) {
                tooLarge.set(aggregate);
            }
        }

        /**
         * Returns the values for formulas of keys and aggregates. An aggregate is made when it is asked for.
         *
         * @param overflow the error that an aggregate is too large
         */
        RowValues values(IntFunction<QueryException> overflow) {
            Optional<?>[] results = new Optional<?>[accumulators.size()];
            return new RowValues() {
                @Override
                public Object field(int source, int index) {
                    throw new IllegalStateException("a group has many");
                }

                @Override
                public @Nullable Object key(int index) {
                    return keys[index];
                }

                @Override
                public @Nullable Object aggregate(int index) {
                    if (results[index] == null) {
                        results[index] = Optional.ofNullable(result(index, overflow));
                    }
                    return results[index].orElse(null);
                }
            };
        }

        private @Nullable Object result(int aggregate, IntFunction<QueryException> overflow) {
            try {
                if (!tooLarge.get(aggregate)) {
                    return accumulators.get(aggregate).result();
                }
            } catch (ArithmeticException e) {
                // said below, as for one of the values
            }
            throw overflow.apply(aggregate);
        }
    }

    /** Adds all rows of an object. */
    void add(SourceRow object) {
        Ways here = ways == null ? new Ways(plan) : ways;
        ways = here;
        rows[0] = object;
        here.combinations.forEach(rows, () -> addCombination(object, here.gatherings));
        touched.forEach(Group::forget);
        touched.clear();
    }

    /** Adds a combination of rows of all sources, which repeats no row of any aggregate's source. */
    void addOnce(@Nullable SourceRow[] combination, @Nullable Object[] known) {
        System.arraycopy(combination, 0, rows, 0, rows.length);
        Group group = group(known);
        for (int i = 0; i < plan.aggregates().size(); i++) {
            if (plan.aggregates().get(i).source() < 0) {
                group.gather(i, accumulator -> accumulator.add(requireNonNull(rows[0])));
            } else {
                take(group, i, null);
            }
        }
    }

    /** Adds a part of a group that was aggregated before. Of a value that counts once there is one in each part. */
    void addPart(SourceRow[] part, @Nullable Object[] known, PartialAggregate[] aggregates) {
        System.arraycopy(part, 0, rows, 0, rows.length);
        Group group = group(known);
        for (int i = 0; i < plan.aggregates().size(); i++) {
            PartialAggregate values = aggregates[i];
            if (values.isTooLarge()) {
                group.tooLarge.set(i);
            } else if (plan.aggregates().get(i).distinct()) {
                take(group, i, null);
            } else {
                group.gather(i, accumulator -> accumulator.addPart(values));
            }
        }
    }

    private void addCombination(SourceRow object, List<Gathering> gatherings) {
        Group group = group(ofFields);
        if (group.present != object) {
            group.present = object;
            touched.add(group);
        }
        for (int i = 0; i < gatherings.size(); i++) {
            int at = i;
            Gathering gathering = gatherings.get(i);
            if (gathering.aggregate.source() < 0) {
                group.gather(i, accumulator -> accumulator.add(object));
            } else {
                gathering.further.forEach(rows, () -> take(group, at, gathering.repeats ? gathering : null));
            }
        }
    }

    /**
     * Returns the group of the present combination of the keys' rows.
     *
     * @param known the keys, or {@link RowReading#OF_FIELDS}
     */
    private Group group(@Nullable Object[] known) {
        Object[] keys = new Object[known.length];
        Object[] equal = new Object[known.length];
        for (int i = 0; i < known.length; i++) {
            Object value = known[i] == RowReading.OF_FIELDS ? key(i) : known[i];
            keys[i] = value == null ? null : Cells.withoutMinusZero(value);
            equal[i] = value == null ? null : Cells.key(value);
        }
        List<@Nullable Object> found = Arrays.asList(equal);
        Group group = groups.get(found);
        if (group == null) {
            group = new Group(keys, plan.aggregates());
            groups.put(found, group);
        } else {
            group.meet(keys);
        }
        return group;
    }

    private @Nullable Object key(int at) {
        try {
            return evaluation.value(plan.keys().get(at), fields);
        } catch (ArithmeticException e) {
            throw plan.keyOverflow(at);
        }
    }

    /** @param repeating takes each row once; null if none is repeated */
    private void take(Group group, int at, @Nullable Gathering repeating) {
        RowPlan.Aggregate aggregate = plan.aggregates().get(at);
        SourceRow own = rows[aggregate.source()];
        PlannedFormula argument = aggregate.argument();
        if (own == null) {
            return;
        }
        group.gather(at, accumulator -> {
            Object value = argument == null ? own : evaluation.value(argument, fields);
            if (value != null && (repeating == null || group.taken.get(at).add(identity(repeating)))) {
                accumulator.add(value);
            }
        });
    }

    private List<SourceRow> identity(Gathering gathering) {
        List<SourceRow> identity = new ArrayList<>(gathering.identity.length);
        for (int source : gathering.identity) {
            identity.add(requireNonNull(rows[source]));
        }
        return identity;
    }

    /** Returns the values of each group. */
    Stream<RowValues> all() {
        return groups.values().stream().map(group -> group.values(plan::aggregateOverflow));
    }
}
