package dev.espalier.internal.migration;

import static dev.espalier.error.ErrorCode.MIGRATION;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.change.ColumnFill;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ReferenceAttribute;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives the objects of a batch their values, in a transaction: computes them of the nodes, and stores the objects of the program's classes, if nobody has
 * changed them meanwhile; otherwise reads these again.
 */
final class BatchFill {

    private final ProgramObjects program;
    private final FormerObjects former;
    private final Expressions expressions;
    private final NewValues newValues;
    private final ClassFills fills;
    private final Existing existing;

    BatchFill(
            ProgramObjects program,
            FormerObjects former,
            Computations computations,
            Expressions expressions,
            ClassFills fills,
            Existing existing) {
        this.program = program;
        this.former = former;
        this.expressions = expressions;
        this.newValues = new NewValues(former, computations, program);
        this.fills = fills;
        this.existing = existing;
    }

    /** Fills the objects of one batch. False if another program has filled all objects meanwhile. */
    boolean run(List<Object> batch) {
        Map<Long, Object> left = former.byId(batch);
        long first = former.id(batch.get(0));
        long last = former.id(batch.get(batch.size() - 1));
        while (!left.isEmpty()) {
            Map<Long, Object> now = left;
            ExpressionValues values = ExpressionValues.read(former, expressions, fills, now.values());
            Optional<Collection<Long>> done = program.store()
                    .<Optional<Collection<Long>>, RuntimeException>transact(transaction ->
                            isStillToFill() ? Optional.of(fill(now, values, first, last)) : Optional.empty());
            if (done.isEmpty()) {
                return false;
            }
            left = new HashMap<>(left);
            left.keySet().removeAll(done.get());
            if (!left.isEmpty()) { // changed since they were read
                Map<Long, Object> again = former.byId(former.window(fills.top().className(), first, last));
                again.keySet().retainAll(left.keySet());
                left = again;
            }
        }
        return true;
    }

    private boolean isStillToFill() {
        return existing == Existing.REPLACED
                || program.store()
                        .scope()
                        .<Boolean>read(snapshot -> ColumnFill.isStillToFill(snapshot.session(), fills.top()));
    }

    /** Fills those objects that have not changed since the nodes were read, in the transaction of this thread. Returns the ids of those that are done. */
    private Collection<Long> fill(Map<Long, Object> batch, ExpressionValues values, long first, long last) {
        Map<Long, Object> done = new HashMap<>(batch); // those that are gone need nothing
        List<Object> changed = new ArrayList<>();
        for (List<Fill> ofClass : fills.byClass().values()) {
            Fill any = ofClass.get(0);
            for (Object object : program.window(any.type(), first, last, relations(ofClass))) {
                long id = program.id(object);
                Object node = batch.get(id);
                if (node == null || !former.className(node).equals(any.className())) {
                    continue; // one of a subclass
                }
                if (!program.isSameVersion(object, node)) {
                    done.remove(id);
                } else if (set(object, node, ofClass, values)) {
                    changed.add(object);
                }
            }
        }
        program.store().store(changed);
        return done.keySet();
    }

    private boolean set(Object object, Object node, List<Fill> ofClass, ExpressionValues values) {
        boolean isChanged = false;
        for (Fill fill : ofClass) {
            if (existing == Existing.REPLACED
                    || isEmpty(fill.attribute().access().get(object))) {
                try {
                    fill.attribute().access().set(object, newValues.of(fill, node, values));
                } catch (IllegalArgumentException e) {
                    throw new SchemaException(
                            MIGRATION, fill.description() + ": object " + former.id(node) + ": " + e.getMessage(), e);
                }
                isChanged = true;
            }
        }
        return isChanged;
    }

    private static boolean isEmpty(@Nullable Object value) {
        return value == null
                || value instanceof Number number && number.doubleValue() == 0
                || value.equals(false)
                || value.equals('\0')
                || value instanceof Collection<?> collection && collection.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty()
                || value.getClass().isArray() && Array.getLength(value) == 0;
    }

    /** The attributes that have to be loaded to find out whether they are empty. */
    private static List<String> relations(List<Fill> fills) {
        return fills.stream()
                .map(Fill::attribute)
                .filter(attribute -> attribute instanceof ReferenceAttribute
                        || attribute instanceof CollectionAttribute collection && Referring.refers(collection))
                .map(Attribute::name)
                .toList();
    }
}
