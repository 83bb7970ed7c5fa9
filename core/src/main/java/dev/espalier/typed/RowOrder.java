package dev.espalier.typed;

/**
 * One key of {@code ORDER BY} in a selection of rows: a formula, or its {@link Formula#descending() descent}.
 *
 * @param <R> the class of the objects that it is computed of
 */
public sealed interface RowOrder<R> permits Formula, Order {}
