package dev.espalier.internal.engine;

import dev.espalier.internal.schema.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of one table on their way to a bulk road. For one thread at a time. */
public interface RowBatch {

    /**
     * A batch is full when it takes about so many bytes: below, statements cost; above, memory does, because there is one for
     * every table.
     */
    int FULL_BYTES = 512 * 1024;

    Table table();

    /** Adds a row; each value is null or of its column type's Java class. */
    void add(@Nullable Object[] row);

    int rows();

    /** The rows again; at least with their ids and what stands in unique columns. */
    List<@Nullable Object[]> list();

    /** About how much memory it takes. */
    int sizeBytes();

    /** Whether it should be sent. */
    default boolean isFull() {
        return sizeBytes() >= FULL_BYTES;
    }
}
