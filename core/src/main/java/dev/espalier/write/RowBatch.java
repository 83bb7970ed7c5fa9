package dev.espalier.write;

import dev.espalier.schema.Table;

/** Rows of one table on their way to a bulk road. For one thread at a time. */
interface RowBatch {

    Table table();

    /** Adds a row; each value is null or of its column type's Java class. */
    void add(Object[] row);

    int rows();

    /** About how much memory it takes. */
    int sizeBytes();
}
