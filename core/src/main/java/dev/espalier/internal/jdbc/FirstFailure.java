package dev.espalier.internal.jdbc;

import org.jspecify.annotations.Nullable;

/** The first failure of several pieces of work, with the later ones suppressed in it. For one thread. */
public final class FirstFailure {

    private @Nullable Throwable first;

    /** Does a piece of work, and keeps its failure. */
    public void of(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            add(e);
        }
    }

    /** Adds a failure. */
    public void add(Throwable failure) {
        if (first == null) {
            first = failure;
        } else if (first != failure) {
            first.addSuppressed(failure);
        }
    }

    /** Throws the first failure, as it is, if there was one. */
    public void rethrow() {
        if (first instanceof RuntimeException failure) {
            throw failure;
        }
        if (first instanceof Error failure) {
            throw failure;
        }
        if (first != null) {
            throw new IllegalStateException(first);
        }
    }
}
