/**
 * Turns objects into rows, and sends them: each reachable object once, in one fixed order; and the bulk loader.
 *
 * <p><b>In:</b> objects of the model. <b>Out:</b> a {@link dev.espalier.internal.write.WriteSet} or a {@link dev.espalier.internal.write.Deletion}. Both are data only:
 * {@link dev.espalier.internal.write.WriteSender} can send them again after a deadlock without reading any object. The
 * {@link dev.espalier.internal.write.Registry} knows ids, versions and fingerprints of stored and loaded objects; the objects themselves get nothing added.
 *
 * <p>Example: storing {@code Order{due, lines=[Line a, Line b]}} for the first time gives
 *
 * <pre>
 * insert order(7, 0, '2026-12-01', null)
 * insert line(8, 0, ...), line(9, 0, ...)
 * insert order_lines(7, 0, 8), (7, 1, 9)
 * </pre>
 *
 * Storing it again gives an empty set.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.write;
