package dev.espalier.internal.query;

import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Snapshot;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Loads the roots of an answer by the thousand. It closes itself, and the snapshot, after the last ones, and after a failure: then some rows may have been
 * read, and who goes on must not take the rest for all. For one thread.
 */
public abstract sealed class RootIterator implements Iterator<Object>, AutoCloseable permits RootsByIds, RootsByCursor {

    /** How many roots are loaded at a time. */
    static final int ROOTS_AT_A_TIME = 1_000;

    private final Snapshot snapshot;
    private Iterator<Object> block = List.of().iterator();
    private boolean isAtEnd;
    private boolean isClosed;

    RootIterator(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** Loads the next roots; fewer than that many only at the end. */
    abstract Object[] next(int most);

    /** Whether it is known that there are no more roots. */
    abstract boolean isDone();

    /** Ends what runs in the snapshot. */
    abstract void end();

    /** @throws IllegalStateException if it was closed, or has failed, before its end */
    @Override
    public final boolean hasNext() {
        if (!block.hasNext() && !isAtEnd) {
            load();
        }
        return block.hasNext();
    }

    private void load() {
        if (isClosed) {
            throw new IllegalStateException(
                    "this stream was closed, or has failed, before its end; ask the query again");
        }
        FirstFailure failure = new FirstFailure();
        failure.of(() -> {
            block = Arrays.asList(next(ROOTS_AT_A_TIME)).iterator();
            isAtEnd = isDone();
        });
        if (!block.hasNext() || isAtEnd) {
            failure.of(this::close);
        }
        failure.rethrow();
    }

    @Override
    public final Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return block.next();
    }

    /** Gives back the connection. The roots that were loaded are still there. */
    @Override
    public final void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        FirstFailure.ofAll(this::end, snapshot::close);
    }
}
