package dev.espalier.typed;

import dev.espalier.rql.Value;

/** A value in a list. */
record Single<V>(Value value) implements Choice<V> {}
