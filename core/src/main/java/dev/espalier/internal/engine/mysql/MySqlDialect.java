package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.dialect.CaseVariants;
import dev.espalier.internal.dialect.DecimalSums;
import dev.espalier.internal.dialect.DefinitionCost;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.Limits;
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
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** MySQL from 8.4, and what MariaDB and TiDB share with it. */
class MySqlDialect extends Dialect {

    /** How many characters of a text, or how many bytes, are indexed: a key holds at most 3,072 bytes, and a character takes up to four. */
    private static final int INDEXED_TEXT = 255;

    /** The maximum number of ids that are values. */
    private static final int MOST_BOUND = 32;

    /**
     * The same if new references lock their targets, with MySQL's driver. That statement stands behind the rows that refer to them, in one text, and ids in it
     * would make the driver parse the rows again: 10 to 25 % of the client's processor time for 33 to 100 rows (2026-11-26). More rows are mostly sent by
     * themselves. MariaDB's driver parses faster, and values cost it as much.
     */
    private static final int MOST_BOUND_BEHIND_ROWS = 128;

    // DECIMAL: https://dev.mysql.com/doc/refman/en/fixed-point-types.html.
    // Placeholders: the binary protocol counts in 16 bits. 4,000 ids a statement: a row by id costs 1.06 us on MariaDB
    // and 1.76 on MySQL, in thousands 1.24 and 1.80, and more bring nothing (2026-11-21); the ranges take a megabyte of
    // the 8 that range_optimizer_max_mem_size allows.
    // Indexes: 64 with the primary key, or "Too many keys specified", on MySQL 9, MariaDB and TiDB alike (2026-11-23).
    // Columns and bytes: https://dev.mysql.com/doc/refman/en/column-count-limit.html; the same on MariaDB.
    private static final Limits LIMITS = new Limits(65_535, 1_000, 4_000, 35, 30, 600, true, true, 63, 1_017, 65_535);

    private final boolean hypergraph;
    private final boolean hasMariaDbDriver;

    /**
     * @param hypergraph whether the server has the hypergraph optimizer, which is off by default
     * @param hasMariaDbDriver whether MariaDB's driver is used. A timestamp is read as its date and its time then: it (3.5.6) makes a {@code LocalDateTime}, and even a {@code String}, by way
     *     of the program's time zone, which leaves hours out, but neither a {@code LocalDate} nor a {@code LocalTime}
     */
    MySqlDialect(boolean hypergraph, boolean hasMariaDbDriver) {
        this.hypergraph = hypergraph;
        this.hasMariaDbDriver = hasMariaDbDriver;
    }

    @Override
    public String name() {
        return "MySQL";
    }

    @Override
    public Limits limits() {
        return LIMITS;
    }

    @Override
    protected String lockClause(RowLock lock) {
        return lock == RowLock.REFER ? " FOR SHARE" : " FOR UPDATE";
    }

    /**
     * A few ids that an index finds are values, and the last one is repeated until their number is a power of two: so there are few texts, and the driver
     * has parsed them already. More ids stand in the text, which costs the driver less than values.
     */
    @Override
    protected void inIds(SqlWriter out, Predicate.InIds in) {
        long[] ids = in.ids();
        int mostBound = out.lock() == RowLock.REFER && !hasMariaDbDriver ? MOST_BOUND_BEHIND_ROWS : MOST_BOUND;
        if (!in.isLookup() || ids.length == 0 || ids.length > mostBound) {
            super.inIds(out, in);
            return;
        }
        out.expression(in.expression());
        if (ids.length == 1) {
            out.text(" = ").bind(ColumnType.BIGINT, ids[0]);
            return;
        }
        int values = Integer.highestOneBit(2 * ids.length - 1);
        out.text(" IN (");
        for (int i = 0; i < values; i++) {
            out.text(i == 0 ? "" : ",").bind(ColumnType.BIGINT, ids[Math.min(i, ids.length - 1)]);
        }
        out.text(")");
    }

    /** UNIX_TIMESTAMP would depend on the session's time zone, in which an hour of the year comes twice. */
    @Override
    public String nowMillis() {
        return "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000)";
    }

    @Override
    public boolean namesIndexesPerTable() {
        return true;
    }

    @Override
    public String quote(String identifier) {
        return '`' + identifier.replace("`", "``") + '`';
    }

    @Override
    protected String columnType(Column column) {
        return switch (column.type()) {
            case BOOLEAN -> "boolean";
            case SMALLINT -> "smallint";
            case INTEGER -> "int";
            case BIGINT -> "bigint";
            case DOUBLE -> "double";
            case DECIMAL -> "decimal(65,30)";
            case INTEGRAL -> "decimal(65,0)";
            case TEXT -> column.unique() ? "varchar(" + LIMITS.uniqueText() + ")" : "longtext";
            case NAME -> "varchar(255)";
            case DATE -> "date";
            case TIME -> "time(6)";
            case TIMESTAMP -> "datetime(6)";
            case UUID -> "binary(16)";
            case BINARY -> "longblob";
        };
    }

    /**
     * A character of a text with a maximum takes four bytes, and its length two; a text of any length has its length and its address here. Both servers were
     * asked (MySQL 9.7.4, MariaDB 11.4.5, 2026-11-25).
     */
    @Override
    public int bytesInRow(Column column) {
        return switch (column.type()) {
            case BOOLEAN -> 1;
            case SMALLINT -> 2;
            case INTEGER -> 4;
            case BIGINT, DOUBLE -> 8;
            case DECIMAL -> 30;
            case INTEGRAL -> 29;
            case TEXT -> column.unique() ? 4 * LIMITS.uniqueText() + 2 : 12;
            case NAME -> 4 * 255 + 2;
            case DATE -> 3;
            case TIME -> 6;
            case TIMESTAMP -> 8;
            case UUID -> 16;
            case BINARY -> 12;
        };
    }

    /** Compares by code point, and trailing spaces count. */
    protected String collation() {
        return "utf8mb4_0900_bin";
    }

    @Override
    protected String tableOptions(Table table) {
        return " CHARACTER SET utf8mb4 COLLATE " + collation();
    }

    /** "BLOB/TEXT column used in key specification without a key length" (error 1170), and a key with a length would find different values equal. */
    @Override
    public boolean hasUniqueBytes() {
        return false;
    }

    @Override
    protected String indexedColumn(Column column, boolean unique) {
        boolean isLong = column.type() == ColumnType.TEXT || column.type() == ColumnType.BINARY;
        return quote(column.name()) + (isLong && !unique ? "(" + INDEXED_TEXT + ")" : "");
    }

    @Override
    protected String whereKeyExists(Table table) {
        return " ON DUPLICATE KEY UPDATE ";
    }

    /** MariaDB and TiDB do not know MySQL's new name for a row that is to be inserted, and MySQL deprecates theirs; it takes both. */
    @Override
    protected String insertedValue(String column) {
        return "VALUES(" + column + ")";
    }

    /** MODIFY says all of a column again. */
    @Override
    protected List<String> changeColumn(Table table, Column before, Column after) {
        return List.of("ALTER TABLE " + quote(table.name()) + " MODIFY COLUMN " + columnDefinition(after));
    }

    /** https://dev.mysql.com/doc/refman/en/innodb-online-ddl-operations.html: a type is changed by a copy, a column made nullable in place. */
    @Override
    public DefinitionCost cost(Definition definition) {
        boolean isInPlace = definition instanceof Definition.ChangeColumn change
                && columnType(change.before()).equals(columnType(change.after()));
        return isInPlace || isIndex(definition) ? DefinitionCost.ONLINE : super.cost(definition);
    }

    /** Each ALTER TABLE that adds an index costs as much as the CREATE TABLE, on TiDB several times as much. */
    @Override
    public boolean createsIndexesWithTables() {
        return true;
    }

    /** One ALTER TABLE scans the table once for all of its indexes. */
    @Override
    protected List<String> createIndexes(Table table, List<Index> indexes) {
        return List.of(indexes.stream()
                .map(index -> "ADD " + indexInTable(index))
                .collect(Collectors.joining(", ", "ALTER TABLE " + quote(table.name()) + " ", "")));
    }

    /** Fails if it could not be done beside writers: https://dev.mysql.com/doc/refman/en/innodb-online-ddl-operations.html. */
    @Override
    protected List<String> buildIndexes(Table table, List<Index> indexes) {
        return createIndexes(table, indexes).stream()
                .map(statement -> statement + ", ALGORITHM=INPLACE, LOCK=NONE")
                .toList();
    }

    @Override
    protected String dropIndex(Index index) {
        return super.dropIndex(index) + " ON " + quote(index.table().name());
    }

    @Override
    public String analyze(Table table) {
        return "ANALYZE TABLE " + quote(table.name());
    }

    /** InnoDB counts an index while it builds it: https://dev.mysql.com/doc/refman/8.4/en/innodb-persistent-stats.html. */
    @Override
    public @Nullable String analyzeBuilt(Table table, List<Index> built) {
        return null;
    }

    /** The hint makes the figures those of now, not those of a day ago. */
    @Override
    public String sizeQuery(List<Table> tables) {
        return tables.stream()
                .map(t -> "'" + t.name().replace("'", "''") + "'")
                .collect(Collectors.joining(
                        ", ",
                        "SELECT /*+ SET_VAR(information_schema_stats_expiry = 0) */ SUM(data_length + index_length) FROM information_schema.tables"
                                + " WHERE table_schema = DATABASE() AND table_name IN (",
                        ")"));
    }

    @Override
    public String tableSizeQuery() {
        return "SELECT /*+ SET_VAR(information_schema_stats_expiry = 0) */ table_name, data_length, index_length FROM information_schema.tables"
                + " WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'";
    }

    @Override
    public String rowEstimateQuery() {
        return "SELECT /*+ SET_VAR(information_schema_stats_expiry = 0) */ table_name, table_rows FROM information_schema.tables"
                + " WHERE table_schema = DATABASE()";
    }

    @Override
    public String indexQuery() {
        return "SELECT DISTINCT table_name, index_name FROM information_schema.statistics WHERE table_schema = DATABASE()";
    }

    /**
     * MariaDB sorts by the first max_sort_length bytes, 1,024 by default. MySQL sorts texts whose collation does not pad by all they have
     * (WL#9554), but fails if one of them is longer than the sort buffer: 1,000,000 characters end in error 1038, "Out of sort memory".
     */
    @Override
    public boolean sortsWholeTexts() {
        return false;
    }

    /** https://dev.mysql.com/doc/refman/en/subquery-restrictions.html */
    @Override
    public boolean cutsSubqueries() {
        return false;
    }

    /** Of up to four bytes each: fewer than max_sort_length. */
    @Override
    public int beginning() {
        return INDEXED_TEXT;
    }

    /** A prefix of a column is never walked in order. https://dev.mysql.com/doc/refman/en/order-by-optimization.html */
    @Override
    public TextIndex textIndex(Column column) {
        return TextIndex.RANGES;
    }

    @Override
    protected String joinAfter() {
        return " STRAIGHT_JOIN ";
    }

    /** Texts that are equal in their first max_sort_length bytes may be taken for equal. */
    @Override
    public String wholeText(String column) {
        return "SHA2(" + column + ", 256)";
    }

    @Override
    protected String searchHint() {
        return hypergraph ? "/*+ SET_VAR(optimizer_switch='hypergraph_optimizer=on') */ " : "";
    }

    /**
     * 1,000 rounds are an error by default: https://dev.mysql.com/doc/refman/en/server-system-variables.html#sysvar_cte_max_recursion_depth.
     * TiDB looks for hints in the outermost SELECT only.
     */
    @Override
    protected String withoutBound(String statement, int outermost) {
        String hint = "SELECT /*+ SET_VAR(cte_max_recursion_depth=4294967295) ";
        String select = statement.substring(outermost);
        return statement.substring(0, outermost)
                + (select.startsWith("SELECT /*+ ")
                        ? hint + select.substring("SELECT /*+ ".length())
                        : hint + "*/ " + select.substring("SELECT ".length()));
    }

    @Override
    protected void like(SqlWriter out, Expression expression, String pattern) {
        out.expression(expression).text(" LIKE ").bind(ColumnType.TEXT, pattern).text(" ESCAPE '\\\\'");
    }

    /** They are compared as floats, but looked up in an index of decimals exactly: MariaDB 11.4 does not find 2^53 + 1 by the double 2^53. */
    @Override
    protected void floating(SqlWriter out, Expression number) {
        out.text("CAST(").expression(number).text(" AS DOUBLE)");
    }

    @Override
    protected void likeIgnoringCase(SqlWriter out, Expression expression, String pattern) {
        out.expression(expression).text(" REGEXP ").bind(ColumnType.TEXT, CaseVariants.regex(pattern, "\\z"));
    }

    /**
     * Times are sent as text. So no driver converts them between time zones, and MySQL's driver does not drop their fractions, as it does when MariaDB 10.11 reports
     * that its version is 5.5.5.
     */
    @Override
    public void bind(PreparedStatement statement, int at, ColumnType type, @Nullable Object value) throws SQLException {
        if (type == ColumnType.UUID && value != null) {
            UUID uuid = (UUID) value;
            byte[] bytes = ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
            statement.setBytes(at, bytes);
        } else if (value instanceof LocalDateTime moment) {
            statement.setString(at, moment.toLocalDate() + " " + moment.toLocalTime());
        } else if (value instanceof LocalTime time) {
            statement.setString(at, time.toString());
        } else {
            super.bind(statement, at, type, value);
        }
    }

    @Override
    public @Nullable Object read(ResultSet row, int at, ColumnType type) throws SQLException {
        if (type == ColumnType.TIMESTAMP && hasMariaDbDriver) {
            LocalDate date = row.getObject(at, LocalDate.class);
            return date == null ? null : LocalDateTime.of(date, row.getObject(at, LocalTime.class));
        }
        if (type != ColumnType.UUID) {
            return super.read(row, at, type);
        }
        byte[] bytes = row.getBytes(at);
        if (bytes == null) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    @Override
    protected int sqlType(ColumnType type) {
        return type == ColumnType.UUID ? Types.BINARY : super.sqlType(type);
    }

    /** 1M rows by an indexed reference: 2.6 s along the index, 0.5 s by a scan and a temporary table (9.7, November 2026). */
    @Override
    public boolean groupsAlongIndexes() {
        return true;
    }

    /** 65 digits. */
    @Override
    protected void wholePart(SqlWriter out, Expression number) {
        out.text("TRUNCATE(").expression(number).text(", 0)");
    }

    @Override
    public DecimalSums decimalSums() {
        return DecimalSums.BY_PARTS;
    }

    /** 65 digits, as for sums. */
    @Override
    public Optional<WholeTypes> wholeTypes() {
        return Optional.of(new WholeTypes("signed", "decimal(65, 0)", 65));
    }
}
