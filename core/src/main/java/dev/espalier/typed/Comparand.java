package dev.espalier.typed;

/**
 * The right side of a comparison that is not a value: a path, or a parameter.
 *
 * @param <R> the class where it begins; {@code Object} for a parameter, which begins nowhere
 * @param <V> its values
 */
public sealed interface Comparand<R, V> extends Formula<R, V> permits ValuePath, Parameter {}
