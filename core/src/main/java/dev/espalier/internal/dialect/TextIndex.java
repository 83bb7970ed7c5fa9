package dev.espalier.internal.dialect;

/** The use of an index on a text column for rows in the order of the texts. */
public enum TextIndex {
    /** It holds whole texts, and gives rows in their order. */
    WHOLE,
    /** It holds the texts' beginnings, and gives rows in the order of these. */
    BEGINNINGS,
    /** It holds the texts' beginnings; it finds the texts of a range, but no planner takes rows in its order. */
    RANGES
}
