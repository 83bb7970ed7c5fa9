package dev.espalier.internal.catalog.change;

/** The changes that an opening may make. */
public enum Allowed {
    NONE,
    /** Those during which other programs may go on. */
    BESIDE_OTHERS,
    /** Those too during which no other program may use the database. */
    ALONE
}
