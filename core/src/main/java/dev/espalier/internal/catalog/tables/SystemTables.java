package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The library's own tables. */
public final class SystemTables {

    public static final Table META = new Table(
            Schema.RESERVED_PREFIX + "meta",
            List.of(
                    new Column("state", ColumnType.NAME, false, false),
                    new Column("name", ColumnType.NAME, false, false),
                    new Column("value", ColumnType.TEXT, false, false)),
            2);

    /** The classes, attributes, enums and constants with their permanent numbers. */
    public static final Table ATTRIBUTES = new Table(
            Schema.RESERVED_PREFIX + "attribute",
            List.of(
                    new Column("state", ColumnType.NAME, false, false),
                    new Column("number", ColumnType.BIGINT, false, false),
                    new Column("kind", ColumnType.NAME, false, false),
                    new Column("class", ColumnType.TEXT, false, false),
                    new Column("path", ColumnType.TEXT, true, false),
                    new Column("type", ColumnType.TEXT, true, false),
                    new Column("target", ColumnType.TEXT, true, false),
                    new Column("storage", ColumnType.TEXT, true, false),
                    new Column("inverse_of", ColumnType.TEXT, true, false),
                    new Column("origin", ColumnType.TEXT, true, false),
                    new Column("computed", ColumnType.BIGINT, false, false),
                    new Column("filled", ColumnType.BIGINT, false, false)),
            2);

    /** The columns of the tables of objects and collections, in their order. */
    public static final Table COLUMNS = new Table(
            Schema.RESERVED_PREFIX + "column",
            List.of(
                    new Column("state", ColumnType.NAME, false, false),
                    new Column("place", ColumnType.BIGINT, false, false),
                    new Column("kind", ColumnType.NAME, false, false),
                    new Column("class", ColumnType.TEXT, false, false),
                    new Column("path", ColumnType.TEXT, true, false),
                    new Column("table_name", ColumnType.TEXT, false, false),
                    new Column("name", ColumnType.TEXT, false, false),
                    new Column("type", ColumnType.NAME, false, false),
                    new Column("nullable", ColumnType.BIGINT, false, false),
                    new Column("is_unique", ColumnType.BIGINT, false, false)),
            2);

    /** All other facts about classes, attributes, tables and columns, one a row. */
    public static final Table FACTS = new Table(
            Schema.RESERVED_PREFIX + "fact",
            List.of(
                    new Column("state", ColumnType.NAME, false, false),
                    new Column("place", ColumnType.BIGINT, false, false),
                    new Column("kind", ColumnType.NAME, false, false),
                    new Column("number", ColumnType.BIGINT, false, false),
                    new Column("subject", ColumnType.TEXT, true, false),
                    new Column("name", ColumnType.TEXT, true, false),
                    new Column("value", ColumnType.TEXT, true, false)),
            2);

    public static final Table IDS = new Table(
            Schema.RESERVED_PREFIX + "ids",
            List.of(
                    new Column("name", ColumnType.NAME, false, false),
                    new Column("next", ColumnType.BIGINT, false, false)),
            1);

    public static final Table LOADS = new Table(
            Schema.RESERVED_PREFIX + "loads",
            List.of(
                    new Column("first", ColumnType.BIGINT, false, false),
                    new Column("count", ColumnType.BIGINT, false, false),
                    new Column("load", ColumnType.NAME, false, false),
                    new Column("purpose", ColumnType.NAME, false, false),
                    new Column("touched", ColumnType.BIGINT, false, false)),
            1);

    /** One row for each transaction that a program has going on at a time: which it has committed last. */
    public static final Table COMMITS = new Table(
            Schema.RESERVED_PREFIX + "commits",
            List.of(
                    new Column("slot", ColumnType.BIGINT, false, false),
                    new Column("number", ColumnType.BIGINT, false, false),
                    new Column("touched", ColumnType.BIGINT, false, false)),
            1);

    /** One row for each program that has the database open. */
    public static final Table PROGRAMS = new Table(
            Schema.RESERVED_PREFIX + "programs",
            List.of(
                    new Column("id", ColumnType.NAME, false, false),
                    new Column("name", ColumnType.TEXT, false, false),
                    new Column("host", ColumnType.TEXT, false, false),
                    new Column("process", ColumnType.BIGINT, false, false),
                    new Column("opened", ColumnType.BIGINT, false, false),
                    new Column("lease", ColumnType.BIGINT, false, false)),
            1);

    /** The permanent numbers that an open program knows: one row for consecutive ones. */
    public static final Table KNOWN = new Table(
            Schema.RESERVED_PREFIX + "known",
            List.of(
                    new Column("program", ColumnType.NAME, false, false),
                    new Column("first", ColumnType.BIGINT, false, false),
                    new Column("last", ColumnType.BIGINT, false, false)),
            2);

    public static final List<Table> ALL =
            List.of(META, ATTRIBUTES, COLUMNS, FACTS, IDS, LOADS, COMMITS, KNOWN, PROGRAMS);

    /** The tables that describe the model, without {@link #META}. */
    static final List<Table> DESCRIBING = List.of(ATTRIBUTES, COLUMNS, FACTS);

    /** Their names. */
    static final Set<String> NAMES = ALL.stream().map(Table::name).collect(Collectors.toUnmodifiableSet());

    private SystemTables() {}
}
