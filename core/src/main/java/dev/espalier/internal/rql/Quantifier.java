package dev.espalier.internal.rql;

/** How many of the objects a path reaches must fulfil a condition. */
public enum Quantifier {
    /** At least one. */
    ANY,
    /** Each; also if there is none. */
    ALL,
    /** None. */
    NO
}
