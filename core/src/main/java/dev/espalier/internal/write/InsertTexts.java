package dev.espalier.internal.write;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Insert;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The texts that insert rows into tables. Those for a few rows are written once. Safe for any number of threads. */
final class InsertTexts {

    /** The maximum number of rows of a text that is kept. */
    private static final int MOST_ROWS = 128;

    /** Fewer rows have few texts, and a statement of one row is planned faster. */
    private static final int LEAST_BY_COLUMN = 4;

    private final Dialect dialect;
    private final Map<Table, OfTable> kept = new ConcurrentHashMap<>();

    InsertTexts(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * The texts of one table.
     *
     * @param byColumn for any number of rows; null if there is none
     * @param upsertByColumn the same for rows that may be there already
     * @param texts by the number of rows
     */
    private record OfTable(
            boolean hasUnique,
            @Nullable String byColumn,
            @Nullable String upsertByColumn,
            AtomicReferenceArray<String> texts) {}

    /** The text that inserts that many rows. */
    String of(Table table, int rows) {
        if (rows > MOST_ROWS) {
            return write(table, rows);
        }
        AtomicReferenceArray<String> texts = ofTable(table).texts();
        String known = texts.get(rows);
        if (known == null) {
            known = write(table, rows);
            texts.set(rows, known);
        }
        return known;
    }

    /** The text that inserts that many rows, and others, whose values are bound column by column; null if they are bound row by row. */
    @Nullable
    String byColumn(Table table, int rows) {
        return rows < LEAST_BY_COLUMN ? null : ofTable(table).byColumn();
    }

    /** The same for rows that may be there already. */
    @Nullable
    String upsertByColumn(Table table, int rows) {
        return rows < LEAST_BY_COLUMN ? null : ofTable(table).upsertByColumn();
    }

    /** Whether a row may be refused because of a unique value. */
    boolean hasUnique(Table table) {
        return ofTable(table).hasUnique();
    }

    private OfTable ofTable(Table table) {
        OfTable known = kept.get(table);
        return known == null ? kept.computeIfAbsent(table, this::texts) : known;
    }

    private OfTable texts(Table table) {
        return new OfTable(
                table.columns().stream().anyMatch(Column::unique),
                dialect.insertByColumn(table),
                dialect.upsertByColumn(table),
                new AtomicReferenceArray<>(MOST_ROWS + 1));
    }

    private String write(Table table, int rows) {
        return dialect.render(Insert.parameters(table, rows)).text();
    }
}
