package dev.espalier;

/** How a query is searched. Both executors find the same; which is faster depends on engine, indexes and sizes. */
public enum Executor {
    /** The one that promises to be the fastest. The default. */
    AUTO,
    /** One SQL statement. */
    STATEMENT,
    /** Small statements with sets of ids between them. */
    STEPS
}
