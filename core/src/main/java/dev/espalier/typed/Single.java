package dev.espalier.typed;

import dev.espalier.internal.rql.Value;

/** A value in a list. */
record Single<V>(Value value) implements Choice<V> {}
