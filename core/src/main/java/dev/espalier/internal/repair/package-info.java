/**
 * Finds and repairs damage in a database. Needs no class: it works from what the database says of itself.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.catalog.tables.Layout}. <b>Out:</b> a {@link dev.espalier.verification.Verification}. Each check is one
 * statement for one table, column or collection, whatever their sizes; repairs are statements of the same conditions.
 *
 * <p>Example: the check of the column {@code order.buyer_id}:
 *
 * <pre>
 * SELECT r.id FROM order r WHERE NOT (r.buyer_id IS NULL) AND NOT (EXISTS (SELECT 1 FROM customer t WHERE t.id = r.buyer_id))
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.repair;
