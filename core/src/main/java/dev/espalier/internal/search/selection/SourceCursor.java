package dev.espalier.internal.search.selection;

/** The rows of a selection's sources, read some objects at a time. For one thread at a time; to be closed before its session. */
public interface SourceCursor extends AutoCloseable {

    /** Reads some more, in the order of the query. */
    void read(RowReading reading);

    /** Whether it is known that there is nothing more. */
    boolean isAtEnd();

    @Override
    void close();
}
