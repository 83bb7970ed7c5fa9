package dev.espalier.internal.engine.postgresql;

import dev.espalier.internal.dialect.CaseVariants;
import dev.espalier.internal.dialect.DecimalSums;
import dev.espalier.internal.dialect.DefinitionCost;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.dialect.PatternBeginning;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.dialect.SqlWriter;
import dev.espalier.internal.dialect.TextIndex;
import dev.espalier.internal.dialect.WholeTypes;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Statement;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** PostgreSQL from 15. */
final class PostgreSqlDialect extends Dialect {

    /**
     * How much of a text is indexed: an index entry holds at most 2,704 bytes (a third of a page), and a character takes up to
     * four. https://www.postgresql.org/docs/current/btree.html
     */
    /** Hardly less than half the smallest double, 2^-1075. */
    private static final String ROUNDED_TO_ZERO = "2.4703282292062327208e-324";

    /** Hardly more than the greatest double and half of what the next one would be away, 2^1024 - 2^970. */
    private static final String INFINITE = "1.79769313486231580794e308";

    private static final int INDEXED_TEXT = PatternBeginning.MOST;

    /** MIN_ARRAY_SIZE_FOR_HASHED_SAOP of the server's source is 9. */
    private static final int MOST_UNHASHED = 8;

    /** More ids than that stand in the text, so that the planner may choose to read the whole table. */
    private static final int MOST_LOOKED_UP = 2_000;

    // The protocol's Bind message counts parameters in 16 bits. Numbers: 131,072 digits before and 16,383 behind the
    // point (https://www.postgresql.org/docs/current/datatype-numeric.html).
    // Columns: https://www.postgresql.org/docs/current/limits.html.
    private static final Limits LIMITS = new Limits(
            65_535, 1_000, 100_000, 131_072, 16_383, 600, true, false, Integer.MAX_VALUE, 1_600, Integer.MAX_VALUE);

    /** A cast to {@code regnamespace} would read the name as SQL: without quotes its capitals are small letters. */
    private static final String OF_SCHEMA =
            "namespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())";

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public Limits limits() {
        return LIMITS;
    }

    /** https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS: who refers does not wait for who changes. */
    @Override
    protected String lockClause(RowLock lock) {
        return switch (lock) {
            case REFER -> " FOR KEY SHARE";
            case CHANGE -> " FOR NO KEY UPDATE";
            case DELETE -> " FOR UPDATE";
        };
    }

    /** A locking clause must stand in a subquery: https://www.postgresql.org/docs/current/sql-select.html#SQL-FOR-UPDATE-SHARE. */
    @Override
    public Statement renderLockingCounts(List<Select> selects, RowLock lock) {
        SqlWriter writer = new SqlWriter(this, "");
        for (int i = 0; i < selects.size(); i++) {
            writer.text(i == 0 ? "SELECT count(*) FROM (" : " UNION ALL SELECT count(*) FROM (")
                    .query(selects.get(i))
                    .text(lockClause(lock))
                    .text(") l");
        }
        return writer.statement();
    }

    /** If somebody else has built one meanwhile, the transaction goes on. */
    @Override
    protected List<String> createIndexes(Table table, List<Index> indexes) {
        return indexes.stream()
                .map(index -> createIndex(index, "IF NOT EXISTS "))
                .toList();
    }

    /**
     * Writers go on: https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY. An index whose building fails stays, and is not
     * valid.
     */
    @Override
    protected List<String> buildIndexes(Table table, List<Index> indexes) {
        return indexes.stream()
                .map(index -> createIndex(index, "CONCURRENTLY "))
                .toList();
    }

    /** The statistics of the columns are there; those of an expression are collected with the next ones of its table. */
    @Override
    public @Nullable String analyzeBuilt(Table table, List<Index> built) {
        boolean hasExpression = built.stream()
                .flatMap(index -> index.columns().stream())
                .anyMatch(column -> column.type() == ColumnType.TEXT && textIndex(column) == TextIndex.BEGINNINGS);
        return hasExpression ? analyze(table) : null;
    }

    /** An incremental sort, since PostgreSQL 13: https://www.postgresql.org/docs/current/runtime-config-query.html#GUC-ENABLE-INCREMENTAL-SORT. */
    @Override
    public boolean sortsBehindIndex() {
        return true;
    }

    @Override
    public boolean buildsIndexesApart() {
        return true;
    }

    @Override
    protected String removeIndex(Index index) {
        return "DROP INDEX CONCURRENTLY IF EXISTS " + quote(index.name());
    }

    @Override
    public DefinitionCost cost(Definition definition) {
        return definition instanceof Definition.BuildIndexes ? DefinitionCost.ONLINE : super.cost(definition);
    }

    /** CURRENT_TIMESTAMP is the time at which the transaction began. */
    @Override
    public String nowMillis() {
        return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)";
    }

    @Override
    protected String columnType(Column column) {
        return switch (column.type()) {
            case TEXT -> (column.unique() ? "varchar(" + LIMITS.uniqueText() + ")" : "text") + " COLLATE \"C\"";
            case NAME -> "varchar(255) COLLATE \"C\"";
            default -> type(column.type());
        };
    }

    private static String type(ColumnType type) {
        return switch (type) {
            case BOOLEAN -> "boolean";
            case SMALLINT -> "smallint";
            case INTEGER -> "integer";
            case BIGINT -> "bigint";
            case DOUBLE -> "double precision";
            case DECIMAL, INTEGRAL -> "numeric";
            case TEXT, NAME -> "text";
            case DATE -> "date";
            case TIME -> "time(6)";
            case TIMESTAMP -> "timestamp(6)";
            case UUID -> "uuid";
            case BINARY -> "bytea";
        };
    }

    /** "Changing a column's type rewrites the table, which is not MVCC-safe": https://www.postgresql.org/docs/current/mvcc-caveats.html. */
    @Override
    public boolean hidesRows(Definition definition) {
        return cost(definition) == DefinitionCost.BLOCKING && definition instanceof Definition.ChangeColumn;
    }

    @Override
    protected String indexedColumn(Column column, boolean unique) {
        return column.type() == ColumnType.TEXT && !unique
                ? "left(" + quote(column.name()) + ", " + INDEXED_TEXT + ")"
                : quote(column.name());
    }

    @Override
    public String sizeQuery(List<Table> tables) {
        return tables.stream()
                .map(t -> "pg_total_relation_size('" + quote(t.name()).replace("'", "''") + "')")
                .collect(Collectors.joining(" + ", "SELECT ", ""));
    }

    @Override
    public String tableSizeQuery() {
        return "SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class WHERE rel" + OF_SCHEMA
                + " AND relkind = 'r'";
    }

    /** -1 before the first VACUUM or ANALYZE (https://www.postgresql.org/docs/current/catalog-pg-class.html). */
    @Override
    public String rowEstimateQuery() {
        return "SELECT relname, CAST(reltuples AS bigint) FROM pg_class" + " WHERE rel" + OF_SCHEMA
                + " AND relkind = 'r'";
    }

    @Override
    public String indexQuery() {
        return indexes("x.indisvalid");
    }

    /**
     * Tables share their names with views, sequences, indexes, and with types, for each is one itself. A table named like one of the server's own could be made, but is
     * never found: {@code pg_catalog} is searched first (https://www.postgresql.org/docs/current/ddl-schemas.html#DDL-SCHEMAS-CATALOG).
     */
    @Override
    public String takenNameQuery() {
        return "SELECT relname FROM pg_class WHERE rel" + OF_SCHEMA
                + " AND relkind <> 'r' UNION ALL SELECT typname FROM pg_type WHERE typtype <> 'c' AND typcategory <> 'A' AND typ"
                + OF_SCHEMA
                + " UNION ALL SELECT relname FROM pg_class WHERE relnamespace = CAST('pg_catalog' AS regnamespace)";
    }

    @Override
    public String invalidIndexQuery() {
        return indexes("NOT x.indisvalid");
    }

    private static String indexes(String condition) {
        return "SELECT t.relname, i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid"
                + " WHERE t.rel" + OF_SCHEMA + " AND " + condition;
    }

    /** An array is neither hashed nor merged, so that the index is used. */
    @Override
    protected void lookup(SqlWriter out, Expression indexed, Expression value) {
        out.expression(indexed).text(" = ANY (ARRAY[").expression(value).text("])");
    }

    /**
     * Few ids are values. So is an array of ids that an index finds: the text and its plan stay the same whatever the ids are. Other ids stand in
     * the text, because only a constant array is hashed: a bound one is compared with every row's value one by one (1,000 ids against 2M rows:
     * 90 s in place of 0.1 s). So do more ids than {@link #MOST_LOOKED_UP}, for which reading the whole table may be faster.
     */
    @Override
    protected void inIds(SqlWriter out, Predicate.InIds in) {
        long[] ids = in.ids();
        out.expression(in.expression());
        if (ids.length == 1) {
            out.text(" = ").bind(ColumnType.BIGINT, ids[0]);
        } else if (in.isLookup() && ids.length <= MOST_LOOKED_UP) {
            out.text(" = ANY(").bind(ColumnType.BIGINT, ids).text(")");
        } else if (ids.length > 0 && ids.length <= MOST_UNHASHED) {
            out.text(" IN (");
            for (int i = 0; i < ids.length; i++) {
                out.text(i == 0 ? "" : ", ").bind(ColumnType.BIGINT, ids[i]);
            }
            out.text(")");
        } else {
            StringBuilder array = new StringBuilder(ids.length * 8 + 2);
            for (int i = 0; i < ids.length; i++) {
                array.append(i == 0 ? "" : ",").append(ids[i]);
            }
            out.text(" = ANY(CAST('{").text(array.toString()).text("}' AS bigint[]))");
        }
    }

    /** An array of texts is one value; as a table, in place of an array, it is hashed whatever the plan knows of it. */
    @Override
    protected void inMany(SqlWriter out, Predicate.InMany in) {
        ColumnType type = in.values().get(0).type();
        out.expression(in.expression())
                .text(" IN (SELECT "
                        + (type == ColumnType.BINARY ? "decode(v, 'hex')" : "CAST(v AS " + type(type) + ")")
                        + " FROM unnest(CAST(")
                .bind(ColumnType.TEXT, texts(in.values()))
                .text(" AS text[])) AS l (v))");
    }

    /** https://www.postgresql.org/docs/current/functions-array.html: unnest of several arrays has their first elements as its first row, and so on. */
    @Override
    public @Nullable String insertByColumn(Table table) {
        StringJoiner selected = new StringJoiner(", ");
        StringJoiner arrays = new StringJoiner(", ");
        StringJoiner names = new StringJoiner(", ");
        for (int i = 0; i < table.columns().size(); i++) {
            String type = arrayType(table.columns().get(i).type());
            if (type == null) {
                return null;
            }
            String name = "c" + i;
            names.add(name);
            arrays.add("CAST(? AS " + type + "[])");
            selected.add(table.columns().get(i).type() == ColumnType.DATE ? "DATE '1970-01-01' + " + name : name);
        }
        return "INSERT INTO " + quote(table.name()) + " (" + names(table.columns()) + ") SELECT " + selected
                + " FROM unnest(" + arrays + ") AS r (" + names + ")";
    }

    /**
     * The type of the elements of a column's array; null for types that the driver would write as text of its own in an array, and for bytes, which are often large. A
     * date is the number of its day.
     */
    private static @Nullable String arrayType(ColumnType type) {
        return switch (type) {
            case BOOLEAN -> "boolean";
            case SMALLINT, INTEGER, BIGINT -> "bigint";
            case DOUBLE -> "double precision";
            case DECIMAL, INTEGRAL -> "numeric";
            case TEXT, NAME -> "text";
            case DATE -> "integer";
            case UUID -> "uuid";
            case TIME, TIMESTAMP, BINARY -> null;
        };
    }

    @Override
    public int bindByColumn(PreparedStatement statement, int from, Table table, List<Object[]> rows)
            throws SQLException {
        Connection connection = statement.getConnection();
        int at = from;
        for (int i = 0; i < table.columns().size(); i++) {
            switch (table.columns().get(i).type()) {
                case SMALLINT, INTEGER, BIGINT ->
                    bind(statement, at, connection, "int8", column(rows, i, new Long[rows.size()]));
                case BOOLEAN -> bind(statement, at, connection, "bool", column(rows, i, new Boolean[rows.size()]));
                case DOUBLE -> bind(statement, at, connection, "float8", column(rows, i, new Double[rows.size()]));
                case DECIMAL, INTEGRAL ->
                    bind(statement, at, connection, "numeric", column(rows, i, new BigDecimal[rows.size()]));
                case TEXT, NAME -> bind(statement, at, connection, "text", column(rows, i, new String[rows.size()]));
                case UUID -> bind(statement, at, connection, "uuid", column(rows, i, new UUID[rows.size()]));
                case DATE -> bind(statement, at, connection, "int4", days(rows, i));
                case TIME, TIMESTAMP, BINARY ->
                    throw new IllegalArgumentException(table.name() + " is not inserted by column");
            }
            at++;
        }
        return at;
    }

    private static void bind(PreparedStatement statement, int at, Connection connection, String type, Object[] values)
            throws SQLException {
        statement.setArray(at, connection.createArrayOf(type, values));
    }

    private static <T> T[] column(List<Object[]> rows, int column, T[] values) {
        for (int i = 0; i < values.length; i++) {
            ((Object[]) values)[i] = rows.get(i)[column];
        }
        return values;
    }

    private static Integer[] days(List<Object[]> rows, int column) {
        Integer[] days = new Integer[rows.size()];
        for (int i = 0; i < days.length; i++) {
            days[i] = rows.get(i)[column] instanceof LocalDate day ? Math.toIntExact(day.toEpochDay()) : null;
        }
        return days;
    }

    /** The driver sends an array of numbers in binary form. */
    @Override
    public void bind(PreparedStatement statement, int at, ColumnType type, @Nullable Object value) throws SQLException {
        if (value instanceof long[] ids) {
            statement.setObject(at, ids);
        } else if (value instanceof String[] texts) {
            bind(statement, at, statement.getConnection(), "text", texts);
        } else {
            super.bind(statement, at, type, value);
        }
    }

    /** The driver prepares a statement anew if a parameter's type changes, so a null number has the type of other numbers. */
    @Override
    protected int sqlType(ColumnType type) {
        return type == ColumnType.SMALLINT || type == ColumnType.INTEGER ? Types.BIGINT : super.sqlType(type);
    }

    @Override
    public Statement explained(Statement statement) {
        return new Statement("EXPLAIN (ANALYZE, BUFFERS) " + statement.text(), statement.binds());
    }

    @Override
    public boolean hashesSemiJoins() {
        return true;
    }

    /**
     * A plan for any pattern uses no index for LIKE, and no plan uses one on beginnings. So the range of the texts that begin so is written out. If the pattern
     * says more than the range, a text without an index is only matched: the planner would multiply the parts of the rows that fulfil the two.
     */
    @Override
    protected void like(SqlWriter out, Expression expression, String pattern) {
        PatternBeginning beginning = PatternBeginning.of(pattern).cut(INDEXED_TEXT);
        Expression text = expression instanceof Expression.Beginning indexed ? indexed.text() : expression;
        boolean isOnlyMatched =
                expression instanceof Expression.ColumnOf column && isIndexedByBeginning(column.column());
        if (beginning.after().isEmpty() || isOnlyMatched && !beginning.isAll()) {
            super.like(out, text, pattern);
            return;
        }
        Predicate.Begins range = new Predicate.Begins(
                expression,
                new Expression.Bind(ColumnType.TEXT, beginning.text()),
                new Expression.Bind(ColumnType.TEXT, beginning.after()));
        if (beginning.isAll()) {
            begins(out, range);
            return;
        }
        out.text("(");
        begins(out, range);
        out.text(" AND ");
        super.like(out, text, pattern);
        out.text(")");
    }

    @Override
    protected void likeIgnoringCase(SqlWriter out, Expression expression, String pattern) {
        out.expression(expression).text(" ~ ").bind(ColumnType.TEXT, CaseVariants.regex(pattern, "\\Z"));
    }

    @Override
    public int beginning() {
        return INDEXED_TEXT;
    }

    @Override
    public TextIndex textIndex(Column column) {
        return column.unique() ? TextIndex.WHOLE : TextIndex.BEGINNINGS;
    }

    @Override
    protected void order(SqlWriter out, Expression expression, boolean descending) {
        out.expression(expression).text(descending ? " DESC NULLS LAST" : " NULLS LAST");
    }

    /** It sorts the values of each group: 0.9 s for 1M pairs of different rows, 2.7 s for values (18, November 2026). */
    @Override
    public boolean countsDifferentOfGroups() {
        return false;
    }

    /**
     * Numeric has values that no double is near to, and PostgreSQL refuses to convert them. As in Java, they become infinite, or 0 up to half the smallest double.
     * The bounds are rounded away from these, so that no other value becomes one of them.
     */
    @Override
    protected void floating(SqlWriter out, Expression number) {
        if (number instanceof Expression.ColumnOf column
                && column.column().type() != ColumnType.DECIMAL
                && column.column().type() != ColumnType.INTEGRAL) {
            out.expression(number);
            return;
        }
        out.text("CASE WHEN ").expression(number).text("::numeric BETWEEN -").text(ROUNDED_TO_ZERO);
        out.text(" AND ").text(ROUNDED_TO_ZERO).text(" THEN 0 WHEN ");
        out.expression(number).text("::numeric >= ").text(INFINITE).text(" THEN 'Infinity'::double precision WHEN ");
        out.expression(number).text("::numeric <= -").text(INFINITE).text(" THEN '-Infinity'::double precision ELSE ");
        out.expression(number).text("::double precision END");
    }

    /** https://www.postgresql.org/docs/current/datatype-numeric.html: any number of digits. */
    @Override
    public DecimalSums decimalSums() {
        return DecimalSums.EXACT;
    }

    /** Numeric has any number of digits; so many are enough for a formula. */
    @Override
    public Optional<WholeTypes> wholeTypes() {
        return Optional.of(new WholeTypes("bigint", "numeric", 1000));
    }
}
