package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.ComputedKey;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.search.selection.EachRow;
import dev.espalier.internal.search.selection.JoinedSources;
import dev.espalier.internal.search.selection.RowFields;
import dev.espalier.internal.search.selection.WholeOrder;
import dev.espalier.internal.sql.Select;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first objects in an order that is computed of the fields of each one and of those that references lead to: one statement for each class finds the
 * objects and reads the fields. If it can, the engine leaves out those that are not among the first. For one search, by one thread.
 */
final class ComputedOrder {

    /** More objects are not worth that the engine sorts them, too. */
    private static final long FEW = 10_000;

    private final Execution search;
    private final Plan plan;
    private final ComputedKey key;
    private final Evaluation evaluation = new Evaluation();

    private ComputedOrder(Execution search, Plan plan, ComputedKey key) {
        this.search = search;
        this.plan = plan;
        this.key = key;
    }

    /** Returns the order of a plan; empty if it has other keys, or if one statement does not find its objects. */
    static Optional<ComputedOrder> of(Execution search, Plan plan) {
        return plan.keys().size() == 2
                        && plan.keys().get(0) instanceof ComputedKey key
                        && key.aggregates().isEmpty()
                        && !Fields.isNone(key.formula())
                        && JoinedSources.areJoinable(key.rows())
                        && RootStatements.areIn(plan, search.wanted)
                ? Optional.of(new ComputedOrder(search, plan, key))
                : Optional.empty();
    }

    /**
     * Returns the first objects; empty if another search finds the objects faster.
     *
     * @param position only those behind it; none for all
     */
    Optional<long[]> first(List<Optional<Constant>> position, long most) {
        return new RootStatements(search, plan).unsorted().map(statements -> {
            search.unchosen("the sort key is read with the objects");
            FirstObjects first = new FirstObjects(plan.keys(), position, most);
            for (int i = 0; i < statements.size(); i++) {
                PersistentClass type = plan.root().concreteClasses().get(i);
                if (!position.isEmpty() || most > FEW || !areFirst(statements.get(i), type, most, first)) {
                    readAll(statements.get(i), type, first);
                }
            }
            return first.ids();
        });
    }

    /** Adds the first objects of a class if the engine finds them, else none. */
    private boolean areFirst(Select objects, PersistentClass type, long most, FirstObjects first) {
        Optional<WholeOrder> order = WholeOrder.of(key, search.session.dialect().wholeTypes());
        Optional<JoinedSources> joined = order.flatMap(whole -> whole.first(
                        objects, search.schema.table(type), plan.keys().get(1), most))
                .map(select -> joined(select, type));
        if (joined.isEmpty()) {
            return false;
        }
        FirstObjects found = new FirstObjects(plan.keys(), List.of(), most);
        boolean[] isTooLarge = new boolean[1];
        RowReader reader = reader(joined.get(), (id, row) -> {
            isTooLarge[0] |= order.get().isTooLarge(row);
            if (!isTooLarge[0]) {
                add(found, id, value(row));
            }
        });
        search.statements.search("find first " + type, joined.get().query(), most, reader);
        if (!isTooLarge[0]) {
            first.addAll(found);
        }
        return !isTooLarge[0];
    }

    private void readAll(Select objects, PersistentClass type, FirstObjects first) {
        JoinedSources joined = joined(objects, type);
        search.statements.all(
                "find and sort " + type,
                joined.query().unsorted(),
                -1,
                reader(joined, (id, row) -> add(first, id, value(row))));
    }

    private JoinedSources joined(Select objects, PersistentClass type) {
        return JoinedSources.to(
                objects, search.schema.table(type), key.rows(), search.schema, search.statements.columns());
    }

    private static RowReader reader(JoinedSources joined, BiConsumer<Long, RowFields> reader) {
        return joined.reader(
                new EachRow(rows -> reader.accept(requireNonNull(rows[0]).id(), new RowFields(rows))));
    }

    private @Nullable Object value(RowFields row) {
        try {
            return evaluation.value(key.formula(), row);
        } catch (ArithmeticException e) {
            throw key.overflow();
        }
    }

    private static void add(FirstObjects first, long id, @Nullable Object value) {
        first.add(id, new Object[][] {value == null ? null : new Object[] {value}, null});
    }
}
