package dev.espalier.internal.graph;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a row's references lead to, and those that these refer to in turn, read in that same row: a row more for each of
 * them would cost the engine more than the columns do. For one fetch.
 *
 * <pre>
 * SELECT l.owner, l.target, t._version, t.product_id, t1.id, t1._version, t1.name FROM order_lines l
 *   LEFT JOIN line t ON t.id = l.target LEFT JOIN product t1 ON t1.id = t.product_id WHERE ...
 * </pre>
 */
final class JoinedReferences {

    /** How far joins go from reference to reference, and how many there are at most: engines plan joins in time that grows faster. */
    private static final int STEPS = 2;

    private static final int MOST = 6;

    /** A number of references from which nothing is learnt. */
    private static final int TOO_FEW = 10;

    /** Room for objects behind a reference: several rows may lead to one. */
    private static final int FIRST_OBJECTS = 16;

    private final List<Join> joins = new ArrayList<>(MOST);
    private final Batches batches;
    private final String alias;
    private final long rows;
    private final @Nullable String except;
    private final int end;

    /** Makes the batch of what a relation leads to. */
    @FunctionalInterface
    interface Batches {

        /** @param expected how many objects it will have; they may be more */
        ObjectBatch make(String relation, ClassLayout layout, long expected);
    }

    /** @param state behind the reference */
    private record Join(
            int from, ClassLayout.ToOne reference, PathState state, int at, ObjectBatch batch, long[] seen) {}

    /**
     * Joins what the members of collections refer to.
     *
     * @param rows how many rows are expected
     * @param alias the beginning of the joined tables' aliases
     * @param except a reference that leads back to the owner; null for none
     */
    JoinedReferences(
            ClassLayout first, int columns, Batches batches, long rows, String alias, @Nullable String except) {
        this(first, columns, batches, PathState.ALL, STEPS, rows, alias, except);
    }

    /**
     * @param first the class whose references are joined
     * @param columns how many columns stand before theirs in a row
     * @param batches makes the batch of what a relation leads to
     * @param state at the objects of that class: it says which references are followed
     * @param depth how many references after each other are followed
     * @param rows how many rows are expected
     * @param alias the beginning of the joined tables' aliases
     * @param except a reference of the first class that is known already; null for none
     */
    JoinedReferences(
            ClassLayout first,
            int columns,
            Batches batches,
            PathState state,
            int depth,
            long rows,
            String alias,
            @Nullable String except) {
        this.batches = batches;
        this.except = except;
        this.rows = rows;
        this.alias = alias;
        int at = depth > 0 ? add(-1, first, state, columns + 1) : columns + 1;
        int from = 0;
        for (int step = 1; step < Math.min(depth, STEPS); step++) {
            for (int end = joins.size(); from < end; from++) {
                at = add(from, joins.get(from).reference.target(), joins.get(from).state, at);
            }
        }
        this.end = at - 1;
    }

    private int add(int from, ClassLayout owner, PathState state, int at) {
        int next = at;
        for (ClassLayout.ToOne reference : owner.toOnes) {
            PathState behind = state.next(reference.field(), reference.isPart());
            if (behind != null
                    && !(from < 0 && reference.field().equals(except))
                    && joins.size() < MOST
                    && reference.choice().joins(rows)) {
                ClassLayout target = reference.target();
                joins.add(new Join(
                        from,
                        reference,
                        behind,
                        next,
                        batches.make(reference.name(), target, Math.min(rows, FIRST_OBJECTS)),
                        new long[2]));
                next += target.table.table().columns().size();
            }
        }
        return next;
    }

    /**
     * A joined reference.
     *
     * @param from the number of the reference before it; negative for a reference of the first class
     */
    record Shape(int from, ClassLayout.ToOne reference) {}

    List<Shape> shape() {
        List<Shape> shape = new ArrayList<>(joins.size());
        for (Join join : joins) {
            shape.add(new Shape(join.from, join.reference));
        }
        return shape;
    }

    int count() {
        return joins.size();
    }

    /** How many columns a row has, those before its own included. */
    int end() {
        return end;
    }

    boolean isEmpty() {
        return joins.isEmpty();
    }

    /** Adds the joins and their columns to a statement. */
    Select addTo(Select select, Source first) {
        List<Expression> columns = new ArrayList<>(select.columns());
        Select joined = select;
        List<Source> sources = new ArrayList<>();
        for (Join join : joins) {
            Source owner = join.from < 0 ? first : sources.get(join.from);
            Source source = new Source(join.reference.target().table.table(), alias + (sources.size() + 1));
            sources.add(source);
            for (int at = ClassTable.ID; at < source.table().columns().size(); at++) {
                columns.add(source.column(at));
            }
            joined = joined.leftJoin(
                    source,
                    new Predicate.Compare(
                            source.column(ClassTable.ID), SqlOperator.EQUAL, owner.column(join.reference.slotAt())));
        }
        return joined.selecting(columns);
    }

    /** Takes one object of a row; says whether it was new. */
    @FunctionalInterface
    interface Reader {
        boolean read(ObjectBatch batch, Row row, int at, long id) throws SQLException;
    }

    /** Reads the joined objects of a row, but those behind objects that are there already. */
    void read(Row row, Reader reader) throws SQLException {
        int newOnes = 0;
        for (int i = 0; i < joins.size(); i++) {
            Join join = joins.get(i);
            long id = join.from < 0 || (newOnes & 1 << join.from) != 0 ? row.getLong(join.at) : 0;
            if (id != 0) {
                join.seen[0]++;
                if (reader.read(join.batch, row, join.at, id)) {
                    newOnes |= 1 << i;
                    join.seen[1]++;
                    join.reference.choice().observeWidth(join.batch.lastWidth());
                }
            }
        }
    }

    /** Remembers whether it was worth it. */
    void observe() {
        joins.forEach(join -> join.reference.choice().observe(join.seen[0], join.seen[1]));
    }

    /** The same, unless there were too few. */
    void observeMany() {
        for (Join join : joins) {
            if (join.seen[0] >= TOO_FEW) {
                join.reference.choice().observe(join.seen[0], join.seen[1]);
            }
        }
    }
}
