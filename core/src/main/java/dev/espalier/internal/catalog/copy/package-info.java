/**
 * Whole databases, for copies, exports and imports.
 *
 * <p><b>In:</b> a source of connections. <b>Out:</b> {@link dev.espalier.internal.catalog.copy.Contents}, what a database has, as it describes itself; a {@link
 * dev.espalier.internal.catalog.copy.CopyTarget}, an empty database that gets the same tables, and is one that programs open only when all of its rows are there.
 *
 * <p>Example: a copy that was interrupted has rows of the state {@code copy} in its catalog. Programs refuse it; the same command goes on.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.catalog.copy;
