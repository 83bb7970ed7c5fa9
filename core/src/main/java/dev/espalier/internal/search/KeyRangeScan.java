package dev.espalier.internal.search;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.TextIndex;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.NullGuard;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.search.condition.SqlConditions;
import dev.espalier.internal.search.condition.SqlRow;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.search.condition.VariableResults;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first objects in the order of one key, of those with a value. For one search, by one thread.
 *
 * <p>Objects with equal keys have no order among each other, so the scan may end in the middle of them. Therefore the objects with the last
 * value are left out, and this value is the boundary. Texts need more than ORDER BY and LIMIT on some engines:
 *
 * <ul>
 * <li>If the engine sorts only by their beginnings, the texts that begin like the last one are read in full and sorted here.
 * <li>If an index finds a range of texts but gives no order, all texts up to an estimated bound are read and sorted here. The estimate
 * affects only the speed: if the range holds too few, it is widened.
 * </ul>
 *
 * No more objects are in memory than are wanted.
 */
final class KeyRangeScan {

    /**
     * The size of the first range as a multiple of the wanted number, so that it seldom holds too few; and the factor by which the next one
     * is wider.
     */
    private static final int RESERVE = 2;

    private static final int WIDER = 4;

    private final Schema schema;
    private final Statistics statistics;
    private final Session session;
    private final SearchStatements statements;
    private final VariableResults results;

    KeyRangeScan(
            Schema schema,
            Statistics statistics,
            Session session,
            SearchStatements statements,
            VariableResults results) {
        this.schema = schema;
        this.statistics = statistics;
        this.session = session;
        this.statements = statements;
        this.results = results;
    }

    /**
     * The beginning of an order.
     *
     * @param ids all objects with values before the boundary
     * @param values their values; empty if they were not read in full
     * @param boundary a value that at least as many objects have as are missing; empty if all objects with a value were read
     */
    record Stretch(IdSet ids, Map<Long, Object[]> values, Optional<Constant> boundary) {}

    /** An object with its sort value. */
    private record Valued(long id, Object[] value) {}

    /** Returns whether each step leads to one table, so that a statement can join it. */
    static boolean isPossible(Plan.Order key) {
        return key.steps().stream()
                .allMatch(step -> step.target().concreteClasses().size() == 1);
    }

    /** Returns whether indexes lead from each value of the key to its objects. */
    boolean isIndexed(PersistentClass root, Plan.Order key) {
        PersistentClass here = root;
        for (Step.Follow step : key.steps()) {
            if (!tables(here).stream().allMatch(table -> isIndexed(table, row -> row.compared(step.reference())))) {
                return false;
            }
            here = step.target();
        }
        return tables(here).stream().allMatch(table -> isIndexed(table, row -> row.compared(key.field())));
    }

    /** Returns whether the engine follows the index on a key of the objects' own rows in order, and sorts only those rows by further keys that have the same value. */
    boolean isFollowedInOrder(PersistentClass root, Plan.Order key) {
        Dialect dialect = statements.dialect();
        return dialect.sortsBehindIndex()
                && key.steps().isEmpty()
                && !KeyConditions.isEnum(key)
                && tables(root).stream()
                        .flatMap(table -> new SqlRow.OfObject(new Source(table.table(), "t"), table)
                                .compared(key.field()).stream())
                        .map(Expression.ColumnOf.class::cast)
                        .allMatch(column -> !TopN.isText(column.column().type())
                                || dialect.textIndex(column.column()) == TextIndex.WHOLE
                                || dialect.isIndexedByBeginning(column.column()));
    }

    private boolean isIndexed(ClassTable table, Function<SqlRow, List<Expression>> columns) {
        Source source = new Source(table.table(), "t");
        List<Expression> compared = columns.apply(new SqlRow.OfObject(source, table));
        return compared.isEmpty() || statistics.isIndexed(source, compared.get(0));
    }

    private List<ClassTable> tables(PersistentClass type) {
        return type.concreteClasses().stream().map(schema::table).toList();
    }

    /**
     * Returns the first objects that fulfil a condition and have a value.
     *
     * @param end only values behind this one
     * @param walked whether to scan an index on the key, rather than all objects
     */
    Stretch first(
            PersistentClass root,
            Condition condition,
            Plan.Order key,
            Optional<Constant> end,
            long most,
            boolean walked) {
        Asked asked = new Asked(root, condition, key, end, most, walked);
        List<Valued> inRange = asked.inRange();
        if (inRange.size() == most) {
            return upToLast(List.of(), inRange, asked.order, true);
        }
        List<Valued> first = asked.first();
        if (first.size() < most) {
            return stretch(first, !asked.byBeginning, Optional.empty());
        }
        Object[] last = first.get(first.size() - 1).value();
        if (!asked.isCutOff(last)) {
            return upToLast(List.of(), first, asked.order, !asked.byBeginning);
        }
        List<Valued> before = before(first, last, asked.order);
        return upToLast(before, asked.beginningLike(last, most - before.size()), asked.order, false);
    }

    /** Takes the last value as the boundary. */
    private static Stretch upToLast(
            List<Valued> before, List<Valued> sorted, Comparator<Object[]> order, boolean exact) {
        Object[] last = sorted.get(sorted.size() - 1).value();
        return stretch(
                Stream.concat(before.stream(), before(sorted, last, order).stream())
                        .toList(),
                exact,
                Optional.of(last));
    }

    private static List<Valued> before(List<Valued> sorted, Object[] value, Comparator<Object[]> order) {
        return sorted.stream()
                .filter(one -> order.compare(one.value(), value) < 0)
                .toList();
    }

    private static Stretch stretch(List<Valued> objects, boolean exact, Optional<Object[]> boundary) {
        IdSet ids = new IdSet();
        Map<Long, Object[]> values = new HashMap<>();
        for (Valued one : objects) {
            ids.add(one.id());
            if (exact) {
                values.put(one.id(), one.value());
            }
        }
        return new Stretch(ids, values, boundary.map(value -> new Constant(Arrays.asList(value))));
    }

    /** The statements for one stretch. */
    private final class Asked {

        private final PersistentClass root;
        private final Condition condition;
        private final Plan.Order key;
        private final Optional<Constant> end;
        private final long most;
        private final boolean walked;
        private final Comparator<Object[]> order;
        private final TextIndex index;
        /** Whether the engine sorts by the beginnings of the texts only. */
        private final boolean byBeginning;

        Asked(
                PersistentClass root,
                Condition condition,
                Plan.Order key,
                Optional<Constant> end,
                long most,
                boolean walked) {
            this.root = root;
            this.condition = condition;
            this.key = key;
            this.end = end;
            this.most = most;
            this.walked = walked;
            order = Ordering.comparator(key);
            Dialect dialect = statements.dialect();
            boolean text = !KeyConditions.isEnum(key)
                    && TopN.isText(key.field().columnTypes().get(0));
            index = !text || !walked
                    ? TextIndex.WHOLE
                    : columns()
                            .map(column -> dialect.textIndex(column.column()))
                            .findFirst()
                            .orElse(TextIndex.WHOLE);
            byBeginning = text && (!dialect.sortsWholeTexts() || index == TextIndex.BEGINNINGS);
        }

        /** Returns the columns of the key, one for each table that has it. */
        private Stream<Expression.ColumnOf> columns() {
            return ends().flatMap(table -> new SqlRow.OfObject(
                                    new Source(table.table(), table.table().name()), table)
                            .compared(key.field()).stream())
                    .map(Expression.ColumnOf.class::cast);
        }

        private Stream<ClassTable> ends() {
            return tables(
                    key.steps().isEmpty()
                            ? root
                            : key.steps().get(key.steps().size() - 1).target())
                    .stream();
        }

        /** Returns the first objects in the order of the key, or of the beginnings of its values. */
        List<Valued> first() {
            List<Valued> found = new ArrayList<>();
            for (ClassTable table : tables(root)) {
                Joined joined = join(table);
                if (joined != null) {
                    List<Expression> sorted = byBeginning ? List.of(beginning(joined)) : TopN.sorted(key, joined.end());
                    Select all = joined.selecting(byBeginning ? sorted : joined.columns());
                    Select present = byBeginning && walked ? all.where(Predicates.notNull(sorted.get(0))) : all;
                    Select select = present.limit(most, 0)
                            .orderBy(sorted.stream()
                                    .map(one -> new Select.Order(one, key.descending(), true))
                                    .toArray(Select.Order[]::new));
                    statements.search(
                            "first " + table.type() + " by " + key, select, most, row -> found.add(read(row)));
                }
            }
            found.sort(Comparator.comparing(Valued::value, order));
            return found.subList(0, (int) Math.min(most, found.size()));
        }

        /** Returns whether the value may be longer than the part that was read. */
        boolean isCutOff(Object[] value) {
            return byBeginning
                    && (value[0] instanceof String text
                            ? text.codePointCount(0, text.length())
                                    == statements.dialect().beginning()
                            : ((byte[]) value[0]).length == statements.dialect().beginning());
        }

        /** Returns the first objects, by their whole values, of those with this beginning. */
        List<Valued> beginningLike(Object[] beginning, long wanted) {
            Expression.Bind bind = new Expression.Bind(key.field().columnTypes().get(0), beginning[0]);
            return whole(
                    "that begin like the last",
                    wanted,
                    joined -> new Predicate.Compare(beginning(joined), SqlOperator.EQUAL, bind));
        }

        /** Returns the first objects by their whole values, if an index finds ranges of texts and the statistics give a bound. */
        List<Valued> inRange() {
            List<String> spread = index != TextIndex.RANGES
                    ? List.of()
                    : ends().flatMap(this::spread).toList();
            List<String> ahead = spread.stream()
                    .filter(text -> end.isEmpty()
                            || order.compare(
                                            new Object[] {text},
                                            end.get().columns().toArray())
                                    > 0)
                    .sorted(Comparator.comparing(text -> new Object[] {text}, order))
                    .toList();
            long objects = ahead.isEmpty()
                    ? 1
                    : Math.max(
                            1,
                            tables(root).stream()
                                    .mapToLong(table -> statistics.rows(session, table.table(), 0))
                                    .sum());
            List<Valued> found = List.of();
            for (long to = RESERVE * most * spread.size() / objects + 1;
                    to < ahead.size() && found.size() < most;
                    to *= WIDER) {
                Constant bound = new Constant(List.of(ahead.get((int) to)));
                Condition upTo = new Condition.Compare(
                        key.field(), key.descending() ? Operator.GREATER_OR_EQUAL : Operator.LESS_OR_EQUAL, bound);
                found = whole("in a range", most, joined -> joined.sql().predicate(upTo, joined.end()));
            }
            return found;
        }

        private Stream<String> spread(ClassTable table) {
            return new SqlRow.OfObject(new Source(table.table(), "t"), table)
                    .compared(key.field()).stream()
                            .flatMap(column ->
                                    statistics
                                            .spread(session, table.table(), ((Expression.ColumnOf) column).column())
                                            .stream());
        }

        /** Reads whole values, and keeps the first ones. */
        private List<Valued> whole(String which, long wanted, Function<Joined, Predicate> restriction) {
            PriorityQueue<Valued> lastFirst =
                    new PriorityQueue<>(Comparator.comparing(Valued::value, order.reversed()));
            for (ClassTable table : tables(root)) {
                Joined joined = join(table);
                if (joined != null) {
                    Select select = joined.selecting(joined.columns()).where(restriction.apply(joined));
                    statements.all(table.type() + " by " + key + ", " + which, select, -1, row -> {
                        lastFirst.add(read(row));
                        if (lastFirst.size() > wanted) {
                            lastFirst.remove();
                        }
                    });
                }
            }
            return lastFirst.stream()
                    .sorted(Comparator.comparing(Valued::value, order))
                    .toList();
        }

        private Valued read(Row row) throws SQLException {
            List<ColumnType> types = key.field().columnTypes();
            Object[] value = new Object[types.size()];
            for (int i = 0; i < value.length; i++) {
                value[i] = row.get(i + 2, types.get(i));
            }
            return new Valued(row.getLong(1), value);
        }

        private static Expression beginning(Joined joined) {
            return new Expression.Beginning(
                    (Expression.ColumnOf) joined.columns().get(0));
        }

        /** Returns the candidates of a table, joined with the rows of the path to the key; null if there are none. */
        private @Nullable Joined join(ClassTable table) {
            SqlConditions sql = new SqlConditions(schema, statements.columns(), results);
            List<SqlRow.OfObject> rows = new ArrayList<>(List.of(sql.row(table)));
            List<Predicate> links = new ArrayList<>();
            for (Step.Follow step : key.steps()) {
                List<Expression> reference = rows.get(rows.size() - 1).compared(step.reference());
                if (reference.isEmpty()) {
                    return null;
                }
                SqlRow.OfObject target =
                        sql.row(schema.table(step.target().concreteClasses().get(0)));
                links.add(new Predicate.Compare(target.id(), SqlOperator.EQUAL, reference.get(0)));
                rows.add(target);
            }
            if (rows.size() == 1
                    && walked
                    && !condition.equals(Condition.ALWAYS)
                    && !statements.dialect().weighsLimits()) {
                // The object is joined with itself: its key leads the join, and its conditions do not.
                SqlRow.OfObject leading = sql.row(table);
                links.add(new Predicate.Compare(rows.get(0).id(), SqlOperator.EQUAL, leading.id()));
                rows.add(leading);
            }
            SqlRow.OfObject last = rows.get(rows.size() - 1);
            List<Expression> columns = last.compared(key.field());
            if (columns.isEmpty()) {
                return null;
            }
            Predicate later = end.map(value -> sql.predicate(KeyConditions.later(key, value), last))
                    .orElse(
                            NullGuard.isNullable(columns.get(0))
                                    ? Predicates.notNull(columns.get(0))
                                    : Predicates.TRUE);
            Predicate both = Predicates.and(sql.predicate(condition, rows.get(0)), later);
            Select select = walked ? fromEnd(rows, links) : fromRoot(rows, links);
            return both.equals(Predicates.FALSE)
                    ? null
                    : new Joined(
                            sql,
                            both.equals(Predicates.TRUE) ? select : select.where(both),
                            rows.get(0),
                            last,
                            columns);
        }

        private static Select fromRoot(List<SqlRow.OfObject> rows, List<Predicate> links) {
            Select select = Select.of(rows.get(0).source(), rows.get(0).id());
            for (int i = 0; i < links.size(); i++) {
                select = select.join(rows.get(i + 1).source(), links.get(i));
            }
            return select;
        }

        /** Joins from the key backwards: its values come in the order of the index, each with its objects. */
        private static Select fromEnd(List<SqlRow.OfObject> rows, List<Predicate> links) {
            Select select =
                    Select.of(rows.get(rows.size() - 1).source(), rows.get(0).id());
            for (int i = links.size() - 1; i >= 0; i--) {
                select = select.joinAfter(rows.get(i).source(), links.get(i));
            }
            return select;
        }
    }

    /**
     * A statement for the objects of a table.
     *
     * @param sql builds its conditions
     * @param root the row of the wanted object
     * @param end the row with the key
     * @param columns the columns of the key
     */
    private record Joined(
            SqlConditions sql, Select select, SqlRow.OfObject root, SqlRow.OfObject end, List<Expression> columns) {

        Select selecting(List<Expression> values) {
            return select.selecting(
                    Stream.concat(Stream.of(root.id()), values.stream()).toList());
        }
    }
}
