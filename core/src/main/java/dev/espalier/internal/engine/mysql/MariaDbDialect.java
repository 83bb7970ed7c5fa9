package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.dialect.PatternBeginning;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.dialect.SqlWriter;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Statement;
import java.util.List;

/** MariaDB from 10.11. */
class MariaDbDialect extends MySqlDialect {

    MariaDbDialect() {
        super(false, true);
    }

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    protected String lockClause(RowLock lock) {
        return lock == RowLock.REFER ? " LOCK IN SHARE MODE" : " FOR UPDATE";
    }

    @Override
    protected String collation() {
        return "utf8mb4_nopad_bin";
    }

    /** By a hash: https://mariadb.com/kb/en/blob/#unique-key-on-blob. */
    @Override
    public boolean hasUniqueBytes() {
        return true;
    }

    /**
     * To find what begins like a pattern in an index, 10.11 to 11.4 read up to U+FFFF behind the pattern's beginning and miss what follows
     * it, an emoji for example. So the range is written out, and LIKE kept from the index.
     */
    @Override
    protected void like(SqlWriter out, Expression expression, String pattern) {
        PatternBeginning beginning = PatternBeginning.of(pattern);
        if (beginning.text().isEmpty()) {
            super.like(out, expression, pattern);
            return;
        }
        out.text("(").expression(expression).text(" >= ").bind(ColumnType.TEXT, beginning.text());
        if (!beginning.after().isEmpty()) {
            out.text(" AND ").expression(expression).text(" < ").bind(ColumnType.TEXT, beginning.after());
        }
        out.text(" AND CONCAT(")
                .expression(expression)
                .text(") LIKE ")
                .bind(ColumnType.TEXT, pattern)
                .text(" ESCAPE '\\\\')");
    }

    /** https://mariadb.com/docs/server/reference/sql-statements/administrative-sql-statements/analyze-and-explain-statements/analyze-format-json. */
    @Override
    public Statement explained(Statement statement) {
        return new Statement("ANALYZE FORMAT=JSON " + statement.text(), statement.binds());
    }

    /**
     * A column is dropped in the definition alone, for which the row must have room beside the dropped one; FORCE makes the table anew. Then others are dropped
     * without it (11.4.5, 2026-11-25).
     */
    @Override
    public String dropColumnAnew(Table table, Column column) {
        return "ALTER TABLE " + quote(table.name()) + " DROP COLUMN " + quote(column.name()) + ", FORCE";
    }

    /** There is no SET_VAR hint, and the figures are never kept for a day. */
    @Override
    public String sizeQuery(List<Table> tables) {
        return withoutHint(super.sizeQuery(tables));
    }

    @Override
    public String tableSizeQuery() {
        return withoutHint(super.tableSizeQuery());
    }

    @Override
    public String rowEstimateQuery() {
        return withoutHint(super.rowEstimateQuery());
    }

    /** After 1,000 rounds the rest is left out by default: https://mariadb.com/kb/en/server-system-variables/#max_recursive_iterations. */
    @Override
    protected String withoutBound(String statement, int outermost) {
        return "SET STATEMENT max_recursive_iterations=4294967295 FOR " + statement;
    }

    private static String withoutHint(String query) {
        return query.replaceFirst("/\\*.*?\\*/ ", "");
    }
}
