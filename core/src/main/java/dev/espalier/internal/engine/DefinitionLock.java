package dev.espalier.internal.engine;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lock for changes of tables, indexes and catalog rows. */
public interface DefinitionLock {

    /** There is no such lock: a transaction that writes is lock enough, or conflicts at COMMIT are found by the rows that describe the changes. */
    DefinitionLock NONE = wait -> List.of();

    /**
     * Returns the statements that take the lock. The last one is a query that returns 1 if the lock was taken. If {@link Engine#definesInTransactions},
     * they are run in the transaction, and the lock ends with it.
     *
     * @param wait how long the lock is waited for
     */
    List<String> take(Duration wait);

    /** Returns a query that gives the lock back; null if the end of the transaction does. */
    default @Nullable String release() {
        return null;
    }
}
