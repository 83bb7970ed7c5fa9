package dev.espalier.internal.engine;

import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as they are, for statements that insert many of them. */
public final class RowList implements RowBatch {

    private static final int LARGE_BYTES = 16 * FULL_BYTES;

    private final Table table;
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private final int rowsPerStatement;
    private int sizeBytes;

    /** @param rowsPerStatement how many rows one statement will carry */
    public RowList(Table table, int rowsPerStatement) {
        this.table = table;
        this.rowsPerStatement = rowsPerStatement;
    }

    @Override
    public Table table() {
        return table;
    }

    @Override
    public void add(@Nullable Object[] row) {
        rows.add(row);
        sizeBytes += 16 + row.length * 20;
        for (Object value : row) {
            if (value instanceof String text) {
                sizeBytes += text.length();
            } else if (value instanceof byte[] bytes) {
                sizeBytes += bytes.length;
            }
        }
    }

    @Override
    public int rows() {
        return rows.size();
    }

    @Override
    public int sizeBytes() {
        return sizeBytes;
    }

    /** Only when its rows fill whole statements, so that one prepared statement serves them all; large rows never do. */
    @Override
    public boolean isFull() {
        return sizeBytes >= FULL_BYTES && rows.size() % rowsPerStatement == 0 || sizeBytes >= LARGE_BYTES;
    }

    @Override
    public List<@Nullable Object[]> list() {
        return rows;
    }
}
