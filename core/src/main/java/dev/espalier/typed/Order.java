package dev.espalier.typed;

/**
 * One key of {@code ORDER BY}: a path, or its {@link ValuePath#descending() descent}.
 *
 * @param <R> the class where it begins
 */
public sealed interface Order<R> extends RowOrder<R> permits ValuePath, Descending {}
