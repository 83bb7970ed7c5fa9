package dev.espalier.internal.dialect;

/** The way in which an engine adds decimals. */
public enum DecimalSums {
    /** Exactly, with any number of digits. */
    EXACT,
    /** Exactly, with so many digits that the sums of whole parts and of fractions fit, each by itself. */
    BY_PARTS,
    /** Not exactly. */
    INEXACT
}
