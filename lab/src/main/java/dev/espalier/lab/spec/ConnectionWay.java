package dev.espalier.lab.spec;

/** How a thread gets a connection for each lookup. */
public enum ConnectionWay {
    /** It keeps one of its own. */
    THREAD,
    /** It borrows one from HikariCP's pool. */
    POOL,
    /** It makes one, and closes it. */
    NEW,
    /** It keeps one of an asynchronous driver (R2DBC), and awaits the answer. */
    ASYNC;

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
