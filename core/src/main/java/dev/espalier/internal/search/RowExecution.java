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
import dev.espalier.internal.search.condition.SqlRow;
import dev.espalier.internal.search.condition.StatementScope;
import dev.espalier.internal.search.explanation.Explanation;
import dev.espalier.internal.search.selection.ExactParts;
import dev.espalier.internal.search.selection.FloatBounds;
import dev.espalier.internal.search.selection.FloatScale;
import dev.espalier.internal.search.selection.GroupedSources;
import dev.espalier.internal.search.selection.GroupedSources.Wanted;
import dev.espalier.internal.search.selection.HeldParts;
import dev.espalier.internal.search.selection.JoinedSources;
import dev.espalier.internal.search.selection.RowReading;
import dev.espalier.internal.search.selection.RowStatement;
import dev.espalier.internal.search.selection.SourceCursor;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
        return joined(objects.get(), few, first(objects.get()), reading);
    }

    @Override
    public void rows(RowReading reading) {
        rows(false, reading);
    }

    /** Returns the statements that give the combinations of all objects, one for each class; empty if the objects are searched first. */
    Optional<List<RowStatement>> statements() {
        return objects()
                .map(objects -> IntStream.range(0, objects.size())
                        .mapToObj(i -> statement(objects.get(i), i, first(objects)))
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
        return values == 0 || objects.stream().allMatch(select -> hasRoom(select, values));
    }

    /** Whether the engine accepts further values beside those of a statement. */
    private boolean hasRoom(Query statement, int further) {
        Dialect dialect = search.session.dialect();
        return dialect.render(statement).binds().size() + further
                <= dialect.limits().binds();
    }

    /** Returns all rows of a plan without groups, to be read some at a time. */
    SourceCursor cursor(boolean alone) {
        Optional<List<Select>> objects = alone && search.session.hasCursors()
                ? objects().filter(selects -> !selects.isEmpty())
                : Optional.empty();
        return objects.isPresent()
                ? cursor(statement(objects.get().get(0), 0, Wanted.PARTS))
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
            combinations += joined(objects, true, Wanted.PARTS, reading);
        }
        return combinations;
    }

    /** Reads all combinations of the sources, and returns how many there are; if the engine adds floats, how many it adds. */
    private long joined(List<Select> objects, boolean few, Wanted wanted, RowReading reading) {
        long combinations = 0;
        for (int i = 0; i < objects.size(); i++) {
            // Few floats are read in the time in which their range is asked.
            OptionalLong floats = few ? OptionalLong.empty() : floats(objects.get(i), i, wanted, reading);
            combinations += floats.isPresent() ? floats.getAsLong() : joined(objects.get(i), i, few, wanted, reading);
        }
        return combinations;
    }

    /** A group has no rows of other statements if there is one. */
    private static Wanted first(List<Select> objects) {
        return objects.size() == 1 ? Wanted.FIRST : Wanted.PARTS;
    }

    /** Reads the combinations for the objects of one class. */
    private long joined(Select objects, int type, boolean few, Wanted wanted, RowReading reading) {
        Optional<GroupedSources> groups = groups(objects, type, Map.of(), wanted);
        OptionalLong found =
                groups.map(some -> readExactly(some, type, few, reading)).orElse(OptionalLong.empty());
        if (found.isEmpty() && groups.filter(GroupedSources::areFirst).isPresent()) {
            found = groups(objects, type, Map.of(), Wanted.GROUPS)
                    .map(all -> readExactly(all, type, few, reading))
                    .orElse(OptionalLong.empty());
        }
        return found.isPresent() ? found.getAsLong() : read(sources(objects, type), type, few, reading);
    }

    /** Has the engine add floats, and returns how many; empty if it cannot do so exactly. Then nothing has been given to the reading. */
    private OptionalLong floats(Select objects, int type, Wanted wanted, RowReading reading) {
        PersistentClass root = plan.roots().answer().concreteClasses().get(type);
        Optional<FloatBounds> asked =
                FloatBounds.of(objects, table(type), plan, search.schema, search.statements.columns());
        if (asked.isEmpty()) {
            return OptionalLong.empty();
        }
        FloatBounds bounds = asked.get();
        search.statements.search("bounds of floats of " + root, bounds.query(), -1, bounds::read);
        Optional<GroupedSources> groups =
                groups(objects, type, bounds.scales(), wanted).filter(statement -> hasRoom(statement.query(), 0));
        if (groups.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong found = readExactly(groups.get(), type, false, reading);
        return found.isPresent() ? OptionalLong.of(Math.max(found.getAsLong(), bounds.values())) : found;
    }

    /** Reads groups, and returns how many; empty if the engine could not make them exactly. Then nothing has been given to the reading. */
    private OptionalLong readExactly(GroupedSources groups, int type, boolean few, RowReading reading) {
        if (groups.areAlwaysExact()) {
            return OptionalLong.of(read(groups, type, few, reading));
        }
        HeldParts held = new HeldParts();
        ExactParts parts = new ExactParts(held);
        long found = read(groups, type, few, parts);
        if (!parts.areExact()) {
            return OptionalLong.empty();
        }
        held.giveTo(reading);
        return OptionalLong.of(found);
    }

    /** Reads what a statement finds for the objects of one class, and returns how many rows it has. */
    private long read(RowStatement statement, int type, boolean few, RowReading reading) {
        String title = (statement instanceof GroupedSources ? "groups of " : "rows of ")
                + plan.roots().answer().concreteClasses().get(type);
        long[] found = new long[1];
        RowReader reader = statement.reader(reading);
        RowReader counting = row -> {
            found[0]++;
            reader.read(row);
        };
        if (few) {
            search.statements.search(title, statement.query(), -1, counting);
        } else if (statement instanceof GroupedSources groups) {
            search.statements.groups(title, statement.query(), groups.most(search.relations.sizes()), counting);
        } else {
            search.statements.all(title, statement.query(), -1, counting);
        }
        return found[0];
    }

    /** Returns the statement for the objects of one class. Floats are read. */
    private RowStatement statement(Select objects, int type, Wanted wanted) {
        Optional<GroupedSources> groups = groups(objects, type, Map.of(), wanted);
        return groups.isPresent() ? groups.get() : sources(objects, type);
    }

    private RowStatement sources(Select objects, int type) {
        return JoinedSources.to(objects, table(type), plan, search.schema, search.statements.columns());
    }

    /**
     * Returns the statement by which the engine makes the groups; empty if it cannot.
     *
     * @param scales the levels of floats for each aggregate for which the engine adds them
     */
    private Optional<GroupedSources> groups(
            Select objects, int type, Map<RowPlan.Aggregate, FloatScale> scales, Wanted wanted) {
        return plan.isGrouped()
                ? GroupedSources.of(
                        objects, table(type), plan, search.schema, search.statements.columns(), scales, wanted)
                : Optional.empty();
    }

    private ClassTable table(int type) {
        return search.schema.table(plan.roots().answer().concreteClasses().get(type));
    }
}
