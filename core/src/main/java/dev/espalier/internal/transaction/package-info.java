/**
 * Units of work: they read and write objects, and commit all of it or nothing.
 *
 * <p><b>In:</b> the work of {@code db.useTransaction} or {@code db.useSnapshot}, or the one operation of {@code db.store} and {@code db.delete}. <b>Out:</b> its writes
 * are committed once, or an error is thrown and the database and the objects are what they were before.
 *
 * <p>A unit of work is a sequence of {@linkplain dev.espalier.internal.transaction.Attempt attempts}. Each ends with an
 * {@linkplain dev.espalier.internal.transaction.Outcome outcome}, and one {@linkplain dev.espalier.internal.transaction.RetryLoop loop} acts on it:
 *
 * <pre>
 *  db.useTransaction, db.useSnapshot                            db.store, db.overwrite, db.delete
 *  UnitOfWork                                                   SingleOperation
 *      |                                                            |
 *      v                                                            v
 *  +-&gt; run the work in a PersistenceContext                     build the writes
 *  |     ReadOnlyAttempt     one snapshot                           |
 *  |     OptimisticAttempt   one snapshot, version checks           |
 *  |       | tx.lock(x)                                             |
 *  |       v                                                        |
 *  |     LockingAttempt      latest state, row locks                |
 *  |   |                                                            |
 *  |   | commit                                                     v
 *  |   |        writes that the snapshot's transaction          +-&gt; DirectAttempt    servers: a transaction of their own
 *  |   |------- cannot commit ---------------------------------&gt;|   GroupedAttempt   SQLite: one with those of other threads
 *  |   |                                                        |   |
 *  |   |&lt;------------ its outcome -----------------------------------+
 *  |   |                                                        |   |
 *  |   +-- Committed -&gt; ids, versions, hooks; return            |   +-- Committed -&gt; ids, versions; return
 *  |   +-- Unknown ---&gt; roll back; throw                        |   +-- Unknown ---&gt; throw
 *  |   +-- Failed ----&gt; roll back; throw                        |   +-- Failed ----&gt; throw
 *  |   +-- Stale -----&gt; roll back; the object was read or       |   +-- Stale -----&gt; throw
 *  |   |                remembered: Retryable; else throw       |   |
 *  +---+-- Retryable -&gt; roll back, restore the objects, pause   +---+-- Retryable -&gt; pause; send the same writes
 *
 *  Before work is retried: wait for the turns at the objects that it has changed, refresh those that it has remembered.
 *  The 11th attempt and those after it are LockingAttempts.
 * </pre>
 *
 * <p>If the connection to a server is lost in COMMIT, a {@linkplain dev.espalier.internal.transaction.CommitMarker commit marker} shows whether the transaction was committed.
 *
 * <p>Example:
 *
 * <pre>{@code
 * transactions.transact(context -> {
 *     context.remember(order);
 *     order.lines.clear();
 *     context.store(List.of(order), List.of());
 *     return null;
 * });
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.transaction;
