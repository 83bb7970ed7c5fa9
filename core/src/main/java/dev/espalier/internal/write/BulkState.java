package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.LOAD_INTERRUPTED;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.LimitException;
import dev.espalier.error.ModelException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.SchemaException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.jdbc.FirstFailure;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether a bulk load goes on: its first failure, and whether more objects will come. Safe for any number of threads. */
final class BulkState {

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean isComplete;
    /** Whether a caller has the first failure already. */
    private volatile boolean isThrown;

    /** The first failure; null for none. */
    @Nullable
    Throwable failure() {
        return failure.get();
    }

    boolean hasFailed() {
        return failure.get() != null;
    }

    /** The load has failed: by an unchecked exception or an error. Later failures are suppressed in the first one. */
    void fail(Throwable e) {
        Throwable first = failure.compareAndExchange(null, e);
        if (first != null) {
            FirstFailure.suppress(first, e);
        }
    }

    /** The load has failed by what is thrown to a caller now. */
    void failThrowing(Throwable e) {
        fail(e);
        if (failure.get() == e) {
            isThrown = true;
        }
    }

    /** No more objects will come. */
    void complete() {
        isComplete = true;
    }

    boolean isComplete() {
        return isComplete;
    }

    /**
     * @throws RuntimeException the first failure; or another one if no more objects are taken
     * @throws Error the first failure
     */
    void requireUsable() {
        Throwable failed = failure.get();
        if (failed != null) {
            throw FirstFailure.unchecked(failed);
        }
        if (isComplete) {
            throw new IllegalStateException("this bulk writer is closed");
        }
    }

    /** To throw the first failure when the load is closed: an error as it is, unless a caller has it already; otherwise a {@link #copy}. */
    RuntimeException closing(Throwable failed) {
        return failed instanceof Error && isThrown
                ? new IllegalStateException(failed)
                : copy(FirstFailure.unchecked(failed));
    }

    static RuntimeException interrupted() {
        return new StoreException(
                LOAD_INTERRUPTED,
                "the thread was interrupted while a bulk load waited; the load is undone when it is closed");
    }

    /**
     * The failure as another exception: the caller may be a try-with-resources whose body has thrown the very same one, and an
     * exception cannot be suppressed in itself.
     */
    static RuntimeException copy(RuntimeException failed) {
        RuntimeException copy = failed instanceof EspalierException e
                ? copyOf(e)
                : new IllegalStateException(failed.getMessage(), failed);
        if (failed instanceof EspalierException first && copy instanceof EspalierException known) {
            known.initPlace(first.place());
        }
        for (Throwable suppressed : failed.getSuppressed()) {
            copy.addSuppressed(suppressed);
        }
        return copy;
    }

    private static RuntimeException copyOf(EspalierException e) {
        ErrorCode code = e.errorCode();
        String message = String.valueOf(e.getMessage());
        Throwable cause = e.getCause();
        if (e instanceof StoreException) {
            return new StoreException(code, message, cause);
        } else if (e instanceof DatabaseException) {
            return new DatabaseException(code, message, cause);
        } else if (e instanceof ModelException) {
            return new ModelException(code, message, cause);
        } else if (e instanceof NotFoundException) {
            return new NotFoundException(code, message, cause);
        } else if (e instanceof LimitException) {
            return new LimitException(code, message, cause);
        } else if (e instanceof SchemaException) {
            return new SchemaException(code, message, cause);
        } else if (e instanceof ConnectionException) {
            return new ConnectionException(code, message, cause);
        }
        // A bulk load asks no query, and knows the outcome of its transactions.
        return new IllegalStateException(message, e);
    }
}
