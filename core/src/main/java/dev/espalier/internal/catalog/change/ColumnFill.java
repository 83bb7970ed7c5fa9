package dev.espalier.internal.catalog.change;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.match.AttributeTypes;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.ValueConversion;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.internal.sql.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Fills an attribute of one class by UPDATE statements, each for a range of ids and in a transaction of its own: a whole number from another one, or whatever
 * an SQL expression computes, the user's or one that means the same as an expression of the query language. Repeating it changes nothing more.
 */
public final class ColumnFill {

    /** A statement for more rows holds their locks for longer: 10,000 take about 50 ms. */
    private static final long BATCH = 10_000;

    private static final String ALIAS = "t";
    private static final Predicate NOTHING = new Predicate.Constant(false);

    private static final Map<Class<?>, long[]> RANGES = Map.of(
            Byte.class,
            new long[] {Byte.MIN_VALUE, Byte.MAX_VALUE},
            Short.class,
            new long[] {Short.MIN_VALUE, Short.MAX_VALUE},
            Integer.class,
            new long[] {Integer.MIN_VALUE, Integer.MAX_VALUE},
            Long.class,
            new long[] {Long.MIN_VALUE, Long.MAX_VALUE});

    private final ConnectionSource source;
    private final Fill fill;
    private final Table table;
    private final String alias;
    private final Column column;
    private final Expression value;
    /** The rows that have no value for the attribute. */
    private final Predicate failing;

    private ColumnFill(
            ConnectionSource source,
            Fill fill,
            Table table,
            String alias,
            Column column,
            Expression value,
            Predicate failing) {
        this.source = source;
        this.fill = fill;
        this.table = table;
        this.alias = alias;
        this.column = column;
        this.value = value;
        this.failing = failing;
    }

    /**
     * Returns the statements that fill an attribute of a concrete class.
     *
     * @param expression of the user's, or null
     * @param nothing stands in place of null, or null
     * @return null if only the program can compute the values
     * @throws IllegalArgumentException if the expression is for an attribute that is not kept in one column
     */
    public static @Nullable ColumnFill of(
            ConnectionSource source, Schema schema, Fill fill, @Nullable String expression, @Nullable Object nothing) {
        Table table = schema.table(fill.type()).table();
        List<String> columns = schema.columnsOf(fill.type(), fill.attribute().name());
        boolean isOneColumn = fill.attribute() instanceof ValueAttribute && columns.size() == 1;
        if (!isOneColumn && expression == null) {
            return null;
        }
        if (!isOneColumn) {
            throw new IllegalArgumentException(
                    "found an SQL expression; expected a function, because the attribute is not a value of one column");
        }
        Column column = table.columns().stream()
                .filter(one -> one.name().equals(columns.get(0)))
                .findFirst()
                .orElseThrow();
        ValueAttribute attribute = (ValueAttribute) fill.attribute();
        if (expression != null) {
            Expression verbatim = new Expression.Verbatim(expression);
            boolean mayBeBeyond = RANGES.containsKey(attribute.type().javaClass());
            return new ColumnFill(
                    source,
                    fill,
                    table,
                    ALIAS,
                    column,
                    verbatim,
                    mayBeBeyond ? beyond(new Expression.VerbatimNumber(expression), attribute.type()) : NOTHING);
        }
        StoredAttributes.Line from = fill.fromLine();
        if (from == null || !isOfWholeNumbers(fill)) {
            return null;
        }
        Expression old =
                new Expression.ColumnOf(ALIAS, new Column(from.columns().get(0), ColumnType.BIGINT, true, false));
        Predicate beyond = beyond(old, attribute.type());
        Predicate failing = attribute.nullable() || nothing != null
                ? beyond
                : new Predicate.Or(List.of(beyond, new Predicate.IsNull(old)));
        return new ColumnFill(
                source,
                fill,
                table,
                ALIAS,
                column,
                nothing == null ? old : new Expression.Coalesce(old, bind(attribute.type(), column, nothing)),
                failing);
    }

    /** Whether the attribute is a whole number, and is converted from one. */
    public static boolean isOfWholeNumbers(Fill fill) {
        return fill.attribute() instanceof ValueAttribute attribute
                && RANGES.containsKey(attribute.type().javaClass())
                && fill.fromLine() != null
                && AttributeTypes.isWholeNumber(fill.fromLine().type());
    }

    /**
     * Returns the statements that fill an attribute by an expression whose value is what the program would compute.
     *
     * @param alias of the row in the expression: as the statement calls the table
     * @param mayBeNull whether the expression may have no value
     * @param mayBeBeyond whether its value may be a number beyond the attribute's type
     * @param nothing stands in place of null, or null
     */
    public static ColumnFill computed(
            ConnectionSource source,
            Schema schema,
            Fill fill,
            String alias,
            Expression expression,
            boolean mayBeNull,
            boolean mayBeBeyond,
            @Nullable Object nothing) {
        Table table = schema.table(fill.type()).table();
        ValueAttribute attribute = (ValueAttribute) fill.attribute();
        String name = schema.columnsOf(fill.type(), attribute.name()).get(0);
        Column column = table.columns().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        List<Predicate> failing = new ArrayList<>();
        if (mayBeBeyond) {
            failing.add(beyond(expression, attribute.type()));
        }
        if (mayBeNull && nothing == null && !attribute.nullable()) {
            failing.add(new Predicate.IsNull(expression));
        }
        Expression value = nothing == null || !mayBeNull
                ? expression
                : new Expression.Coalesce(
                        expression, bind(attribute.type(), column, ValueConversion.convert(nothing, attribute.type())));
        return new ColumnFill(
                source,
                fill,
                table,
                alias,
                column,
                value,
                failing.isEmpty() ? NOTHING : failing.size() == 1 ? failing.get(0) : new Predicate.Or(failing));
    }

    /** The name of a table as statements write it. */
    public static String alias(ConnectionSource source, Schema schema, Fill fill) {
        return source.dialect().quote(schema.table(fill.type()).table().name());
    }

    private static Predicate beyond(Expression number, ValueType type) {
        long[] range = requireNonNull(RANGES.get(type.javaClass()));
        return new Predicate.Or(List.of(
                new Predicate.Compare(number, SqlOperator.LESS, new Bind(ColumnType.BIGINT, range[0])),
                new Predicate.Compare(number, SqlOperator.GREATER, new Bind(ColumnType.BIGINT, range[1]))));
    }

    /** Whether a repeated run can find out which objects have their values already. */
    public boolean distinguishesFilled() {
        return column.type().isInteger();
    }

    private static Bind bind(ValueType type, Column column, Object nothing) {
        Object[] row = new Object[1];
        type.encode(nothing, row, 0);
        return new Bind(column.type(), row[0]);
    }

    /** The number of objects that have no value for the attribute, before the attribute is added. */
    public long failures() {
        return failing.equals(NOTHING)
                ? 0
                : read(Select.of(new Source(table, alias), new Expression.CountAll())
                        .where(failing));
    }

    /** The first ids of objects that have no value for the attribute. */
    public List<Long> failing(int most) {
        Source rows = new Source(table, alias);
        List<Long> ids = new ArrayList<>();
        try (Session session = source.session()) {
            session.query(
                    session.dialect()
                            .render(Select.of(rows, rows.column(ClassTable.ID))
                                    .where(failing)
                                    .orderBy(new Select.Order(rows.column(ClassTable.ID), false, true))
                                    .limit((long) most, 0)),
                    row -> ids.add(row.getLong(1)));
        }
        return ids;
    }

    /**
     * Finds the objects for which an SQL expression of the user's computes no value of the attribute, though the engine would store it. Reads the values of
     * all objects.
     *
     * @param refused receives the id of each of them, and the reason
     */
    public void refused(BiConsumer<Long, IllegalArgumentException> refused) {
        if (!mayStoreOthers(source.dialect())) {
            return;
        }
        Source rows = new Source(table, alias);
        long last = 0;
        while (true) {
            long from = last;
            long to = endOfBatch(from);
            try (Session session = source.session()) {
                refused(session, rows, range(rows, from, to), refused);
            }
            if (to == 0) {
                return;
            }
            last = to;
        }
    }

    /** Enums are texts on every engine. */
    private boolean mayStoreOthers(Dialect dialect) {
        return value instanceof Expression.Verbatim && (dialect.storesAnyValue() || type().isEnum());
    }

    private ValueType type() {
        return ((ValueAttribute) fill.attribute()).type();
    }

    private void refused(
            Session session, Source rows, Predicate range, BiConsumer<Long, IllegalArgumentException> refused) {
        session.query(
                session.dialect()
                        .render(Select.of(rows, rows.column(ClassTable.ID), value)
                                .where(range)
                                .orderBy(new Select.Order(rows.column(ClassTable.ID), false, true))),
                row -> {
                    long id = row.getLong(1);
                    try {
                        requireOfType(row.getComputed(2, column.type()));
                    } catch (IllegalArgumentException e) {
                        refused.accept(id, new IllegalArgumentException(expression() + ": " + e.getMessage(), e));
                    }
                });
    }

    private String expression() {
        return "the SQL expression " + ((Expression.Verbatim) value).sql();
    }

    private void requireOfType(@Nullable Object stored) {
        Object[] cell = {stored};
        Object value = type().decode(cell, 0);
        if (value == null) {
            return;
        }
        type().encode(value, cell, 0);
        if (column.type().isInteger() && !requireNonNull(stored).equals(cell[0])) {
            throw new IllegalArgumentException("found " + stored + "; expected a value of " + type().name());
        }
    }

    /** The number of all objects of the class. */
    public long objects() {
        return read(Select.of(new Source(table, alias), new Expression.CountAll()));
    }

    private long read(Select select) {
        try (Session session = source.session()) {
            return session.queryLong(session.dialect().render(select));
        }
    }

    /**
     * Fills all objects.
     *
     * @param isCurrent proves in a transaction that what the program knows is not converted meanwhile
     * @param replaces whether programs use the attribute meanwhile: then objects get a new version
     * @param listener receives the number of objects that are done
     * @return false if another program has filled the attribute meanwhile
     */
    public boolean run(Consumer<Session> isCurrent, boolean replaces, LongConsumer listener) {
        long last = 0;
        long done = 0;
        while (true) {
            long from = last;
            long to = endOfBatch(from);
            long rows = update(isCurrent, from, to, replaces);
            if (rows < 0) {
                return false;
            }
            done = !replaces ? done + rows : to != 0 ? done + BATCH : Math.max(done, objects());
            listener.accept(done);
            if (to == 0) {
                return true;
            }
            last = to;
        }
    }

    /** The id of the last object of a batch; 0 for the last batch. */
    private long endOfBatch(long last) {
        Source rows = new Source(table, alias);
        return read(Select.of(rows, rows.column(ClassTable.ID))
                .where(after(rows, last))
                .orderBy(new Select.Order(rows.column(ClassTable.ID), false, true))
                .limit(1L, BATCH - 1));
    }

    private static Predicate after(Source rows, long last) {
        return new Predicate.Compare(
                rows.column(ClassTable.ID), SqlOperator.GREATER, new Bind(ColumnType.BIGINT, last));
    }

    private static Predicate range(Source rows, long from, long to) {
        return to == 0
                ? after(rows, from)
                : Predicate.and(
                        after(rows, from),
                        new Predicate.Compare(
                                rows.column(ClassTable.ID),
                                SqlOperator.LESS_OR_EQUAL,
                                new Bind(ColumnType.BIGINT, to)));
    }

    /**
     * Whether a row has another value: one that is computed again, and has it already, gets no new version. Only of whole numbers: engines compare the spaces
     * at the end of texts, and rounded numbers, in their own ways.
     */
    private Predicate differs(Source rows) {
        Expression old = rows.column(table.columns().indexOf(column));
        return new Predicate.Or(List.of(
                new Predicate.Compare(old, SqlOperator.NOT_EQUAL, value),
                Predicate.and(new Predicate.IsNull(old), new Predicate.Not(new Predicate.IsNull(value))),
                Predicate.and(new Predicate.Not(new Predicate.IsNull(old)), new Predicate.IsNull(value))));
    }

    /**
     * Refuses values that are not of the type if columns take them. Nobody else writes there before the transaction ends. Other engines refuse them in the
     * statement.
     */
    private void requireNone(Session session, Source rows, Predicate range) {
        if (mayStoreOthers(session.dialect())) {
            List<String> found = new ArrayList<>();
            refused(session, rows, range, (id, reason) -> found.add("object " + id + ": " + reason.getMessage()));
            if (!found.isEmpty()) {
                throw beyond(found.get(0));
            }
        } else if (!failing.equals(NOTHING)
                && session.dialect().storesAnyValue()
                && session.queryLong(session.dialect()
                                .render(Select.of(rows, new Expression.CountAll())
                                        .where(Predicate.and(range, failing))))
                        > 0) {
            throw beyond("found a value beyond its type; expected none");
        }
    }

    private StoreException beyond(String found) {
        return new StoreException(ErrorCode.TOO_LONG, source.place() + ": " + fill.name() + ": " + found);
    }

    private long update(Consumer<Session> isCurrent, long from, long to, boolean replaces) {
        Source rows = new Source(table, alias);
        List<Update.Assignment> assignments = new ArrayList<>(List.of(new Update.Assignment(column, value)));
        if (replaces) {
            assignments.add(new Update.Assignment(
                    table.columns().get(ClassTable.VERSION), new Expression.Next(rows.column(ClassTable.VERSION))));
        }
        Predicate range = range(rows, from, to);
        Update update = new Update(
                table, assignments, replaces && distinguishesFilled() ? Predicate.and(range, differs(rows)) : range);
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            try (Session session = source.writer()) {
                Dialect dialect = session.dialect();
                session.beginWrite();
                if (!replaces && !CatalogTables.isUnfilledLocked(session, fill.className(), fill.path())) {
                    session.rollback();
                    return -1;
                }
                requireNone(session, rows, range);
                long changed = session.update(dialect.render(update));
                isCurrent.accept(session);
                session.commit();
                return changed;
            } catch (EspalierException e) {
                if (replaces || !Retries.isCurable(e)) { // a version must be counted once
                    throw e;
                }
                retries.pause(e);
            }
        }
    }

    /** Whether objects may still be without an attribute. */
    public static boolean isStillToFill(Session session, Fill fill) {
        return CatalogTables.isUnfilled(session, fill.className(), fill.path());
    }
}
