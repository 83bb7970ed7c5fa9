package dev.espalier.internal.transaction;

/**
 * One attempt to commit a unit of work.
 *
 * <table>
 * <caption>The kinds of attempts</caption>
 * <tr><th>kind</th><th>what it reads</th><th>how it commits</th></tr>
 * <tr><td>{@link ReadOnlyAttempt}</td><td>one snapshot</td><td>nothing</td></tr>
 * <tr><td>{@link OptimisticAttempt}</td><td>one snapshot</td><td>with a version check of each object that it writes</td></tr>
 * <tr><td>{@link LockingAttempt}</td><td>the latest committed state, locked</td><td>the transaction that holds the locks</td></tr>
 * <tr><td>{@link DirectAttempt}</td><td>nothing</td><td>a transaction of its own, with version checks</td></tr>
 * <tr><td>{@link GroupedAttempt}</td><td>nothing</td><td>a transaction shared with other threads, with version checks</td></tr>
 * </table>
 *
 * <p>The first three run the work of {@code db.useTransaction} or {@code db.useSnapshot}. The last two send writes that are complete: those of {@code db.store} and
 * {@code db.delete}, and those of an optimistic attempt that the transaction of its snapshot cannot commit.
 */
sealed interface Attempt permits WorkAttempt, DirectAttempt, GroupedAttempt {

    /** Sends the writes that were not sent yet, and commits. */
    Outcome commit(Writes writes);
}
