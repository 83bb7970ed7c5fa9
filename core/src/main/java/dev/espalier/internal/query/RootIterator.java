package dev.espalier.internal.query;

import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Snapshot;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Loads the roots of an answer by the thousand. It closes itself, and the snapshot, after the last ones, and after a failure: then some rows may have been
 * read, and who goes on must not take the rest for all. For one thread, but for {@link #close}.
 */
public abstract sealed class RootIterator implements Iterator<Object>, AutoCloseable
        permits RootsByIds, RootsByCursor, RowsBySource {

    /** How many roots are loaded at a time. */
    static final int ROOTS_AT_A_TIME = 1_000;

    private final Snapshot snapshot;
    private Iterator<Object> block = List.of().iterator();
    private boolean isAtEnd;
    private boolean isLoading;
    private boolean isClosed;

    RootIterator(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** Loads the next roots, about that many; none only at the end. */
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
        begin();
        block = Collections.emptyIterator(); // those before may be many bytes
        FirstFailure failure = new FirstFailure();
        failure.of(() -> {
            Iterator<Object> loaded = Arrays.asList(next(ROOTS_AT_A_TIME)).iterator();
            refuseIfClosed(); // then the driver may have said that there are no more rows
            isAtEnd = isDone();
            block = loaded;
        });
        boolean goesOn = block.hasNext() && !isAtEnd;
        if (hasToBeClosed(!goesOn)) {
            failure.of(this::release);
        }
        failure.rethrow();
    }

    private synchronized void begin() {
        refuseIfClosed();
        isLoading = true;
    }

    private synchronized void refuseIfClosed() {
        if (isClosed) {
            throw new IllegalStateException(
                    "this stream was closed, or has failed, before its end; ask the query again");
        }
    }

    private synchronized boolean hasToBeClosed(boolean hasEnded) {
        isLoading = false;
        isClosed |= hasEnded;
        return isClosed;
    }

    @Override
    public final Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return block.next();
    }

    /** Gives back the connection, after the block that another thread is loading. The roots that were loaded are still there. */
    @Override
    public final void close() {
        if (isFirstToClose()) {
            release();
        }
    }

    private synchronized boolean isFirstToClose() {
        boolean isFirst = !isClosed && !isLoading;
        isClosed = true;
        return isFirst;
    }

    private void release() {
        FirstFailure.ofAll(this::end, snapshot::close);
    }
}
