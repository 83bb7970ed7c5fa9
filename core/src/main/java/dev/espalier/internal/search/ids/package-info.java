/**
 * Sets of ids, and pairs of them.
 *
 * <p><b>In:</b> the ids that statements return. <b>Out:</b> an {@link dev.espalier.internal.search.ids.IdSet}, a bitmap of ids; {@link dev.espalier.internal.search.ids.IdPairs}, the owners and targets of one step,
 * which {@link dev.espalier.internal.search.ids.Adjacency} sorts to be followed; {@link dev.espalier.internal.search.ids.Portions}, sets whose values and pairs fit in memory.
 *
 * <p>Example: {@code IdPairs} of {@code 1->7, 2->7, 2->9} have the owners {@code 1, 2} and the targets {@code 7, 9}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.search.ids;
