package dev.espalier.internal.engine.sqlite;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.internal.dialect.CaseVariants;
import dev.espalier.internal.dialect.DefinitionCost;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.dialect.SqlWriter;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * SQLite, an embedded file. Its five storage classes have no dates, decimals or UUIDs: these are text whose order is the values'
 * order; decimals are text under the collation {@code decimal}, which the {@code sqlite3} shell knows too.
 */
final class SqliteDialect extends Dialect {

    /** The function that each connection is given: whether a text as a whole matches a regular expression of Java's. */
    static final String MATCHES = "espalier_matches";

    /** Of more ids the text is not short any more, see {@code StatementCache}. */
    private static final int MOST_BOUND_IDS = 256;

    /** No row has it, whoever has written the row. */
    private static final double NO_ID = 0.5;

    // https://www.sqlite.org/limits.html: 32,766 parameters since 3.32, 2,000 columns.
    private static final Limits LIMITS = new Limits(
            32_766,
            500,
            100_000,
            1_000,
            1_000,
            Integer.MAX_VALUE,
            false,
            true,
            Integer.MAX_VALUE,
            2_000,
            Integer.MAX_VALUE);

    @Override
    public String name() {
        return "SQLite";
    }

    @Override
    public Limits limits() {
        return LIMITS;
    }

    /** https://www.sqlite.org/queryplanner.html#_partial_sorting_by_index. */
    @Override
    public boolean sortsBehindIndex() {
        return true;
    }

    /** https://www.sqlite.org/datatype3.html: any value, whatever the column is called. */
    @Override
    public boolean storesAnyValue() {
        return true;
    }

    /** A column makes a number of a text that is one; a comparison of the text alone would not: https://www.sqlite.org/datatype3.html#type_affinity. */
    @Override
    public String storedNumber(String sql) {
        String whole = "CAST((" + sql + ") AS INTEGER)";
        return "CASE WHEN " + whole + " = (" + sql + ") THEN " + whole + " ELSE (" + sql + ") END";
    }

    /** A writer is alone. */
    @Override
    protected String lockClause(RowLock lock) {
        return "";
    }

    /** The clock of the machine. Day 2440587.5 of the Julian calendar is 1970-01-01 (https://www.sqlite.org/lang_datefunc.html). */
    @Override
    public String nowMillis() {
        return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
    }

    @Override
    protected String columnType(Column column) {
        return switch (column.type()) {
            case BOOLEAN, SMALLINT, INTEGER, BIGINT -> "INTEGER";
            case DOUBLE -> "REAL";
            case DECIMAL, INTEGRAL -> "TEXT COLLATE decimal";
            case TEXT, NAME, DATE, TIME, TIMESTAMP, UUID -> "TEXT";
            case BINARY -> "BLOB";
        };
    }

    /** Integers of all sizes are one type here. A constraint is a matter of the table's definition alone. */
    @Override
    protected List<String> changeColumn(Table table, Column before, Column after) {
        if (before.nullable() || !after.nullable()) {
            return List.of();
        }
        // Rows from before the column was added do not store it: SQLite reads its default there, so it has to stay.
        String sql = replaced(
                "sql", columnDefinition(before), columnDefinition(before).replace(" NOT NULL", ""));
        return redefine(table, replaced(sql, withoutDefault(before), columnDefinition(after)));
    }

    private String replaced(String sql, String found, String wanted) {
        return "replace(" + sql + ", " + literal(found) + ", " + literal(wanted) + ")";
    }

    private String withoutDefault(Column column) {
        return quote(column.name()) + " " + columnType(column) + " NOT NULL";
    }

    /**
     * Changes constraints and defaults, which ALTER TABLE cannot, in the way that https://www.sqlite.org/lang_altertable.html#otheralter describes. A
     * table that is made and dropped makes other connections read the definitions again.
     *
     * @param sql computes the definition of the table from the one that it has
     */
    private List<String> redefine(Table table, String sql) {
        return List.of(
                "PRAGMA writable_schema = ON",
                "UPDATE sqlite_master SET sql = " + sql + " WHERE type = 'table' AND name = " + literal(table.name()),
                "CREATE TABLE \"espalier_redefining\" (\"id\" INTEGER)",
                "DROP TABLE \"espalier_redefining\"",
                "PRAGMA writable_schema = RESET");
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** A table whose key is not the row number alone is kept in its key's order, like InnoDB's. */
    @Override
    protected String tableOptions(Table table) {
        return table.primaryKey() > 1 ? " WITHOUT ROWID" : "";
    }

    @Override
    public String sizeQuery(List<Table> tables) {
        return "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    }

    /** Counts the pages of the file, which reads all of it: https://www.sqlite.org/dbstat.html. */
    @Override
    public String tableSizeQuery() {
        return "SELECT m.tbl_name, SUM(CASE m.type WHEN 'table' THEN s.pgsize ELSE 0 END), SUM(CASE m.type WHEN 'index' THEN s.pgsize ELSE 0 END)"
                + " FROM dbstat s JOIN sqlite_master m ON m.name = s.name WHERE s.aggregate = TRUE GROUP BY m.tbl_name";
    }

    /** The result of ANALYZE: https://www.sqlite.org/fileformat2.html#stat1tab; the first number is that of the rows. */
    @Override
    public String rowEstimateQuery() {
        return "SELECT tbl, MAX(CAST(stat AS INTEGER)) FROM sqlite_stat1 GROUP BY tbl";
    }

    @Override
    public String rowEstimatesKept() {
        return "SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'";
    }

    /** "The DROP COLUMN command ... rewrites the content of the table": https://www.sqlite.org/lang_altertable.html. */
    @Override
    public DefinitionCost cost(Definition definition) {
        return definition instanceof Definition.DropColumn ? DefinitionCost.BLOCKING : super.cost(definition);
    }

    @Override
    public String indexQuery() {
        return "SELECT tbl_name, name FROM sqlite_master WHERE type = 'index'";
    }

    /** "error in index i after drop column": https://www.sqlite.org/lang_altertable.html#altertabdropcol. */
    @Override
    public String columnIndexQuery(Table table, Column column) {
        return "SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_index_info(m.name) i WHERE m.type = 'index' AND m.sql IS NOT NULL AND m.tbl_name = "
                + literal(table.name()) + " COLLATE NOCASE AND i.name = " + literal(column.name()) + " COLLATE NOCASE";
    }

    @Override
    public String takenNameQuery() {
        return "SELECT name FROM sqlite_master WHERE type IN ('view', 'index')";
    }

    /** The driver's getColumns names all columns in one statement, which is too long for about 500 columns of one table or 7,000 of all. */
    @Override
    public String columnQuery() {
        return "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'";
    }

    /** There is no account of what was done, only of what is to be done: https://www.sqlite.org/eqp.html. */
    @Override
    public Statement explained(Statement statement) {
        return new Statement("EXPLAIN QUERY PLAN " + statement.text(), statement.binds());
    }

    /** A sort is a table in memory with complete rows, see {@link SqliteDriver#configure}. */
    @Override
    public boolean sortsInMemory(Supplier<String> enginePlan) {
        return enginePlan.get().contains("USE TEMP B-TREE");
    }

    /** Rows with a number, that of the row they belong to, and what is done. */
    @Override
    public String enginePlan(ResultSet answer) throws SQLException {
        StringBuilder plan = new StringBuilder();
        Map<Integer, Integer> depths = new HashMap<>();
        while (answer.next()) {
            int depth = depths.getOrDefault(answer.getInt(2), -1) + 1;
            depths.put(answer.getInt(1), depth);
            plan.append("  ".repeat(depth)).append(answer.getString(4)).append('\n');
        }
        return plan.toString().stripTrailing();
    }

    /** Half of 1M objects, the first 100 of them by an indexed value: 60 ms, and 0.5 ms if the value's index leads. */
    @Override
    public boolean weighsLimits() {
        return false;
    }

    /** CROSS JOIN keeps the order of its tables: https://www.sqlite.org/optoverview.html#crossjoin. */
    @Override
    protected String joinAfter() {
        return " CROSS JOIN ";
    }

    @Override
    protected void inIds(SqlWriter out, Predicate.InIds in) {
        if (in.isLookup() && in.ids().length == 1) {
            // SQLite prepares a statement anew for each other value of a mere "= ?", to ask its statistics: 51 to 65
            // us for a row of two joins, 21 with the sign (sqlite-jdbc 3.54.1, SQLITE_ENABLE_STAT4, 2026-11-23;
            // https://www.sqlite.org/c3ref/prepare.html).
            out.expression(in.expression()).text(" = +").bind(ColumnType.BIGINT, in.ids()[0]);
            return;
        }
        out.expression(in.expression())
                .text(" IN (SELECT value FROM json_each(")
                .bind(ColumnType.TEXT, json(in.ids()))
                .text("))");
    }

    /** A JSON array is one value; bytes are written in hexadecimal digits. */
    @Override
    protected void inMany(SqlWriter out, Predicate.InMany in) {
        boolean isBinary = in.values().get(0).type() == ColumnType.BINARY;
        out.expression(in.expression())
                .text(isBinary ? " IN (SELECT unhex(value) FROM json_each(" : " IN (SELECT value FROM json_each(")
                .bind(ColumnType.TEXT, json(in.values()))
                .text("))");
    }

    private static String json(List<Expression.Bind> values) {
        StringBuilder json = new StringBuilder(values.size() * 16).append('[');
        for (Expression.Bind bind : values) {
            json.append(json.length() == 1 ? "" : ",");
            Object stored = stored(bind.type(), bind.value());
            if (stored instanceof Number) {
                json.append(stored);
            } else {
                appendQuoted(
                        json, stored instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : (String) stored);
            }
        }
        return json.append(']').toString();
    }

    private static void appendQuoted(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ') {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        json.append('"');
    }

    /** Walks the ids themselves, without the sorted copy that IN makes of them: 0.43 us a row in place of 0.68 (2026-11-21). */
    @Override
    public Statement renderByIds(Source table, List<Expression> columns, Expression id, long[] ids) {
        if (ids.length == 1) {
            return super.renderByIds(table, columns, id, ids);
        }
        SqlWriter out = new SqlWriter(this, "");
        out.text("SELECT ").separated(", ", columns, out::expression);
        out.text(" FROM json_each(")
                .bind(ColumnType.TEXT, json(ids))
                .text(") i CROSS JOIN ")
                .source(table);
        out.text(" ON ").expression(id).text(" = i.value");
        return out.statement();
    }

    /**
     * Counts them: a writer is alone, and locks nothing. The driver hands out one row. Up to 256 ids are bound values, and others that no row has make their number a power of
     * two, so that the text stays prepared. 100 ids of 10,000 rows: 30 us, 57 by json_each, 87 with a row for each (2026-11-27).
     */
    @Override
    public Statement renderLockingCounts(List<Select> selects, RowLock lock) {
        SqlWriter out = new SqlWriter(this, "");
        for (int i = 0; i < selects.size(); i++) {
            out.text(i == 0 ? "SELECT count(*) FROM (" : " UNION ALL SELECT count(*) FROM (");
            if (selects.get(i).where() instanceof Predicate.InIds in && in.ids().length <= MOST_BOUND_IDS) {
                ids(out, in.ids());
                out.text(") i CROSS JOIN ").source(selects.get(i).from().first());
                out.text(" ON ").expression(in.expression()).text(" = i.column1");
            } else {
                out.query(selects.get(i)).text(")");
            }
        }
        return out.statement();
    }

    private static void ids(SqlWriter out, long[] ids) {
        int values = Integer.highestOneBit(2 * ids.length - 1);
        out.text("VALUES ");
        for (int i = 0; i < values; i++) {
            out.text(i == 0 ? "(" : ",(");
            if (i < ids.length) {
                out.bind(ColumnType.BIGINT, ids[i]);
            } else {
                out.bind(ColumnType.DOUBLE, NO_ID);
            }
            out.text(")");
        }
    }

    private static String json(long[] ids) {
        StringBuilder json = new StringBuilder(ids.length * 8 + 2).append('[');
        for (int i = 0; i < ids.length; i++) {
            json.append(i == 0 ? "" : ",").append(ids[i]);
        }
        return json.append(']').toString();
    }

    /** LIKE takes a and A for equal here; GLOB does not. */
    @Override
    protected void like(SqlWriter out, Expression expression, String pattern) {
        glob(out, expression, pattern, false);
    }

    /**
     * GLOB ends at U+0000, in the text and in the pattern (https://www.sqlite.org/nulinstr.html), so a text that has one is compared by a function of
     * ours. A beginning is looked for by GLOB alone, which finds it in an index; what follows the beginning does not matter. To look for U+0000
     * only in texts whose characters are fewer than their bytes makes half a million texts take 153 ms in place of 229; without any look it
     * was 113 (2026-11-23).
     */
    private static void glob(SqlWriter out, Expression expression, String pattern, boolean ignoreCase) {
        boolean hasNul = pattern.indexOf('\0') >= 0;
        String glob =
                CaseVariants.glob(hasNul ? pattern.substring(0, pattern.indexOf('\0')) + "%" : pattern, ignoreCase);
        String beginning = glob.substring(0, firstWildcard(glob)) + "*";
        if (!hasNul && glob.equals(beginning)) {
            out.expression(expression).text(" GLOB ").bind(ColumnType.TEXT, glob);
            return;
        }
        out.text("(");
        if (beginning.length() > 1) {
            out.expression(expression)
                    .text(" GLOB ")
                    .bind(ColumnType.TEXT, beginning)
                    .text(" AND ");
        }
        out.text("CASE WHEN length(")
                .expression(expression)
                .text(") < octet_length(")
                .expression(expression)
                .text(") AND instr(")
                .expression(expression)
                .text(", char(0)) > 0 THEN " + MATCHES + "(")
                .expression(expression)
                .text(", ")
                .bind(ColumnType.TEXT, CaseVariants.regex(pattern, "\\z", ignoreCase))
                .text(") ELSE ");
        if (hasNul) {
            out.text("0");
        } else {
            out.expression(expression).text(" GLOB ").bind(ColumnType.TEXT, glob);
        }
        out.text(" END)");
    }

    private static int firstWildcard(String glob) {
        for (int i = 0; i < glob.length(); i++) {
            if (glob.charAt(i) == '*' || glob.charAt(i) == '?' || glob.charAt(i) == '[') {
                return i;
            }
        }
        return glob.length();
    }

    /** Whole numbers and floats are compared exactly otherwise: https://www.sqlite.org/datatype3.html#comparisons. */
    @Override
    protected void floating(SqlWriter out, Expression number) {
        out.text("CAST(").expression(number).text(" AS REAL)");
    }

    @Override
    protected void likeIgnoringCase(SqlWriter out, Expression expression, String pattern) {
        glob(out, expression, pattern, true);
    }

    @Override
    public void bind(PreparedStatement statement, int at, ColumnType type, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(at, Types.NULL);
            return;
        }
        Object stored = stored(type, value);
        if (stored instanceof Integer number) {
            statement.setInt(at, number);
        } else if (stored instanceof String text) {
            statement.setString(at, text);
        } else {
            super.bind(statement, at, type, stored);
        }
    }

    /** The number, text or bytes that stand for a value. */
    private static Object stored(ColumnType type, Object value) {
        return type == ColumnType.BOOLEAN ? (Object) ((Boolean) value ? 1 : 0) : StoredTexts.of(type, value);
    }

    @Override
    public @Nullable Object read(ResultSet row, int at, ColumnType type) throws SQLException {
        if (!StoredTexts.areOf(type)) {
            return super.read(row, at, type);
        }
        String text = text(row, at);
        if (text == null) {
            return null;
        }
        try {
            return StoredTexts.value(type, text);
        } catch (IllegalArgumentException e) {
            throw new DatabaseException(
                    ErrorCode.UNREADABLE_VALUE,
                    "column " + row.getMetaData().getColumnName(at) + ": " + e.getMessage(),
                    e);
        }
    }

    @Override
    public @Nullable Object readComputed(ResultSet row, int at, ColumnType type) throws SQLException {
        return ComputedValues.value(type, row.getObject(at), text(row, at));
    }

    /**
     * The driver hands out a text through a direct buffer, and bytes as an array, which takes less time and memory. Each file is in UTF-8: {@link
     * SqliteSettings}. SQLite gives the bytes of a number as those of its text: https://www.sqlite.org/c3ref/column_blob.html.
     */
    @Override
    @SuppressWarnings("NullAway") // null for null, as that of the driver
    public String text(ResultSet row, int at) throws SQLException {
        byte[] bytes = row.getBytes(at);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** A sum beyond is an error. */
    @Override
    public boolean addsBeyond64Bits() {
        return false;
    }

    /** "If the integer result overflows, it is a real": https://www.sqlite.org/lang_expr.html#operators. */
    @Override
    protected void isFloating(SqlWriter out, Expression number) {
        out.text("typeof(").expression(number).text(") = 'real'");
    }

    /** Dates and times are texts. */
    @Override
    protected void datePart(SqlWriter out, Expression.DatePart part) {
        int hour = part.moment().column().type() == ColumnType.TIME ? 1 : 12;
        out.text("CAST(SUBSTR(")
                .expression(part.moment())
                .text(
                        switch (part.unit()) {
                            case YEAR -> ", 1, 4)";
                            case MONTH -> ", 6, 2)";
                            case DAY -> ", 9, 2)";
                            case HOUR -> ", " + hour + ", 2)";
                        })
                .text(" AS INTEGER)");
    }

    /** A million rows sorted into 12 groups took 600 ms, and 290 with the default cache; read and grouped here they take 250 (2026-11-27). */
    @Override
    public boolean groupsByHash() {
        return false;
    }

    @Override
    public boolean knowsCommonValues() {
        return false;
    }
}
