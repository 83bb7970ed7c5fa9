/**
 * Objects become rows: the reachable ones once, ids given, in one fixed order; and the loader for many of them.
 *
 * <p><b>In:</b> objects of the model. <b>Out:</b> a {@link dev.espalier.write.WriteSet}, which is pure data: the same set can be
 * sent again after a deadlock, without looking at any object. What is known of objects that were stored or loaded stands in the
 * {@link dev.espalier.write.Registry}: nothing is added to the objects themselves.
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
package dev.espalier.write;
