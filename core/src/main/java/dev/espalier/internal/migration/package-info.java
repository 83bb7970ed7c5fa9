/**
 * Gives objects the values of attributes that they are without, or that are to be computed again, when the classes of a program have changed.
 *
 * <p><b>In:</b> the {@link dev.espalier.internal.migration.Computations} that the migrations of a program say, and the {@link dev.espalier.internal.catalog.match.Fill attributes} that
 * an opening has found. <b>Out:</b> an open database whose objects have these attributes, or all reasons why some cannot have them, before anything is changed.
 *
 * <p>Two stores are of the same database. The one of nodes reads objects with their former attributes, the program's one stores them with the new ones. What a
 * statement can compute, a statement does; the rest goes through the program in batches.
 *
 * <p>Example: {@code new Migrator(source, options, computations, listener).open(wanted)}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.migration;
