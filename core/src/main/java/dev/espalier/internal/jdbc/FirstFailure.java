package dev.espalier.internal.jdbc;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The first failure of several pieces of work, with the later ones suppressed in it. An error counts as a failure, and stays an error. For one thread. */
public final class FirstFailure {

    private @Nullable Throwable first;

    /** Does all pieces of work, in this order; throws the first failure after the last one. */
    public static void ofAll(Runnable... pieces) {
        FirstFailure failure = new FirstFailure();
        for (Runnable piece : pieces) {
            failure.of(piece);
        }
        failure.rethrow();
    }

    /** Does a piece of work. If it fails, undoes what was done for it before, and throws the failure. */
    public static <T> T orUndo(Supplier<T> work, Runnable undo) {
        try {
            return work.get();
        } catch (RuntimeException | Error e) {
            FirstFailure failure = new FirstFailure();
            failure.add(e);
            failure.of(undo);
            throw e;
        }
    }

    /** Does a piece of work, and keeps its failure. */
    public void of(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            add(e);
        }
    }

    /** The same for work without a result. */
    public static void orUndo(Runnable work, Runnable undo) {
        orUndo(
                () -> {
                    work.run();
                    return true;
                },
                undo);
    }

    /** Adds a failure. */
    public void add(Throwable failure) {
        if (first == null) {
            first = failure;
        } else {
            suppress(first, failure);
        }
    }

    /** Closes what a failure leaves open; a failure of that is suppressed in it. */
    public static void closeAfter(Throwable failure, AutoCloseable open) {
        try {
            open.close();
        } catch (Exception | Error e) {
            suppress(failure, e);
        }
    }

    /** Suppresses a later failure in the first one, if they are not the same: the virtual machine may throw one error again. */
    public static void suppress(Throwable first, Throwable later) {
        if (first != later) {
            first.addSuppressed(later);
        }
    }

    /** Throws the first failure, as it is, if there was one. */
    public void rethrow() {
        if (first != null) {
            throw unchecked(first);
        }
    }

    /** To throw a failure as it is; throws an error at once. A checked exception becomes the cause of another one. */
    public static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(failure);
    }
}
