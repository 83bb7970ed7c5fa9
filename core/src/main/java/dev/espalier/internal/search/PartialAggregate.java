package dev.espalier.internal.search;

import org.jspecify.annotations.Nullable;

/**
 * An aggregate of some rows, which others of the same group complete.
 *
 * @param count the number of values; of rows if these are counted
 * @param value the sum, the least or the greatest of them; of floats several sums as doubles, which are to be added, or {@link FloatLevels#ROUNDED}; null if there is none, or they are only counted
 */
public record PartialAggregate(long count, @Nullable Object value) {}
