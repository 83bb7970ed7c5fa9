/**
 * Transactions: the one loop that commits, and the runs of work that reads and writes.
 *
 * <p><b>In:</b> writes, which are pure data. <b>Out:</b> they are committed, once; a deadlock or a serialization failure is cured by
 * sending the same writes again in a new transaction, which the caller never sees.
 *
 * <p>Example:
 *
 * <pre>{@code
 * Versions versions = loop.commit(Writes.of(writeSet));
 * }</pre>
 */
package dev.espalier.transaction;
