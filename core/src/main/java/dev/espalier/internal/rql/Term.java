package dev.espalier.internal.rql;

/** The right side of a comparison. */
public sealed interface Term permits Path, Value {

    /** The place at which it begins, counted from 1. */
    int position();
}
