package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.dialect.DefinitionCost;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.dialect.SqlWriter;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Expression;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** TiDB from 8.5, which speaks MySQL's protocol and nearly its language. */
final class TiDbDialect extends MySqlDialect {

    /** Those of the family; the maximum number of columns is a setting: https://docs.pingcap.com/tidb/stable/tidb-limitations. */
    private static final Limits LIMITS =
            new Limits(65_535, 1_000, 4_000, 35, 30, 600, true, true, 63, Integer.MAX_VALUE, Integer.MAX_VALUE);

    TiDbDialect(boolean hasMariaDbDriver) {
        super(false, hasMariaDbDriver);
    }

    @Override
    public Limits limits() {
        return LIMITS;
    }

    @Override
    public String analyzeBuilt(Table table, List<Index> built) {
        return analyze(table);
    }

    /**
     * A wider integer, or a column that may be null, is a matter of the definition alone: https://docs.pingcap.com/tidb/stable/sql-statement-modify-column. A text that
     * gets a maximum is written again.
     */
    @Override
    public DefinitionCost cost(Definition definition) {
        return definition instanceof Definition.ChangeColumn change
                        && (change.before().type().isInteger()
                                || columnType(change.before()).equals(columnType(change.after())))
                ? DefinitionCost.INSTANT
                : super.cost(definition);
    }

    /** Always beside writers: https://docs.pingcap.com/tidb/stable/ddl-introduction. */
    @Override
    protected List<String> buildIndexes(Table table, List<Index> indexes) {
        return createIndexes(table, indexes);
    }

    @Override
    public String name() {
        return "TiDB";
    }

    /** FOR SHARE is no lock here: https://docs.pingcap.com/tidb/stable/sql-statement-select. */
    @Override
    protected String lockClause(RowLock lock) {
        return " FOR UPDATE";
    }

    /** max_sort_length has no effect here; texts of 1,000,000 characters are sorted to their ends. */
    @Override
    public boolean sortsWholeTexts() {
        return true;
    }

    /**
     * For rows that are read by their ids, 8.5 takes {@code _} for one byte in the collation of the tables, and elsewhere for one character.
     * In the other binary collation it always is a character; how that one compares trailing spaces does not matter to LIKE.
     */
    @Override
    protected void like(SqlWriter out, Expression expression, String pattern) {
        out.expression(expression)
                .text(pattern.contains("_") ? " COLLATE utf8mb4_bin LIKE " : " LIKE ")
                .bind(ColumnType.TEXT, pattern)
                .text(" ESCAPE '\\\\'");
    }

    /** Nine columns, of which most are empty or of many words: the operator, rows, time and what it works on say what happened. */
    @Override
    public String enginePlan(ResultSet answer) throws SQLException {
        StringBuilder plan = new StringBuilder();
        while (answer.next()) {
            plan.append(answer.getString("id"))
                    .append(": ")
                    .append(answer.getString("actRows"))
                    .append(" rows (")
                    .append(answer.getString("estRows"))
                    .append(" estimated), ")
                    .append(answer.getString("access object"))
                    .append(' ')
                    .append(answer.getString("operator info"))
                    .append("; ")
                    .append(answer.getString("execution info"))
                    .append('\n');
        }
        return plan.toString().stripTrailing();
    }

    @Override
    public boolean hashesSemiJoins() {
        return true;
    }
}
