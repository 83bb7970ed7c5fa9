package dev.espalier.internal.write;

import dev.espalier.internal.engine.RowBatch;
import dev.espalier.internal.schema.Table;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of a bulk load that wait for being enough to be sent, by table. For one thread at a time. */
final class BulkBatches {

    private final Map<Table, Batch> batches = new IdentityHashMap<>();
    private final Function<Table, RowBatch> newBatch;
    private final Consumer<RowBatch> queue;

    /** @param queue takes full batches; waits while there are too many of them */
    BulkBatches(Function<Table, RowBatch> newBatch, Consumer<RowBatch> queue) {
        this.newBatch = newBatch;
        this.queue = queue;
    }

    /** The batch that rows of a table are added to. */
    Batch of(Table table) {
        return batches.computeIfAbsent(table, Batch::new);
    }

    /** Sends what is there. */
    void flush() {
        batches.values().forEach(Batch::flush);
    }

    /** The rows of one table that were not sent yet. */
    final class Batch implements Consumer<Object[]> {

        private final Table table;
        private @Nullable RowBatch rows;

        private Batch(Table table) {
            this.table = table;
        }

        /** Adds a row. */
        @Override
        public void accept(Object[] row) {
            if (rows == null) {
                rows = newBatch.apply(table);
            }
            rows.add(row);
            if (rows.isFull()) {
                flush();
            }
        }

        private void flush() {
            if (rows != null) {
                queue.accept(rows);
                rows = null;
            }
        }
    }
}
