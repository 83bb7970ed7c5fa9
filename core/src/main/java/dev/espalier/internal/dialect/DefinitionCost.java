package dev.espalier.internal.dialect;

/** The cost of changing a definition if the table has rows. */
public enum DefinitionCost {
    /** The same short time whatever the number of rows is. */
    INSTANT,
    /** All rows are read or written; other programs go on meanwhile. */
    ONLINE,
    /** All rows are read or written; programs that write to the table wait meanwhile. */
    BLOCKING
}
