/**
 * The indexes that stand, are missing, are built and dropped, beside programs that write.
 *
 * <p><b>In:</b> a session and {@link dev.espalier.internal.schema.Index}es. <b>Out:</b> the same indexes in the database. For example the level {@code both} wants
 * {@code ix_order_due}; {@link dev.espalier.internal.catalog.index.MissingIndexes} builds it.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.catalog.index;
