package dev.espalier.typed;

/**
 * What stands at the right of a comparison and is not a value: a path, or a parameter.
 *
 * @param <R> the class where it begins; {@code Object} for a parameter, which begins nowhere
 * @param <V> its values
 */
public sealed interface Comparand<R, V> permits ValuePath, Parameter {}
