package dev.espalier.graph;

import dev.espalier.jdbc.Row;
import dev.espalier.schema.ClassTable;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import dev.espalier.sql.SqlOperator;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

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

    private final List<Join> joins = new ArrayList<>();
    private final BiFunction<String, ClassLayout, ObjectBatch> batches;
    private final String alias;
    private final long rows;
    private final String except;

    /** @param state behind the reference */
    private record Join(int from, ClassLayout.ToOne reference, PathState state, Source source, int at, ObjectBatch batch, long[] seen) {}

    /**
     * Joins what the members of collections refer to.
     *
     * @param rows how many rows are expected
     * @param except a reference that leads back to the owner; null for none
     */
    JoinedReferences(ClassLayout first, int columns, BiFunction<String, ClassLayout, ObjectBatch> batches, long rows, String except) {
        this(first, columns, batches, PathState.ALL, STEPS, rows, ClassLayout.ALIAS, except);
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
    JoinedReferences(ClassLayout first, int columns, BiFunction<String, ClassLayout, ObjectBatch> batches, PathState state, int depth, long rows, String alias,
            String except) {
        this.batches = batches;
        this.except = except;
        this.rows = rows;
        this.alias = alias;
        int at = depth > 0 ? add(-1, first, state, columns + 1) : 0;
        int from = 0;
        for (int step = 1; step < Math.min(depth, STEPS); step++) {
            for (int end = joins.size(); from < end; from++) {
                at = add(from, joins.get(from).reference.target(), joins.get(from).state, at);
            }
        }
    }

    private int add(int from, ClassLayout owner, PathState state, int at) {
        int next = at;
        for (ClassLayout.ToOne reference : owner.toOnes) {
            PathState behind = state.next(reference.field());
            if (behind != null && !(from < 0 && reference.field().equals(except)) && joins.size() < MOST && reference.choice().joins(rows)) {
                ClassLayout target = reference.target();
                Source joined = new Source(target.table.table(), alias + (joins.size() + 1));
                joins.add(new Join(from, reference, behind, joined, next, batches.apply(reference.name(), target), new long[2]));
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

    boolean isEmpty() {
        return joins.isEmpty();
    }

    /** Adds the joins and their columns to a statement. */
    Select addTo(Select select, Source first) {
        List<Expression> columns = new ArrayList<>(select.columns());
        Select joined = select;
        for (Join join : joins) {
            Source owner = join.from < 0 ? first : joins.get(join.from).source;
            for (int at = ClassTable.ID; at < join.source.table().columns().size(); at++) {
                columns.add(join.source.column(at));
            }
            joined = joined.leftJoin(join.source, new Predicate.Compare(
                    join.source.column(ClassTable.ID), SqlOperator.EQUAL, owner.column(join.reference.slotAt())));
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
        boolean[] isNew = new boolean[joins.size()];
        for (int i = 0; i < isNew.length; i++) {
            Join join = joins.get(i);
            long id = join.from < 0 || isNew[join.from] ? row.getLong(join.at) : 0;
            if (id != 0) {
                isNew[i] = reader.read(join.batch, row, join.at, id);
                join.seen[0]++;
                if (isNew[i]) {
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
        joins.stream().filter(join -> join.seen[0] >= TOO_FEW).forEach(join -> join.reference.choice().observe(join.seen[0], join.seen[1]));
    }
}
