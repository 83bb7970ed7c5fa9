package dev.espalier.rql;

/** The right side of a comparison. */
public sealed interface Term permits Path, Value {

    /** Where it begins, counted from 1. */
    int position();
}
