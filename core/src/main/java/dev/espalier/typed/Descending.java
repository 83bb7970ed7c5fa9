package dev.espalier.typed;

/** The greatest first. */
record Descending<R>(ValuePath<R, ?> path) implements Order<R> {}
