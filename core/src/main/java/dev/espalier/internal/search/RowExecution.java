package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.RowCursor;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** One search for the objects of a selection's query, and the reading of their rows. For one thread. */
final class RowExecution implements RowPages {

    /** The number of objects above which a selection reads each source by itself, by scans if need be. */
    private static final int JOINED_BY_IDS = 50_000;

    /** The number of values that conditions on what a selection counts may have in one statement with ids. */
    private static final int VALUES = 1_000;

    /** The rows of a selection that are read together from a cursor. */
    private static final int ROWS_AT_A_TIME = 1_000;

    private final Execution search;
    private final RowPlan plan;
    private final boolean isJoinable;
    /** The number of values in the conditions on what is counted. */
    private final int values;

    RowExecution(Execution search, RowPlan plan) {
        this.search = search;
        this.plan = plan;
        boolean areJoinable = JoinedSources.areJoinable(plan);
        this.values = areJoinable ? values() : 0;
        this.isJoinable = areJoinable && values <= VALUES;
    }

    private int values() {
        return plan.sources().stream()
                .filter(source -> !source.condition().equals(Condition.ALWAYS))
                .mapToInt(source -> search.oneStatement
                        .size(source.condition(), Step.end(List.of(requireNonNull(source.step()))))
                        .binds())
                .sum();
    }

    Explanation explanation(long found) {
        return search.explanation(found);
    }

    /**
     * Reads all rows, and returns how many there are.
     *
     * @param few whether they can be held in memory
     */
    long rows(boolean few, RowReading reading) {
        Optional<List<Select>> objects = objects();
        if (objects.isEmpty()) {
            return rowsOf(search.answer(plan.roots()), reading);
        }
        if (!objects.get().isEmpty()) {
            search.unchosen("the rows are read with the objects");
        }
        return joined(objects.get(), few, reading);
    }

    @Override
    public void rows(RowReading reading) {
        rows(false, reading);
    }

    /** Returns the statements that give the combinations of all objects, one for each class; empty if the objects are searched first. */
    Optional<List<RowStatement>> statements() {
        return objects()
                .map(objects -> IntStream.range(0, objects.size())
                        .mapToObj(i -> statement(objects.get(i), i))
                        .toList());
    }

    /** Returns the statements for the objects that sources can be joined to. */
    private Optional<List<Select>> objects() {
        return isJoinable
                ? new RootStatements(search, plan.roots()).all(plan.isGrouped()).filter(this::haveRoom)
                : Optional.empty();
    }

    /** Whether the engine accepts the values of what is counted beside those of the statements for the objects. */
    private boolean haveRoom(List<Select> objects) {
        return values == 0
                || objects.stream()
                        .allMatch(select ->
                                search.session.dialect().render(select).binds().size() + values
                                        <= search.session.dialect().limits().binds());
    }

    /** Returns all rows of a plan without groups, to be read some at a time. */
    SourceCursor cursor(boolean alone) {
        Optional<List<Select>> objects = alone && search.session.hasCursors()
                ? objects().filter(selects -> !selects.isEmpty())
                : Optional.empty();
        return objects.isPresent()
                ? cursor(statement(objects.get().get(0), 0))
                : new SourceReader(plan.sources(), search.relations, search.steps)
                        .source(plan.roots().answer(), search.answer(plan.roots()));
    }

    private SourceCursor cursor(RowStatement statement) {
        RowCursor cursor = search.session.cursor(search.session.dialect().render(statement.query()), ROWS_AT_A_TIME);
        return new SourceCursor() {
            @Override
            public void read(RowReading reading) {
                cursor.read(ROWS_AT_A_TIME, statement.reader(reading));
            }

            @Override
            public boolean isAtEnd() {
                return cursor.isAtEnd();
            }

            @Override
            public void close() {
                cursor.close();
            }
        };
    }

    @Override
    public ResultPage objects(long size, Optional<Position> after) {
        return search.page(plan.roots(), size, after);
    }

    @Override
    public Position position(long object) {
        return search.position(plan.roots(), object);
    }

    @Override
    public void rows(long[] objects, RowReading reading) {
        rowsOf(objects, reading);
    }

    private long rowsOf(long[] all, RowReading reading) {
        long[] ids = all.length <= plan.first().orElse(all.length) // each object has a row
                ? all
                : Arrays.copyOf(all, (int) plan.first().getAsLong());
        if (isJoinable && ids.length <= JOINED_BY_IDS && mayComeById(ids)) {
            return joinedByIds(ids, reading);
        }
        new SourceReader(plan.sources(), search.relations, search.steps)
                .read(plan.roots().answer(), ids, reading::object);
        return ids.length;
    }

    /** Whether rows may come in the order of their objects' ids. */
    private boolean mayComeById(long[] ids) {
        return plan.isGrouped()
                || plan.roots().answer().concreteClasses().size() == 1
                        && IntStream.range(1, ids.length).allMatch(i -> ids[i - 1] < ids[i]);
    }

    /** Reads all combinations for some objects, a chunk of ids in each statement. */
    private long joinedByIds(long[] ids, RowReading reading) {
        List<PersistentClass> types = plan.roots().answer().concreteClasses();
        int chunk = search.session.dialect().limits().idsPerStatement();
        long combinations = 0;
        for (int from = 0; from < ids.length; from += chunk) {
            long[] some = Arrays.copyOfRange(ids, from, Math.min(from + chunk, ids.length));
            List<Select> objects = new ArrayList<>();
            for (PersistentClass type : types) {
                SqlRow.OfObject row = new StatementScope().row(search.schema.table(type));
                objects.add(Select.of(row.source(), row.id()).where(Predicate.InIds.lookup(row.id(), some)));
            }
            combinations += joined(objects, true, reading);
        }
        return combinations;
    }

    /** Reads all combinations of the sources, and returns how many there are. */
    private long joined(List<Select> objects, boolean few, RowReading reading) {
        long[] combinations = new long[1];
        for (int i = 0; i < objects.size(); i++) {
            RowStatement statement = statement(objects.get(i), i);
            RowReader reader = statement.reader(reading);
            String title = statement instanceof GroupedSources ? "groups of " : "rows of ";
            read(title + plan.roots().answer().concreteClasses().get(i), statement.query(), few, row -> {
                combinations[0]++;
                reader.read(row);
            });
        }
        return combinations[0];
    }

    private void read(String title, Query query, boolean few, RowReader reader) {
        if (few) {
            search.statements.search(title, query, -1, reader);
        } else {
            search.statements.all(title, query, -1, reader);
        }
    }

    /** Returns the statement for the objects of one class. */
    private RowStatement statement(Select objects, int type) {
        ClassTable root =
                search.schema.table(plan.roots().answer().concreteClasses().get(type));
        Dialect dialect = search.session.dialect();
        Optional<GroupedSources> grouped =
                plan.isGrouped() ? GroupedSources.of(objects, root, plan, search.schema, dialect) : Optional.empty();
        return grouped.isPresent()
                ? grouped.get()
                : JoinedSources.to(objects, root, plan, search.schema, dialect.limits());
    }
}
