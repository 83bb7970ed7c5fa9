package dev.espalier.search;

/** How a search is run. */
public enum Way {
    /** One statement with an EXISTS for every path. */
    EXISTS,
    /** One statement that intersects what each path finds; for a condition that is no conjunction of paths, {@link #EXISTS}. */
    INTERSECT,
    /** Many small statements, with sets of ids between them. */
    STEPS
}
