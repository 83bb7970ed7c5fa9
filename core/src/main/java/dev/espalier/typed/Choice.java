package dev.espalier.typed;

/**
 * One member of the list behind {@code IN}: an interval, a parameter, or {@link Words#only a value}.
 *
 * @param <V> the values
 */
public sealed interface Choice<V> permits Interval, Parameter, Single {}
