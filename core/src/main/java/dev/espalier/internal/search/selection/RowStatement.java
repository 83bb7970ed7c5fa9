package dev.espalier.internal.search.selection;

import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.sql.Query;

/** A query whose rows are combinations of a selection's sources, or parts of its groups. Immutable: any number of threads can read by it. */
public interface RowStatement {

    /** Returns the query. */
    Query query();

    /** Returns a reader of its rows, for one thread. */
    RowReader reader(RowReading reading);
}
