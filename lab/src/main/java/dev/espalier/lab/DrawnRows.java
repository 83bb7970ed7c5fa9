package dev.espalier.lab;

import dev.espalier.lab.measure.WorkingSet;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.WorkingSetSize;
import dev.espalier.lab.subject.FortyTablesDatabase;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.ServerBuffer;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.workload.FortyTables;
import dev.espalier.lab.workload.KeyRange;
import java.util.Locale;

/**
 * The rows that the selects of {@code forty-tables} draw from, chosen when the size of the tables is known.
 *
 * @param range the rows of each table
 * @param workingSet the same in bytes, for the result
 */
record DrawnRows(KeyRange range, WorkingSet workingSet) {

    private static final double HUNDRED = 100;
    /** Of 867 to 885 on SQLite, 960 to 1,024 on PostgreSQL, 1,390 to 1,610 on InnoDB, at 1,000 to 100,000 rows of a table (November 2026). */
    private static final int LEAST_ROW_BYTES = 800;

    /** The number of rows from which on InnoDB's indexes are so large that the empty parts of their extents hardly matter. */
    private static final long LEAST_ROWS_OF_EXTENTS = 50_000;

    /** Refuses a part of a buffer whose size is not reported, before anything is made. */
    static void requireBuffer(FortyTablesSpec spec, Engine engine, StorageEngine storage) {
        if (spec.workingSet().of() == WorkingSetSize.Of.BUFFER && !ServerBuffer.isReported(engine, storage)) {
            String title = engine == Engine.MYSQL || engine == Engine.MARIADB
                    ? "the storage engine " + storage.name()
                    : engine.title();
            throw refused(spec, "but " + title + " does not report its buffer", "percent of the rows, such as 5");
        }
    }

    /** Returns the rows for a target without data. */
    static DrawnRows ofNothing(FortyTablesSpec spec, FortyTables tables) {
        if (spec.workingSet().of() == WorkingSetSize.Of.BUFFER) {
            throw refused(spec, "but " + spec.target() + " has no buffer", "percent of the rows, such as 5");
        }
        return untold(spec, tables);
    }

    private static DrawnRows untold(FortyTablesSpec spec, FortyTables tables) {
        KeyRange range = KeyRange.first(tables, spec.workingSet().percent() / HUNDRED);
        return new DrawnRows(range, new WorkingSet(range.rows() * tables.tables(), null, null, null));
    }

    /** Returns the rows for existing tables. */
    static DrawnRows of(FortyTablesSpec spec, FortyTablesDatabase database, JdbcSessions sessions) {
        FortyTables tables = database.tables();
        if (!ServerBuffer.isReported(sessions.database().target().engine(), database.storage())) {
            return untold(spec, tables);
        }
        FortyTablesDatabase.Size size = database.size();
        if (!size.isExact() && spec.workingSet().of() == WorkingSetSize.Of.ROWS) {
            return untold(spec, tables);
        }
        ServerBuffer buffer = ServerBuffer.of(sessions);
        long dataBytes = size.bytes();
        double part = spec.workingSet().percent() / HUNDRED;
        if (spec.workingSet().of() == WorkingSetSize.Of.BUFFER) {
            part = part * buffer.bytes() / dataBytes;
            if (part > 1) {
                throw refused(
                        spec,
                        String.format(
                                Locale.ROOT,
                                "%,.0f bytes of the %,d of %s, but the tables have %,d",
                                part * dataBytes,
                                buffer.bytes(),
                                buffer.setting(),
                                dataBytes),
                        "--rows " + (long) Math.ceil(part * dataBytes / LEAST_ROW_BYTES)
                                + " or more, a smaller part or a smaller buffer");
            }
            if (!size.isExact()) {
                throw refused(
                        spec,
                        "but tables of " + tables.rows()
                                + " rows take whole extents of InnoDB, and the account may not read how much of them is used",
                        "GRANT SELECT ON mysql.innodb_index_stats, --rows " + LEAST_ROWS_OF_EXTENTS * tables.tables()
                                + " or more, or percent of the rows, such as 5");
            }
        }
        KeyRange range = KeyRange.first(tables, part);
        return new DrawnRows(
                range,
                new WorkingSet(
                        range.rows() * tables.tables(),
                        Math.round((double) dataBytes * range.rows() / tables.rows()),
                        dataBytes,
                        buffer.bytes()));
    }

    private static SpecException refused(FortyTablesSpec spec, String why, String expected) {
        return new SpecException("--working-set: found " + spec.workingSet() + ", " + why + "; expected " + expected);
    }
}
