package dev.espalier.internal.transaction;

import static dev.espalier.error.ErrorCode.NOT_UNIQUE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.Retry;
import dev.espalier.error.StoreException;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.restore.CapturedObjects;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.transaction.PersistenceContext.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One call of {@code db.useTransaction} or {@code db.useSnapshot}: the attempts that run its work, and what is kept between them. For one thread. */
final class UnitOfWork<T, X extends Exception> {

    /** The maximum number of attempts. Eight threads that want the same object need about eight attempts each. */
    private static final int MOST_ATTEMPTS = 200;

    /** The number of attempts without locks. Later ones keep other programs out by locks in the database. */
    private static final int ATTEMPTS_WITHOUT_LOCKS = 10;

    /** The number of attempts that take a reference to a missing object for a concurrent change. Later ones take it for damage of the database. */
    private static final int ATTEMPTS_THAT_REFUSE_GAPS = 10;

    private final Transactions services;
    private final Transactions.Body<T, X> body;
    private final CapturedObjects captured = new CapturedObjects();
    /** The objects that the next attempt waits for. */
    private final Map<ClassTable, Set<Long>> awaited = new HashMap<>();

    private Kind kind;
    private int number;
    /** The attempt before and its outcome; null in the first attempt. */
    private @Nullable PersistenceContext before;

    private Outcome.@Nullable Retryable beforeOutcome;
    private @Nullable T result;

    /** @param kind of the first attempt */
    UnitOfWork(Transactions services, Kind kind, Transactions.Body<T, X> body) {
        this.services = services;
        this.kind = kind;
        this.body = body;
    }

    /** @throws X what the work has thrown */
    @SuppressWarnings("NullAway") // null if the work returns null: then T says so
    T run() throws X {
        Outcome outcome = RetryLoop.run(this::attempt, services.source().retries(Retry.Kind.RERUN, MOST_ATTEMPTS));
        if (!(outcome instanceof Outcome.Committed)) {
            throw UnitOfWork.<X>unchecked(outcome.reason());
        }
        return result;
    }

    /** Only the work throws checked exceptions, and those are of the type {@code X}. */
    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X unchecked(Throwable reason) throws X {
        throw (X) reason;
    }

    private Outcome attempt() {
        number++;
        PersistenceContext context =
                new PersistenceContext(services, kind, captured, number < ATTEMPTS_THAT_REFUSE_GAPS);
        Outcome outcome;
        Throwable thrown;
        try {
            prepare(context);
            result = body.in(context);
            outcome = context.commit();
            if (outcome instanceof Outcome.Committed) {
                return outcome;
            }
            thrown = outcome.reason();
        } catch (Throwable e) {
            outcome = context.failed(e);
            thrown = e;
        }
        return rolledBack(context, outcome, thrown);
    }

    /** Waits for what the attempt before was missing. */
    private void prepare(PersistenceContext context) {
        if (before == null) {
            return;
        }
        captured.nextAttempt();
        if (before.awaited() != null) {
            services.claims().await(before.awaited());
        }
        context.await(awaited);
        context.refresh(before, requireNonNull(beforeOutcome));
    }

    /**
     * Rolls back, and decides whether another attempt is worth it.
     *
     * @param thrown what the caller gets if there is none
     */
    private Outcome rolledBack(PersistenceContext context, Outcome outcome, Throwable thrown) {
        Throwable notUndone = rollback(context);
        Outcome concluded = outcome instanceof Outcome.Stale stale && context.isRefreshedByRetry(stale)
                ? new Outcome.Retryable(stale.reason(), Outcome.Delay.NONE, stale.id())
                : outcome;
        if (!(concluded instanceof Outcome.Retryable retryable)) {
            if (notUndone != null) {
                FirstFailure.suppress(thrown, notUndone);
            }
            return thrown == concluded.reason() ? concluded : new Outcome.Failed(thrown);
        }
        // The work must not change an object twice that was not restored. An error may have kept any from being
        // restored.
        if (notUndone instanceof StoreException || notUndone instanceof Error) {
            FirstFailure.suppress(notUndone, thrown);
            return new Outcome.Failed(notUndone);
        }
        planNext(context, retryable);
        return retryable;
    }

    private static @Nullable Throwable rollback(PersistenceContext context) {
        try {
            context.rollback();
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    private void planNext(PersistenceContext context, Outcome.Retryable outcome) {
        Map<ClassTable, Set<Long>> objects = context.planned(outcome.staleId());
        LockPlan.addAll(objects, awaited);
        objects.values().forEach(services.contendedObjects()::conflicted);
        before = context;
        beforeOutcome = outcome;
        // Only a locking attempt decides for certain whether a unique value is taken, because it keeps its owner out.
        if (kind == Kind.OPTIMISTIC
                && (context.needsLocks()
                        || number >= ATTEMPTS_WITHOUT_LOCKS
                        || outcome.reason().errorCode() == NOT_UNIQUE)) {
            kind = Kind.LOCKING;
        }
    }
}
