package dev.espalier.search;

/** How a search is run. */
public enum Strategy {
    /** One statement with an EXISTS for every path. */
    EXISTS,
    /** One statement that intersects what each path finds; for a condition that is no conjunction of paths, {@link #EXISTS}. */
    INTERSECT,
    /** {@link #INTERSECT} for the two paths that promise fewest, then {@link #STEPS} along the others from what these have in common. */
    NARROWED,
    /** Many small statements, with sets of ids between them. */
    STEPS
}
