package dev.espalier.dialect;

import dev.espalier.model.ColumnType;
import dev.espalier.schema.Column;
import dev.espalier.schema.Table;
import dev.espalier.sql.Expression;
import java.sql.SQLException;
import java.util.List;

/** No engine: what {@link Dialect} itself says, so that tests can show what each engine's own file changes in it. */
public final class StandardDialect extends Dialect {

    /** Those that the library knows; MySQL without the hint that it puts into every search. */
    public static List<Dialect> engines() {
        return List.of(new SqliteDialect(), new MySqlDialect(false), new MariaDbDialect(), new PostgreSqlDialect(), new TiDbDialect());
    }

    @Override
    public String name() {
        return "Standard";
    }

    @Override
    public String driverArtifact() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Limits limits() {
        return new Limits(Integer.MAX_VALUE, 1_000, Integer.MAX_VALUE, 1_000, 1_000, 1_000, true, true, Integer.MAX_VALUE);
    }

    @Override
    public List<BulkRoad> bulkRoads() {
        return List.of(BulkRoad.MULTI_ROW_INSERT);
    }

    @Override
    public List<String> begin(TransactionKind kind) {
        return List.of();
    }

    @Override
    public Failure failure(SQLException error) {
        return Failure.OTHER;
    }

    @Override
    protected String columnType(Column column) {
        return column.type().name();
    }

    @Override
    public String sizeQuery(List<Table> tables) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String rowEstimateQuery() {
        return "estimates";
    }

    @Override
    public String indexQuery() {
        throw new UnsupportedOperationException();
    }

    /** ISO/IEC 9075-2, 8.6; no engine here has it. */
    @Override
    protected void likeIgnoringCase(SqlWriter out, Expression expression, String pattern) {
        out.expression(expression).text(" LIKE_REGEX ").bind(ColumnType.TEXT, CaseVariants.regex(pattern, "$"));
    }
}
