package dev.espalier.typed;

/**
 * One key of {@code ORDER BY}: a formula, or its {@link Formula#descending() descent}.
 *
 * @param <R> the class of the objects that it is computed of
 */
public sealed interface Order<R> permits Formula, Descending {}
