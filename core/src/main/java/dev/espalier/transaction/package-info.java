/**
 * The one loop that commits.
 *
 * <p><b>In:</b> work that writes pure data through a session. <b>Out:</b> its result, committed once; a deadlock or a
 * serialization failure is cured by doing the same work again on a fresh transaction, which the caller never sees.
 *
 * <p>Example:
 *
 * <pre>{@code
 * Map<Long, Integer> versions = loop.commit(session -> new WriteSetSender(session).send(writeSet));
 * }</pre>
 */
package dev.espalier.transaction;
