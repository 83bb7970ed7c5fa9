package dev.espalier.typed;

/** The greatest first. In a query of objects, the formula is a path. */
record Descending<R>(Formula<R, ?> formula) implements Order<R> {}
