package dev.espalier.typed;

/** The greatest first. */
record Descending<R>(Formula<R, ?> formula) implements Order<R> {}
