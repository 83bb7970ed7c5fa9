package dev.espalier.promises;

/**
 * A write that a store demands.
 *
 * @param base what the row held as far as the program knows; null for a new object and for a copy
 * @param basedOn the version that the program knows; {@link #NEW}, {@link Knowledge#UNKNOWN}
 */
record Write(Held held, Row row, Content content, Content base, int basedOn) {

    static final int NEW = -2;

    /** The same write with later content. */
    Write with(Write later) {
        return new Write(later.held(), row, later.content(), base, basedOn);
    }
}
