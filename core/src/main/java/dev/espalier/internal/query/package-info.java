/**
 * Answers queries: from a question to its objects, in one read scope.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.query.Question}, and a {@link dev.espalier.internal.query.ReadScope}: a snapshot of its own or a transaction. <b>Out:</b> plans,
 * ids, objects, page keys, and how an answer was found.
 *
 * <p>Example: {@code runner.plan(question, scope)}, then within {@code scope.read} first {@code runner.search} and then {@code objects.load}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.query;
