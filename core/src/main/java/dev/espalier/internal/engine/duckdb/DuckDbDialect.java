package dev.espalier.internal.engine.duckdb;

import dev.espalier.internal.dialect.CaseVariants;
import dev.espalier.internal.dialect.DecimalSums;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.dialect.SqlWriter;
import dev.espalier.internal.dialect.WholeTypes;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** DuckDB's SQL, which is PostgreSQL's for the most part. */
final class DuckDbDialect extends Dialect {

    static final int SCALE = 18;
    private static final int DIGITS = 38;

    // Decimals have 38 digits: https://duckdb.org/docs/stable/sql/data_types/numeric#fixed-point-decimals. Parameters:
    // 65,535 in the parser's count.
    private static final Limits LIMITS = new Limits(
            65_535,
            500,
            10_000,
            DIGITS - SCALE,
            SCALE,
            Integer.MAX_VALUE,
            false,
            true,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE);

    @Override
    public String name() {
        return "DuckDB";
    }

    @Override
    public Limits limits() {
        return LIMITS;
    }

    /** With DuckDB 2.0, some 2,000 conditions joined by AND overflow the stack of a thread, which has 1 MB, and end the process (2026-11-29). */
    @Override
    public int mostConjuncts() {
        return 1_000;
    }

    /** There are no row locks. A writer is alone among the library's connections. */
    @Override
    protected String lockClause(RowLock lock) {
        return "";
    }

    /** The function gives the time at which the transaction began. */
    @Override
    public String nowMillis() {
        return "epoch_ms(get_current_timestamp())";
    }

    /** A column with a constraint cannot be added: https://duckdb.org/docs/stable/sql/statements/alter_table. */
    @Override
    protected String addColumn(Table table, Column column) {
        return super.addColumn(table, column).replace(" NOT NULL", "");
    }

    @Override
    protected String columnType(Column column) {
        return columnType(column.type());
    }

    private static String columnType(ColumnType type) {
        return switch (type) {
            case BOOLEAN -> "boolean";
            case SMALLINT -> "smallint";
            case INTEGER -> "integer";
            case BIGINT -> "bigint";
            case DOUBLE -> "double";
            case DECIMAL -> "decimal(" + DIGITS + "," + SCALE + ")";
            case INTEGRAL -> "decimal(" + DIGITS + ",0)";
            case TEXT, NAME -> "varchar";
            case DATE -> "date";
            case TIME -> "time";
            case TIMESTAMP -> "timestamp";
            case UUID -> "uuid";
            case BINARY -> "blob";
        };
    }

    @Override
    public String sizeQuery(List<Table> tables) {
        return "SELECT total_blocks * block_size FROM pragma_database_size() WHERE database_name = current_database()";
    }

    @Override
    public String rowEstimateQuery() {
        return "SELECT table_name, estimated_size FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = current_schema()";
    }

    @Override
    public String indexQuery() {
        return "SELECT table_name, index_name FROM duckdb_indexes() WHERE database_name = current_database() AND schema_name = current_schema()";
    }

    @Override
    public String indexDefinitionQuery(Table table) {
        return "SELECT index_name, sql FROM duckdb_indexes() WHERE database_name = current_database() AND schema_name = current_schema() AND table_name = '"
                + table.name().replace("'", "''") + "'";
    }

    /** The driver's metadata leave the columns out. An index on an expression has none. */
    @Override
    public String leadingColumnQuery(Table table) {
        return "SELECT index_name, trim(regexp_extract(sql, '^CREATE (?:UNIQUE )?INDEX [^(]* ON [^(]*\\((\"[^\"]*\"|[A-Za-z_][A-Za-z0-9_]*)[,)]', 1), '\"')"
                + " FROM duckdb_indexes() WHERE database_name = current_database() AND schema_name = current_schema() AND table_name = '"
                + table.name().replace("'", "''") + "'";
    }

    /** No search uses an index of several columns (2.0.0: EXPLAIN says Sequential Scan, with an index of the searched column alone Index Scan). */
    @Override
    protected List<Column> indexed(Index index) {
        return index.unique() ? index.columns() : index.columns().subList(0, 1);
    }

    /** Tables are read by columns, many rows at a time, and EXISTS is a hash join. */
    @Override
    public boolean hashesSemiJoins() {
        return true;
    }

    /** A list of texts is one value. */
    @Override
    protected void inMany(SqlWriter out, Predicate.InMany in) {
        out.expression(in.expression())
                .text(" IN (SELECT " + fromText("v", in.values()) + " FROM (SELECT unnest(CAST(")
                .bind(ColumnType.TEXT, texts(in.values()))
                .text(" AS VARCHAR[])) AS v))");
    }

    /** A chain of conditions ends at max_expression_depth, 1,000 levels. Two lists side by side are unnested in step. */
    @Override
    protected void inManyPairs(SqlWriter out, Predicate.InManyPairs in) {
        out.text("(")
                .expression(in.first())
                .text(", ")
                .expression(in.second())
                .text(") IN (SELECT " + fromText("v", in.firsts()) + ", " + fromText("w", in.seconds())
                        + " FROM (SELECT unnest(CAST(")
                .bind(ColumnType.TEXT, texts(in.firsts()))
                .text(" AS VARCHAR[])) AS v, unnest(CAST(")
                .bind(ColumnType.TEXT, texts(in.seconds()))
                .text(" AS VARCHAR[])) AS w))");
    }

    /** A column takes the text of a number, with which no number is compared. */
    @Override
    public String storedNumber(String sql) {
        return "CAST((" + sql + ") AS HUGEINT)";
    }

    private String fromText(String name, List<Expression.Bind> values) {
        ColumnType type = values.get(0).type();
        return type == ColumnType.BINARY ? "unhex(" + name + ")" : "CAST(" + name + " AS " + columnType(type) + ")";
    }

    @Override
    protected void likeIgnoringCase(SqlWriter out, Expression expression, String pattern) {
        out.text("regexp_matches(")
                .expression(expression)
                .text(", ")
                .bind(ColumnType.TEXT, CaseVariants.regex(pattern, "\\z"))
                .text(")");
    }

    /**
     * The driver refuses numbers such as 1E+3, whose scale is negative. It sends a {@code LocalDate} through {@code java.sql.Date}: another date in place of one that
     * the program's time zone or the Gregorian calendar left out. So a date is sent as the beginning of its day, which knows no zone.
     */
    @Override
    public void bind(PreparedStatement statement, int at, ColumnType type, @Nullable Object value) throws SQLException {
        if (value instanceof LocalDate date) {
            statement.setObject(at, date.atStartOfDay());
        } else if (value instanceof String[] texts) {
            statement.setArray(at, statement.getConnection().createArrayOf("VARCHAR", texts));
        } else {
            super.bind(statement, at, type, value instanceof BigDecimal number ? plain(number) : value);
        }
    }

    /** The driver gives NaN for null, and another date in place of one that was left out in 1582, if it is asked for a {@code LocalDate}. */
    @Override
    public @Nullable Object read(ResultSet row, int at, ColumnType type) throws SQLException {
        if (type == ColumnType.DATE) {
            return row.getObject(at);
        }
        if (type != ColumnType.DOUBLE) {
            return super.read(row, at, type);
        }
        double value = row.getDouble(at);
        return row.wasNull() ? null : (Object) value;
    }

    /** The same number with a scale that is not negative, and not greater than a column's because of zeros: a comparison takes the greater scale, and has less room before the point. */
    static BigDecimal plain(BigDecimal number) {
        BigDecimal shortest = number.scale() > SCALE ? number.stripTrailingZeros() : number;
        return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }

    /**
     * The engine casts both to the decimals' type, which has no room for a whole number of more than 20 digits, and refuses the query. Such a number is greater than
     * every decimal, or less: it is compared with the decimal's sign.
     */
    @Override
    protected void compareIntegral(SqlWriter out, Expression integral, SqlOperator operator, Expression decimal) {
        String fitting = " AS " + columnType(ColumnType.DECIMAL) + ")";
        out.text("CASE WHEN try_cast(")
                .expression(integral)
                .text(fitting + " IS NULL THEN ")
                .expression(integral)
                .text(" " + operator.symbol() + " sign(")
                .expression(decimal)
                .text(") ELSE try_cast(")
                .expression(integral)
                .text(fitting + " " + operator.symbol() + " ")
                .expression(decimal)
                .text(" END");
    }

    @Override
    protected void order(SqlWriter out, Expression expression, boolean descending) {
        out.expression(expression).text(descending ? " DESC NULLS LAST" : " NULLS LAST");
    }

    @Override
    public DecimalSums decimalSums() {
        return DecimalSums.BY_PARTS;
    }

    /** https://duckdb.org/docs/stable/sql/data_types/numeric.html: HUGEINT has 128 bits. */
    @Override
    public Optional<WholeTypes> wholeTypes() {
        return Optional.of(new WholeTypes("bigint", "hugeint", 38));
    }

    /** In turns with reading the values, 1,000,000 of them took 31 ms and 339 ms, medians of 15 calls of {@code SelectionMeasurement} (2026-11-27). */
    @Override
    public boolean addsFloatsByLevels() {
        return true;
    }
}
