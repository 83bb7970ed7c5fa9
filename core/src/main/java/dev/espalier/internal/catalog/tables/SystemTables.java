package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.List;

/** The library's own tables. */
public final class SystemTables {

    public static final Table META = new Table(
            Schema.RESERVED_PREFIX + "meta",
            List.of(
                    new Column("name", ColumnType.NAME, false, false),
                    new Column("value", ColumnType.TEXT, false, false)),
            1);

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
                    new Column("lease", ColumnType.BIGINT, false, false),
                    new Column("knows", ColumnType.TEXT, false, false)),
            1);

    public static final List<Table> ALL = List.of(META, IDS, LOADS, COMMITS, PROGRAMS);

    private SystemTables() {}
}
