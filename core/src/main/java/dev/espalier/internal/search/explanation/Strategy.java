package dev.espalier.internal.search.explanation;

/** A search strategy. */
public enum Strategy {
    /** One statement with an EXISTS for every path. */
    EXISTS,
    /** One statement that intersects the results of the paths. A condition that is no conjunction of paths uses {@link #EXISTS}. */
    INTERSECT,
    /** {@link #INTERSECT} for the two most selective paths, then {@link #STEPS} along the others from the remaining candidates. */
    NARROWED,
    /** Many small statements, with bitmaps of ids between them. */
    STEPS
}
