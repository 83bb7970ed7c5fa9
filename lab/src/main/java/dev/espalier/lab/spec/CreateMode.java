package dev.espalier.lab.spec;

/** How the databases of the pack {@code objects} are filled. */
public enum CreateMode {
    /** By the fastest way that a subject has: a bulk load. */
    BULK,
    /** As published: each object graph is a transaction of its own, by writers that work at the same time. */
    TRANSACTIONS;

    /** @return the mode as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
