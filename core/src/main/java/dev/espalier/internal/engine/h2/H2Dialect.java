package dev.espalier.internal.engine.h2;

import dev.espalier.internal.dialect.CaseVariants;
import dev.espalier.internal.dialect.DefinitionCost;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.dialect.SqlWriter;
import dev.espalier.internal.dialect.WholeTypes;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** H2's SQL. */
final class H2Dialect extends Dialect {

    // https://h2database.com/html/advanced.html#limits_limitations: 100,000 parameters; decimals of up to 100,000
    // digits.
    private static final Limits LIMITS = new Limits(
            100_000,
            500,
            100_000,
            1_000,
            1_000,
            Integer.MAX_VALUE,
            true,
            true,
            Integer.MAX_VALUE,
            16_384,
            Integer.MAX_VALUE);

    /** The maximum number of elements of an array: https://h2database.com/html/datatypes.html#array_type. */
    private static final int ELEMENTS = 65_536;

    @Override
    public String name() {
        return "H2";
    }

    @Override
    public Limits limits() {
        return LIMITS;
    }

    /** The only lock on rows that there is. */
    @Override
    protected String lockClause(RowLock lock) {
        return " FOR UPDATE";
    }

    /** A decimal's column would pad each number to its scale; a DECFLOAT keeps the digits that there are, and is compared by value. */
    @Override
    protected String columnType(Column column) {
        return switch (column.type()) {
            case BOOLEAN -> "boolean";
            case SMALLINT -> "smallint";
            case INTEGER -> "integer";
            case BIGINT -> "bigint";
            case DOUBLE -> "double precision";
            case DECIMAL -> "decfloat(100000)";
            case INTEGRAL -> "numeric(100000, 0)";
            case TEXT -> "varchar(1000000000)";
            case NAME -> "varchar(255)";
            case DATE -> "date";
            case TIME -> "time(6)";
            case TIMESTAMP -> "timestamp(6)";
            case UUID -> "uuid";
            case BINARY -> "varbinary(1000000000)";
        };
    }

    /** Columns are changed by a copy of the table. */
    @Override
    public DefinitionCost cost(Definition definition) {
        return definition instanceof Definition.AddColumn || definition instanceof Definition.ChangeColumn
                ? DefinitionCost.BLOCKING
                : super.cost(definition);
    }

    /** CREATE INDEX has a lock on all definitions from its beginning to its end, and another one waits for it as for a transaction. */
    @Override
    public boolean buildsIndexesInParallel() {
        return false;
    }

    @Override
    public String analyze(Table table) {
        return "ANALYZE TABLE " + quote(table.name());
    }

    @Override
    public String sizeQuery(List<Table> tables) {
        return tables.stream()
                .map(table -> "DISK_SPACE_USED('" + quote(table.name()).replace("'", "''") + "')")
                .collect(Collectors.joining(" + ", "SELECT ", ""));
    }

    @Override
    public String rowEstimateQuery() {
        return "SELECT TABLE_NAME, ROW_COUNT_ESTIMATE FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = CURRENT_SCHEMA";
    }

    @Override
    public String indexQuery() {
        return "SELECT TABLE_NAME, INDEX_NAME FROM INFORMATION_SCHEMA.INDEXES WHERE TABLE_SCHEMA = CURRENT_SCHEMA";
    }

    /** https://h2database.com/html/commands.html#merge_into */
    @Override
    protected String merge(Table table) {
        return "MERGE INTO " + quote(table.name()) + " (" + names(table.columns()) + ") KEY (" + names(table.key())
                + ")";
    }

    /** An array is one value, and the text stays the same; an index is used as for IN. More ids stand in the text. */
    @Override
    protected void inIds(SqlWriter out, Predicate.InIds in) {
        if (in.ids().length > ELEMENTS) {
            super.inIds(out, in);
        } else {
            any(
                    out,
                    in.expression(),
                    ColumnType.BIGINT,
                    Arrays.stream(in.ids()).boxed().toArray());
        }
    }

    /**
     * Exact numbers stand in the text: constants are hashed, and converted to the column's type once. Other values are arrays. A query on a table that is made of arrays would
     * be asked again for each row (2.5.252).
     */
    @Override
    protected void inMany(SqlWriter out, Predicate.InMany in) {
        ColumnType type = in.values().get(0).type();
        if (type.isInteger() || type.javaClass() == BigDecimal.class) {
            out.expression(in.expression())
                    .text(Arrays.stream(texts(in.values())).collect(Collectors.joining(", ", " IN (", ")")));
            return;
        }
        Object[] values = in.values().stream().map(Expression.Bind::value).toArray();
        out.text("(");
        for (int from = 0; from < values.length; from += ELEMENTS) {
            out.text(from == 0 ? "" : " OR ");
            any(out, in.expression(), type, Arrays.copyOfRange(values, from, Math.min(values.length, from + ELEMENTS)));
        }
        out.text(")");
    }

    private static void any(SqlWriter out, Expression expression, ColumnType type, Object[] values) {
        out.expression(expression).text(" = ANY(").bind(type, values).text(")");
    }

    @Override
    public void bind(PreparedStatement statement, int at, ColumnType type, @Nullable Object value) throws SQLException {
        if (value instanceof Object[]) {
            statement.setObject(at, value);
        } else {
            super.bind(statement, at, type, value);
        }
    }

    /** LIKE takes half of a character beyond U+FFFF for one. */
    @Override
    protected void like(SqlWriter out, Expression expression, String pattern) {
        if (pattern.contains("_")) {
            out.expression(expression)
                    .text(" REGEXP ")
                    .bind(ColumnType.TEXT, CaseVariants.regex(pattern, "\\z", false));
        } else {
            super.like(out, expression, pattern);
        }
    }

    @Override
    protected void likeIgnoringCase(SqlWriter out, Expression expression, String pattern) {
        out.expression(expression).text(" REGEXP ").bind(ColumnType.TEXT, CaseVariants.regex(pattern, "\\z"));
    }

    /** A whole number and a float are compared exactly otherwise. */
    @Override
    protected void floating(SqlWriter out, Expression number) {
        out.text("CAST(").expression(number).text(" AS DOUBLE PRECISION)");
    }

    /** UNION in a recursive query is UNION ALL (2.5.252): three rows in a circle are repeated without an end. */
    @Override
    public boolean endsCycles() {
        return false;
    }

    /**
     * Texts are compared by UTF-16 unit, bytes without a sign: those of UTF-8 are in the order of the code points. A collation would not do:
     * {@code CHARSET_UTF-8} compares bytes with a sign, and is forgotten when the database is opened again (2.5.252).
     */
    @Override
    protected void sortKey(SqlWriter out, Expression expression) {
        if (expression instanceof Expression.ColumnOf column && column.column().type() == ColumnType.TEXT) {
            bytes(out, expression);
        } else {
            out.expression(expression);
        }
    }

    /** Both orders agree about a text without units from U+D800 on: with such a one the index on the column is of use. */
    @Override
    protected void compareText(SqlWriter out, Predicate.Compare compare) {
        boolean isEquality = compare.operator() == SqlOperator.EQUAL || compare.operator() == SqlOperator.NOT_EQUAL;
        if (isEquality
                || compare.right() instanceof Expression.Bind bind
                        && bind.value() instanceof String text
                        && text.chars().allMatch(unit -> unit < Character.MIN_SURROGATE)) {
            super.compareText(out, compare);
        } else {
            bytes(out, compare.left());
            out.text(" ").text(compare.operator().symbol()).text(" ");
            bytes(out, compare.right());
        }
    }

    private static void bytes(SqlWriter out, Expression text) {
        out.text("CAST(").expression(text).text(" AS VARBINARY)");
    }

    @Override
    protected void order(SqlWriter out, Expression expression, boolean descending) {
        sortKey(out, expression);
        out.text(descending ? " DESC NULLS LAST" : " NULLS LAST");
    }

    /** https://h2database.com/html/datatypes.html: 100,000 digits at most; so many are enough for a formula. */
    @Override
    public Optional<WholeTypes> wholeTypes() {
        return Optional.of(new WholeTypes("bigint", "numeric(1000, 0)", 1000));
    }

    @Override
    public boolean knowsCommonValues() {
        return false;
    }
}
