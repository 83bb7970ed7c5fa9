/**
 * Restores Java objects when a unit of work is rolled back or retried.
 *
 * <p><b>In:</b> objects that a unit of work reads or remembers, saved before it changes them. <b>Out:</b> the same objects with the fields,
 * collections, ids and versions that they had then. An object that another thread has stored, refreshed or deleted meanwhile stays as it is.
 *
 * <p>An object that was captured from outside and was not remembered cannot be restored. {@link dev.espalier.internal.restore.CapturedObjects} makes
 * sure that a retry does not apply the same change to it twice.
 *
 * <p>Example:
 *
 * <pre>{@code
 * restoration.save(order);
 * order.lines.clear();
 * restoration.restore();     // order has its lines again
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.restore;
