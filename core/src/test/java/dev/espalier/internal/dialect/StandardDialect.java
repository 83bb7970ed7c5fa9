package dev.espalier.internal.dialect;

import dev.espalier.internal.jdbc.Engines;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** No engine: what {@link Dialect} itself says, so that tests can show what each engine's own file changes in it. */
public final class StandardDialect extends Dialect {

    private static final List<String> ORDER = List.of("SQLite", "MySQL", "MariaDB", "PostgreSQL", "TiDB");

    /** The dialects whose SQL differs; MySQL without the hint that it puts into every search. */
    public static List<Dialect> engines() {
        Map<String, Dialect> byName = new LinkedHashMap<>();
        Engines.all().forEach(engine -> byName.putIfAbsent(engine.name(), engine.dialect()));
        return ORDER.stream().map(byName::get).toList();
    }

    @Override
    public String name() {
        return "Standard";
    }

    @Override
    public Limits limits() {
        return new Limits(
                Integer.MAX_VALUE,
                1_000,
                Integer.MAX_VALUE,
                1_000,
                1_000,
                1_000,
                true,
                true,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE);
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
