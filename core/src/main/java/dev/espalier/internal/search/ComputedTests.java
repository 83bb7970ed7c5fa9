package dev.espalier.internal.search;

import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.selection.ObjectValues;
import dev.espalier.internal.search.selection.RowFields;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

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
        List<Map<Long, Object>> aggregates = steps.values().of(condition.aggregates(), candidates);
        new SourceReader(condition.sources(), relations, steps).read(type, candidates.toArray(), object -> {
            RowFields fields = RowFields.of(condition.sources(), condition.row(), object);
            if (holds(condition, new ObjectValues(object.id(), fields, aggregates))) {
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
                                .filter(member ->
                                        holds(condition, RowFields.of(condition.sources(), condition.row(), member)))
                                .forEach(member -> reader.accept(owner.id(), member.id())));
    }

    private boolean holds(Condition.Computed condition, RowValues row) {
        try {
            return evaluation.holds(condition.test(), row);
        } catch (ArithmeticException e) {
            throw condition.overflow();
        }
    }
}
