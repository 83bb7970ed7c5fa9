package dev.espalier.internal.dialect;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Change;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.internal.sql.Statement;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of one engine: texts, types and values, and what its planner can do. Immutable, safe for any number of threads. The texts here are those of the
 * SQL standard; an engine's own class overrides its differences.
 */
public abstract class Dialect {

    /** The engine's name for people, for example {@code MySQL}. */
    public abstract String name();

    /** Returns the bounds of statements, values and tables. */
    public abstract Limits limits();

    /** The server's clock: the milliseconds since 1970-01-01 UTC, as a whole number. */
    public String nowMillis() {
        return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS bigint)";
    }

    /** Whether indexes of two tables may have the same name. */
    public boolean namesIndexesPerTable() {
        return false;
    }

    // ---- definitions

    /** The type of a column in CREATE TABLE, with its collation. */
    protected abstract String columnType(Column column);

    /** The bytes that a column takes of {@link Limits#rowBytes}, if the engine has a maximum. */
    public int bytesInRow(Column column) {
        return 0;
    }

    /** An identifier, quoted, so that no name is ever mistaken for a keyword. */
    public String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** The text behind the columns in CREATE TABLE. */
    protected String tableOptions(Table table) {
        return "";
    }

    /** A column of a primary key as it stands in CREATE TABLE. */
    private String keyColumn(Column column) {
        return quote(column.name()) + " " + columnType(column) + " NOT NULL";
    }

    /**
     * A column as it stands in CREATE TABLE. A number or a boolean that is never null has the default zero: a program with an older class, which does not
     * know the column, inserts rows without it.
     */
    protected final String columnDefinition(Column column) {
        String zero = zero(column);
        return quote(column.name()) + " " + columnType(column)
                + (column.nullable() ? "" : " NOT NULL" + (zero == null ? "" : " DEFAULT " + zero));
    }

    /** A column of a table as it stands in CREATE TABLE. */
    final String column(Table table, Column column) {
        return table.key().contains(column) ? keyColumn(column) : columnDefinition(column);
    }

    /** The default of a column that is never null; null if its type has none. */
    protected static @Nullable String zero(Column column) {
        return switch (column.type()) {
            case BOOLEAN -> "FALSE";
            case SMALLINT, INTEGER, BIGINT, DOUBLE -> "0";
            default -> null;
        };
    }

    /** Returns the cost of a definition on a table with rows. Writers wait while an index is built or a column type is changed, unless an engine says otherwise. */
    public DefinitionCost cost(Definition definition) {
        boolean changesType = definition instanceof Definition.ChangeColumn change
                && !columnType(change.before()).equals(columnType(change.after()));
        return changesType || isIndex(definition) ? DefinitionCost.BLOCKING : DefinitionCost.INSTANT;
    }

    /** Whether indexes are built. */
    protected static boolean isIndex(Definition definition) {
        return definition instanceof Definition.CreateIndex
                || definition instanceof Definition.CreateIndexes
                || definition instanceof Definition.BuildIndexes;
    }

    /** Whether transactions that began before the change find the table empty after it. */
    public boolean hidesRows(Definition definition) {
        return false;
    }

    /** The statement that adds a column. */
    protected String addColumn(Table table, Column column) {
        return "ALTER TABLE " + quote(table.name()) + " ADD COLUMN " + columnDefinition(column);
    }

    /** The statement that drops a column if the engine refuses that because the row is too large; null if it never does. */
    public @Nullable String dropColumnAnew(Table table, Column column) {
        return null;
    }

    /** The statements that change the type of a column, or let it be null. */
    protected List<String> changeColumn(Table table, Column before, Column after) {
        String alter = "ALTER TABLE " + quote(table.name()) + " ALTER COLUMN " + quote(after.name());
        List<String> statements = new ArrayList<>();
        if (!columnType(before).equals(columnType(after))) {
            statements.add(alter + " SET DATA TYPE " + columnType(after));
        }
        if (!before.nullable() && after.nullable()) {
            statements.add(alter + " DROP NOT NULL");
            statements.add(alter + " DROP DEFAULT");
        }
        return statements;
    }

    /** The statements that build these indexes of one table; one is enough if the engine reads the table once for all. */
    protected List<String> createIndexes(Table table, List<Index> indexes) {
        return indexes.stream().map(index -> createIndex(index, "")).toList();
    }

    /** @param condition stands before the name of the index; empty for none */
    protected final String createIndex(Index index, String condition) {
        return "CREATE " + (index.unique() ? "UNIQUE " : "") + "INDEX " + condition + quote(index.name()) + " ON "
                + quote(index.table().name()) + " (" + indexedColumns(index) + ")";
    }

    /** Whether a column of bytes of any length can have a unique index. */
    public boolean hasUniqueBytes() {
        return true;
    }

    /** Whether CREATE TABLE makes the indexes of its table too: one statement instead of several, and no table is ever there without its indexes. */
    public boolean createsIndexesWithTables() {
        return false;
    }

    /** An index as it stands in CREATE TABLE, if the engine takes it there. */
    protected final String indexInTable(Index index) {
        return (index.unique() ? "UNIQUE " : "") + "INDEX " + quote(index.name()) + " (" + indexedColumns(index) + ")";
    }

    /** The columns of an index, with commas between them. */
    private String indexedColumns(Index index) {
        return indexed(index).stream()
                .map(column -> indexedColumn(column, index.unique()))
                .collect(Collectors.joining(", "));
    }

    /** The columns that the engine keeps in an index: a searched one, and then the one that is read. */
    protected List<Column> indexed(Index index) {
        return index.columns();
    }

    /** A column as it stands in CREATE INDEX; text of any length is indexed by its beginning if the engine asks for it. */
    protected String indexedColumn(Column column, boolean unique) {
        return quote(column.name());
    }

    /** The statements that build these indexes of one table while others write to it, if the engine can. */
    protected List<String> buildIndexes(Table table, List<Index> indexes) {
        return createIndexes(table, indexes);
    }

    /** Whether indexes of several tables are built at the same time. */
    public boolean buildsIndexesInParallel() {
        return limits().parallelWriters();
    }

    /** Whether {@link Definition.BuildIndexes} and {@link Definition.RemoveIndex} are run outside of transactions, though tables are defined in transactions. */
    public boolean buildsIndexesApart() {
        return false;
    }

    /** One row per index of the connection's database whose building was interrupted, so that it is of no use: table, name. Null if there is none. */
    public @Nullable String invalidIndexQuery() {
        return null;
    }

    /** The statement that drops an index while others use the table, if the engine can. */
    protected String removeIndex(Index index) {
        return dropIndex(index);
    }

    /** The statement that drops an index. */
    protected String dropIndex(Index index) {
        return dropIndex(index.name());
    }

    /** The statement that drops an index of which only the name is known. The name of an index has to be enough for the engine. */
    public final String dropIndex(String name) {
        return "DROP INDEX " + quote(name);
    }

    /** Returns the statement that updates the planner's statistics. */
    public String analyze(Table table) {
        return "ANALYZE " + quote(table.name());
    }

    /** Returns the statement that collects what the planner does not know yet of indexes that were just built on a table; null if it knows all. */
    public @Nullable String analyzeBuilt(Table table, List<Index> built) {
        return analyze(table);
    }

    /** One row with one number: the bytes on disk of these tables and their indexes. */
    public abstract String sizeQuery(List<Table> tables);

    /** One row per table of the connection's database: table, the bytes of its rows, the bytes of its indexes. Null if the engine does not report it. */
    public @Nullable String tableSizeQuery() {
        return null;
    }

    /**
     * One row per table of the connection's database whose rows the engine has counted or guessed: table, rows. If it has not, there is no row, or a
     * number that is not positive.
     */
    public abstract String rowEstimateQuery();

    /** A query that has a row if the engine has estimates at all; null if it always has. */
    public @Nullable String rowEstimatesKept() {
        return null;
    }

    /** One row per index of the connection's database: table, name. */
    public abstract String indexQuery();

    /** One row per name that a table cannot have, though no table of the connection's database has it: views and whatever else. Null if only views of JDBC's metadata do. */
    public @Nullable String takenNameQuery() {
        return null;
    }

    /** One row per column of the connection's database: table, name. Null if JDBC's metadata say it. */
    public @Nullable String columnQuery() {
        return null;
    }

    /** One row per index of a table: its name, and the column that it begins with. Null if JDBC's metadata say it. */
    public @Nullable String leadingColumnQuery(Table table) {
        return null;
    }

    /** One row per index that has a column: its name. Null if the engine drops them with the column. */
    public @Nullable String columnIndexQuery(Table table, Column column) {
        return null;
    }

    /** One row per index of a table: its name, and the statement that makes it. Null if columns are changed while there are indexes. */
    public @Nullable String indexDefinitionQuery(Table table) {
        return null;
    }

    // ---- writing

    /** The text of a statement that changes rows, and its values. */
    public final Statement render(Change change) {
        return ChangeWriter.write(this, change);
    }

    /** The statements of a definition, in the order in which they are run. */
    public final List<String> render(Definition definition) {
        return DefinitionWriter.write(this, definition);
    }

    /** CREATE TABLE for people: a line for each column. */
    public final String commented(Table table, List<String> comments) {
        return DefinitionWriter.commented(this, table, comments);
    }

    /** The beginning of an upsert, up to its VALUES, if it is a statement of its own; null if it is an INSERT. */
    protected @Nullable String merge(Table table) {
        return null;
    }

    /** The clause between the INSERT of an upsert and the assignments for rows whose key exists. */
    protected String whereKeyExists(Table table) {
        return " ON CONFLICT (" + names(table.key()) + ") DO UPDATE SET ";
    }

    /** The value that an upsert would have inserted into a column, given by its quoted name. */
    protected String insertedValue(String column) {
        return "excluded." + column;
    }

    /** The names of columns, quoted, with commas between them. */
    public String names(List<Column> columns) {
        return columns.stream().map(c -> quote(c.name())).collect(Collectors.joining(", "));
    }

    // ---- searching

    /** How many conditions are joined by AND at most in one statement; a list of values is one. */
    public int mostConjuncts() {
        return Integer.MAX_VALUE;
    }

    /** The text of a query, and its values. */
    public final Statement render(Query query) {
        SqlWriter writer = new SqlWriter(this, "");
        writer.query(query);
        return writer.statement();
    }

    /** The text of a query for the rows of one table that have these ids, each once, in any order. */
    public Statement renderByIds(Source table, List<Expression> columns, Expression id, long[] ids) {
        return render(Select.of(table, columns).where(Predicate.InIds.lookup(id, ids)));
    }

    /** The text of a query that locks the rows it gives, until the transaction ends, and sees them as they were committed last. */
    public final Statement renderLocking(Select select, RowLock lock) {
        SqlWriter writer = new SqlWriter(this, "", lock);
        writer.query(select).text(lockClause(lock));
        return writer.statement();
    }

    /**
     * One statement for locking queries: it locks their rows, one query after the other, and has one row for each query, which says how many it has locked.
     * Null if the engine cannot count what it locks.
     */
    public @Nullable Statement renderLockingCounts(List<Select> selects, RowLock lock) {
        return null;
    }

    /** The text of a locking query that fails at once if another transaction has locked one of the rows. Only for servers. */
    public final Statement renderLockingAtOnce(Select select, RowLock lock) {
        SqlWriter writer = new SqlWriter(this, "");
        writer.query(select).text(lockClause(lock)).text(" NOWAIT");
        return writer.statement();
    }

    /** Whether any number of transactions may hold the lock of {@link RowLock#REFER} on a row at once. */
    public final boolean sharesLocks() {
        return !lockClause(RowLock.REFER).equals(" FOR UPDATE");
    }

    /** The end of a SELECT that locks its rows. */
    protected String lockClause(RowLock lock) {
        return " FOR UPDATE";
    }

    /** The text of a query that searches through several tables, if the planner may need a hint. */
    public final Statement renderSearch(Query query) {
        SqlWriter writer = new SqlWriter(this, searchHint());
        writer.query(query);
        return writer.statement();
    }

    /** A hint that stands right after the first SELECT of a query that searches through several tables; empty for none. */
    protected String searchHint() {
        return "";
    }

    /** Runs a statement and asks how the engine did so, with the rows and times of each part if the engine counts them. */
    public Statement explained(Statement statement) {
        return new Statement("EXPLAIN ANALYZE " + statement.text(), statement.binds());
    }

    /**
     * Whether the engine holds all rows of a query in this program's memory, to sort them.
     *
     * @param enginePlan what {@link #enginePlan} says of the query; only asked for if that decides
     */
    public boolean sortsInMemory(Supplier<String> enginePlan) {
        return false;
    }

    /** The report of the engine on how it ran a statement, as lines of text. */
    public String enginePlan(ResultSet answer) throws SQLException {
        StringBuilder plan = new StringBuilder();
        int columns = answer.getMetaData().getColumnCount();
        while (answer.next()) {
            for (int i = 1; i <= columns; i++) {
                plan.append(i > 1 ? " | " : "").append(answer.getString(i));
            }
            plan.append('\n');
        }
        return plan.toString().stripTrailing();
    }

    /**
     * Returns an expression of the user's as a column of whole numbers takes it, so that it compares with numbers. Most engines compare what they store.
     *
     * @param sql in the SQL of the engine
     */
    public String storedNumber(String sql) {
        return "(" + sql + ")";
    }

    /** Whether a column takes values that are not of its type, such as numbers beyond it. */
    public boolean storesAnyValue() {
        return false;
    }

    /** Whether an EXISTS without a fitting index is answered by reading its tables once, and that so well that nothing else is faster. */
    public boolean hashesSemiJoins() {
        return false;
    }

    /** Whether the planner estimates how many rows have a value from that value, by statistics or by a look at the index, and not from the average of all values. */
    public boolean knowsCommonValues() {
        return true;
    }

    /** Writes: the expression is one of these ids. Of no ids it is false, and not unknown, as {@code IN (NULL)} is: its negation must be true. */
    protected void inIds(SqlWriter out, Predicate.InIds in) {
        long[] ids = in.ids();
        if (ids.length == 0) {
            out.text(SqlWriter.FALSE);
            return;
        }
        out.expression(in.expression()).text(" IN (");
        for (int i = 0; i < ids.length; i++) {
            out.text(i == 0 ? "" : ",").text(Long.toString(ids[i]));
        }
        out.text(")");
    }

    /** Writes: the expression is one of many values. An engine that counts the values beside a statement takes them as a table, which is one value. */
    protected void inMany(SqlWriter out, Predicate.InMany in) {
        out.expression(in.expression()).text(" IN (");
        out.separated(", ", in.values(), out::expression);
        out.text(")");
    }

    /** Writes: two expressions are one of many pairs. There are as many groups as different second values. */
    protected void inManyPairs(SqlWriter out, Predicate.InManyPairs in) {
        out.predicate(in.groups());
    }

    /** The values of a list, each as the text that the standard writes for it: bytes in hexadecimal digits. */
    protected static String[] texts(List<Expression.Bind> values) {
        return values.stream().map(bind -> text(bind.value())).toArray(String[]::new);
    }

    private static String text(Object value) {
        return value instanceof BigDecimal number
                ? number.toPlainString()
                : value instanceof LocalDateTime moment
                        ? moment.toLocalDate() + " " + moment.toLocalTime()
                        : value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value.toString();
    }

    /** Whether a recursive query ends if its rows lead back to each other. */
    public boolean endsCycles() {
        return true;
    }

    /**
     * A recursive statement that ends when nothing new comes, and not after some number of rounds.
     *
     * @param outermost where its outermost SELECT begins
     */
    protected String withoutBound(String statement, int outermost) {
        return statement;
    }

    /** Writes a whole number or a decimal as a floating number; engines that compare the two as such need nothing. */
    protected void floating(SqlWriter out, Expression number) {
        out.expression(number);
    }

    /** Writes: the text is like the pattern; case matters. The beginning of a text stands for a text of which an index holds it. */
    protected void like(SqlWriter out, Expression expression, String pattern) {
        out.expression(expression).text(" LIKE ").bind(ColumnType.TEXT, pattern).text(" ESCAPE '\\'");
    }

    /** Writes: the text begins with another one. */
    protected void begins(SqlWriter out, Predicate.Begins begins) {
        out.predicate(new Predicate.And(List.of(
                new Predicate.Compare(begins.expression(), SqlOperator.GREATER_OR_EQUAL, begins.text()),
                new Predicate.Compare(begins.expression(), SqlOperator.LESS, begins.after()))));
    }

    /** Writes: the text is like the pattern; case does not matter, in the sense of Java on every engine. */
    protected abstract void likeIgnoringCase(SqlWriter out, Expression expression, String pattern);

    /** Writes a comparison of two texts, in a form for which an index on the text is of use. */
    protected void compareText(SqlWriter out, Predicate.Compare compare) {
        out.comparison(compare.left(), compare.operator(), compare.right());
    }

    /** Writes a comparison of a column with whole numbers of any length, and one with decimals. */
    protected void compareIntegral(SqlWriter out, Expression integral, SqlOperator operator, Expression decimal) {
        out.comparison(integral, operator, decimal);
    }

    /** Whether ORDER BY compares texts and bytes of any length as the language does: to their ends, by code point. */
    public boolean sortsWholeTexts() {
        return true;
    }

    /**
     * Whether the engine follows an index in the order of its columns if further sort keys stand behind these: it sorts only the rows that are equal in them, and
     * a LIMIT ends its walk.
     */
    public boolean sortsBehindIndex() {
        return false;
    }

    /** How many characters of a text, or bytes, {@link Expression.Beginning} stands for. */
    public int beginning() {
        throw new UnsupportedOperationException(name() + " sorts and indexes whole texts");
    }

    /** The use of an index on a text column for rows in the order of the texts. */
    public TextIndex textIndex(Column column) {
        return TextIndex.WHOLE;
    }

    /** Whether the index on a column holds the beginnings of its texts, in the order of these. */
    public final boolean isIndexedByBeginning(Column column) {
        return column.type() == ColumnType.TEXT && textIndex(column) == TextIndex.BEGINNINGS;
    }

    /** Whether the rows of a query in IN may be cut by LIMIT. */
    public boolean cutsSubqueries() {
        return true;
    }

    /**
     * Whether the planner knows that a LIMIT ends a walk along an index. One that does not finds all rows that fulfil the condition by
     * another index, however many they are, and sorts them.
     */
    public boolean weighsLimits() {
        return true;
    }

    /** The text between two tables of which the second is looked up from the rows of the first. */
    protected String joinAfter() {
        return " JOIN ";
    }

    /** Writes that a column is equal to a value of a table before, by which its index finds it. */
    protected void lookup(SqlWriter out, Expression indexed, Expression value) {
        out.predicate(Predicate.equal(indexed, value));
    }

    /** Writes a part of a date or a time. */
    protected void datePart(SqlWriter out, Expression.DatePart part) {
        out.text("EXTRACT(" + part.unit() + " FROM ").expression(part.moment()).text(")");
    }

    /** Writes a decimal without its fraction. */
    protected void wholePart(SqlWriter out, Expression number) {
        out.text("TRUNC(").expression(number).text(")");
    }

    /** Whether GROUP BY can put rows into groups without sorting them. */
    public boolean groupsByHash() {
        return true;
    }

    /** Whether GROUP BY of an indexed column looks up each row from the index, instead of reading the table. */
    public boolean groupsAlongIndexes() {
        return false;
    }

    /** Whether COUNT(DISTINCT) of the groups' values takes less time than GROUP BY of different rows. */
    public boolean countsDifferentOfGroups() {
        return true;
    }

    /** Whether a sum of numbers of 64 bits can be greater than they. */
    public boolean addsBeyond64Bits() {
        return true;
    }

    /** The types in which whole numbers are computed; empty if a result beyond 64 bits becomes a floating number. */
    public Optional<WholeTypes> wholeTypes() {
        return Optional.empty();
    }

    /** Writes: 1 if a number is a floating one, 0 if it is not. */
    protected void isFloating(SqlWriter out, Expression number) {
        throw new UnsupportedOperationException(name() + " has types for whole numbers: wholeTypes returns them");
    }

    /** How SUM adds decimals. */
    public DecimalSums decimalSums() {
        return DecimalSums.INEXACT;
    }

    /**
     * Whether the engine adds floats by levels in less than half the time that it takes to read them: each addition is one of IEEE 754, is not left out, and is
     * in any order.
     */
    public boolean addsFloatsByLevels() {
        return false;
    }

    /** The expression that GROUP BY and PARTITION BY compare to the end, for a column of text of any length. */
    public String wholeText(String column) {
        return column;
    }

    /** Writes what ORDER BY compares: texts by code point. */
    protected void sortKey(SqlWriter out, Expression expression) {
        out.expression(expression);
    }

    /** Writes a sort key; nulls last. */
    protected void order(SqlWriter out, Expression expression, boolean descending) {
        out.expression(expression).text(" IS NULL, ").expression(expression).text(descending ? " DESC" : "");
    }

    // ---- values

    /**
     * A text that inserts any number of rows of a table, whose values are bound by {@link #bindByColumn}. Null if the engine has none, or a column's type does not
     * allow it: then each number of rows has a text of its own.
     */
    public @Nullable String insertByColumn(Table table) {
        return null;
    }

    /** The same, which updates the rows whose primary key is there already. */
    public final @Nullable String upsertByColumn(Table table) {
        return ChangeWriter.upsertByColumn(this, table);
    }

    /**
     * Binds rows to the text of {@link #insertByColumn} or {@link #upsertByColumn}.
     *
     * @param from the place of the first question mark, counted from 1
     * @return the place behind the last one
     */
    public int bindByColumn(PreparedStatement statement, int from, Table table, List<Object[]> rows)
            throws SQLException {
        throw new UnsupportedOperationException(name() + " inserts rows by VALUES only: insertByColumn returns null");
    }

    /** Binds a value, which may be null, to a question mark. */
    public void bind(PreparedStatement statement, int at, ColumnType type, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(at, sqlType(type));
            return;
        }
        switch (type) {
            case SMALLINT, INTEGER, BIGINT -> statement.setLong(at, (Long) value);
            case BOOLEAN -> statement.setBoolean(at, (Boolean) value);
            case DOUBLE -> statement.setDouble(at, (Double) value);
            case DECIMAL, INTEGRAL -> statement.setBigDecimal(at, (BigDecimal) value);
            case TEXT, NAME -> statement.setString(at, (String) value);
            case DATE, TIME, TIMESTAMP, UUID -> statement.setObject(at, value);
            case BINARY -> statement.setBytes(at, (byte[]) value);
        }
    }

    /** Reads a column's value; null if it is null. */
    public @Nullable Object read(ResultSet row, int at, ColumnType type) throws SQLException {
        return switch (type) {
            case SMALLINT, INTEGER, BIGINT -> {
                long value = row.getLong(at);
                yield value == 0 && row.wasNull() ? null : (Object) value;
            }
            case BOOLEAN -> {
                boolean value = row.getBoolean(at);
                yield !value && row.wasNull() ? null : (Object) value;
            }
            case DOUBLE -> {
                double value = row.getDouble(at);
                yield value == 0 && row.wasNull() ? null : (Object) value;
            }
            case DECIMAL, INTEGRAL -> row.getBigDecimal(at);
            case TEXT, NAME -> text(row, at);
            case DATE -> row.getObject(at, LocalDate.class);
            case TIME -> row.getObject(at, LocalTime.class);
            case TIMESTAMP -> row.getObject(at, LocalDateTime.class);
            case UUID -> row.getObject(at, UUID.class);
            case BINARY -> row.getBytes(at);
        };
    }

    /**
     * Reads a value that an SQL expression of the user's computes, as a column of the type will store it.
     *
     * @throws IllegalArgumentException if the column would store it, but it is no value of the type; the message says what was found and what is expected
     */
    public @Nullable Object readComputed(ResultSet row, int at, ColumnType type) throws SQLException {
        return read(row, at, type);
    }

    /** Reads a text; like {@link ResultSet#getString}, null if it is null. */
    public String text(ResultSet row, int at) throws SQLException {
        return row.getString(at);
    }

    /** The JDBC type for a null of that kind. */
    protected int sqlType(ColumnType type) {
        return switch (type) {
            case BOOLEAN -> Types.BOOLEAN;
            case SMALLINT, INTEGER -> Types.INTEGER;
            case BIGINT -> Types.BIGINT;
            case DOUBLE -> Types.DOUBLE;
            case DECIMAL, INTEGRAL -> Types.NUMERIC;
            case TEXT, NAME -> Types.VARCHAR;
            case DATE -> Types.DATE;
            case TIME -> Types.TIME;
            case TIMESTAMP -> Types.TIMESTAMP;
            case UUID -> Types.OTHER;
            case BINARY -> Types.BINARY;
        };
    }

    @Override
    public final String toString() {
        return name();
    }
}
