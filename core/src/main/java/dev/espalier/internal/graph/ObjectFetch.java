package dev.espalier.internal.graph;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Objects by their ids: one statement for each class that they can be of, until all are found. For one thread at a time.
 */
final class ObjectFetch extends RootFetch {

    private static final long[] NONE = {};

    /** Of more ids one class after the other is asked for those that are left: they may all be of the first one. */
    private static final int FEW = 500;

    private final List<ClassLayout> classes;
    private final long[] asked;
    /** The place of the class that is asked next. */
    private int next;
    /** Those that are not found yet. */
    private long[] ids;
    /** Those that were read last. */
    private final List<ObjectBatch> last = new ArrayList<>(1);

    /**
     * @param classes those that the objects can be of
     * @param ids in rising order
     */
    ObjectFetch(Answer answer, String relation, List<ClassLayout> classes, long[] ids) {
        super(answer, relation);
        this.classes = classes;
        this.asked = ids;
        this.ids = ids;
    }

    /** The ids, in rising order. */
    long[] asked() {
        return asked;
    }

    /** The only class that the objects can be of. */
    Optional<ClassLayout> only() {
        return classes.size() == 1 ? Optional.of(classes.get(0)) : Optional.empty();
    }

    /** Whether nobody has something of one of them. */
    boolean areNew() {
        for (long id : asked) {
            if (answer.context().has(id)) {
                return false;
            }
        }
        return true;
    }

    @Override
    List<Reading> next(Dialect dialect, boolean together) {
        leaveOutFound();
        if (next == classes.size() || ids.length == 0) {
            addUnresolved();
            return List.of();
        }
        if (!together || next == classes.size() - 1 || ids.length > FEW) {
            return List.of(reading(dialect, classes.get(next++)));
        }
        List<Reading> readings = new ArrayList<>();
        while (next < classes.size()) {
            readings.add(reading(dialect, classes.get(next++)));
        }
        return readings;
    }

    // ---- one class

    private Reading reading(Dialect dialect, ClassLayout layout) {
        ObjectBatch batch = newBatch(layout, classes.size() == 1 ? ids.length : 0);
        last.add(batch);
        return new Reading(statement(dialect, layout), withMembers(reader(batch)));
    }

    private Statement statement(Dialect dialect, ClassLayout layout) {
        if (ids.length > 1) {
            return render(dialect, layout);
        }
        Supplier<Statement> rendering = () -> render(dialect, layout);
        return layout.texts.byId(ids[0], part(layout), joined(), rendering);
    }

    private Statement render(Dialect dialect, ClassLayout layout) {
        Source source = layout.source();
        Expression id = source.column(ClassTable.ID);
        if (carriesNothing()) {
            return dialect.renderByIds(source, layout.columns(id), id, ids);
        }
        Select alone = Select.of(source, layout.columns(id)).where(Predicate.InIds.lookup(id, ids));
        return dialect.render(withCarried(alone, source));
    }

    private RowReader reader(ObjectBatch batch) {
        return joinsReferences()
                ? objectReader(batch, ids.length, null)
                : row -> read(batch, row, 1, row.getLong(1), (int) row.getLong(2));
    }

    // ---- what is left

    private void leaveOutFound() {
        if (!last.isEmpty()) {
            observe(last.get(0));
        }
        for (ObjectBatch batch : last) {
            ids = batch.size == ids.length ? NONE : batch.size == 0 ? ids : without(batch);
        }
        last.clear();
    }

    private long[] without(ObjectBatch batch) {
        IdMap found = new IdMap(batch.size);
        for (int i = 0; i < batch.size; i++) {
            found.putIfAbsent(batch.ids[i], i);
        }
        LongList rest = new LongList();
        for (long id : ids) {
            if (!found.contains(id)) {
                rest.add(id);
            }
        }
        return rest.toArray();
    }

    private void addUnresolved() {
        for (long id : ids) {
            unresolved.add(id);
        }
        ids = NONE;
    }
}
