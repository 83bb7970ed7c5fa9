/**
 * The results of checking a database.
 *
 * <p><b>In:</b> nothing; these are values. <b>Out:</b> a {@link dev.espalier.verification.Verification} with its {@link
 * dev.espalier.verification.Finding}s, for programs and for people.
 *
 * <p>Example: {@code Health.of(db).verify().toString()}, when an order refers to a missing customer:
 *
 * <pre>
 * dangling reference: order.buyer_id, 1 row, id 7; can be repaired
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.verification;
