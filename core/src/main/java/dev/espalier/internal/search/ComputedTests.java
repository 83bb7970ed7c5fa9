package dev.espalier.internal.search;

import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.RowPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Evaluates conditions on what is computed: reads the fields of some objects or members, and tests each row in Java. For one search, by one thread. */
final class ComputedTests {

    private final Relations relations;
    private final Steps steps;
    private final Evaluation evaluation = new Evaluation();

    ComputedTests(Relations relations, Steps steps) {
        this.relations = relations;
        this.steps = steps;
    }

    /** Returns the candidates for which the test holds. */
    IdSet filter(Condition.Computed condition, PersistentClass type, IdSet candidates) {
        IdSet found = new IdSet();
        new SourceReader(condition.sources(), relations, steps).read(type, candidates.toArray(), object -> {
            if (holds(condition, object)) {
                found.add(object.id());
            }
        });
        return found;
    }

    /** Passes on the owner and the place of each member for which the test holds. */
    void members(
            Condition.Computed condition, CollectionAttribute collection, IdSet owners, BiConsumer<Long, Long> reader) {
        new SourceReader(condition.sources(), relations, steps)
                .read(
                        collection.declaringClass(),
                        owners.toArray(),
                        owner -> owner.children(0).stream()
                                .filter(member -> holds(condition, member))
                                .forEach(member -> reader.accept(owner.id(), member.id())));
    }

    private boolean holds(Condition.Computed condition, SourceRow row) {
        try {
            return evaluation.holds(condition.test(), new Values(rows(condition, row)));
        } catch (ArithmeticException e) {
            throw condition.overflow();
        }
    }

    /** Returns for each source the row to which references lead; null if there is none. */
    private static @Nullable SourceRow[] rows(Condition.Computed condition, SourceRow row) {
        List<RowPlan.Source> sources = condition.sources();
        @Nullable SourceRow[] rows = new SourceRow[sources.size()];
        int[] children = new int[rows.length];
        rows[condition.row()] = row;
        for (int i = condition.row() + 1; i < rows.length; i++) {
            int parent = sources.get(i).parent();
            int place = children[parent]++;
            rows[i] = Optional.ofNullable(rows[parent])
                    .flatMap(from -> from.children(place).stream().findFirst())
                    .orElse(null);
        }
        return rows;
    }

    private record Values(@Nullable SourceRow[] rows) implements RowValues {

        @Override
        public @Nullable Object field(int source, int index) {
            SourceRow row = rows[source];
            return row == null ? null : row.field(index);
        }

        @Override
        public Object key(int index) {
            throw new IllegalStateException("a condition has no groups");
        }

        @Override
        public Object aggregate(int index) {
            throw new IllegalStateException("a condition has no groups");
        }
    }
}
