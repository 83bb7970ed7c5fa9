package dev.espalier;

/** How a query is searched. All strategies find the same objects; which one is faster depends on engine, indexes and sizes. */
public enum SearchStrategy {
    /** Chooses between the others by estimated cost. The default. */
    AUTO,
    /** Searches by one SQL statement. */
    STATEMENT,
    /** Searches by several small statements, which pass sets of ids on. */
    STEPS
}
