package dev.espalier.write;

import dev.espalier.dialect.Dialect;
import dev.espalier.schema.Column;
import dev.espalier.schema.Table;
import dev.espalier.sql.Insert;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The texts that insert rows into tables. Those for a few rows are written once. Safe for any number of threads. */
final class InsertTexts {

    /** The maximum number of rows of a text that is kept. */
    private static final int MOST_ROWS = 32;

    private final Dialect dialect;
    private final Map<Table, OfTable> kept = new ConcurrentHashMap<>();

    InsertTexts(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The texts of one table, by the number of rows. */
    private record OfTable(boolean hasUnique, AtomicReferenceArray<String> texts) {

        static OfTable of(Table table) {
            return new OfTable(table.columns().stream().anyMatch(Column::unique), new AtomicReferenceArray<>(MOST_ROWS + 1));
        }
    }

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

    /** Whether a row may be refused because of a unique value. */
    boolean hasUnique(Table table) {
        return ofTable(table).hasUnique();
    }

    private OfTable ofTable(Table table) {
        OfTable known = kept.get(table);
        return known == null ? kept.computeIfAbsent(table, OfTable::of) : known;
    }

    private String write(Table table, int rows) {
        return dialect.render(Insert.parameters(table, rows)).text();
    }
}
