package dev.espalier.internal.migration;

/** Whether a migration keeps or replaces the values that objects have already. */
enum Existing {
    /** They stay: the attribute is new, and an object that has a value got it a moment ago. */
    KEPT,
    /** They are computed again. Programs use the attribute meanwhile, so objects that change get a new version. */
    REPLACED
}
