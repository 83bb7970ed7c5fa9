package dev.espalier.internal.store;

import static dev.espalier.error.ErrorCode.IN_TRANSACTION;
import static dev.espalier.error.ErrorCode.WRITE_IN_READ;

import dev.espalier.error.StoreException;
import dev.espalier.internal.query.ReadScope;
import dev.espalier.internal.transaction.PersistenceContext;
import dev.espalier.internal.transaction.SqlLoans;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The transaction of a thread, while its work runs. Refuses whatever comes later, from another thread, or writes if the work may only read. */
public final class OpenTransaction {

    private final PersistenceContext context;
    private final Thread thread = Thread.currentThread();
    private final ReadScope scope;
    private boolean readsOnly;
    private boolean isOver;
    private @Nullable Object face;

    private OpenTransaction(PersistenceContext context) {
        this.context = context;
        this.scope = new TransactionScope(this::usable, context);
    }

    static OpenTransaction writing(PersistenceContext context) {
        return new OpenTransaction(context);
    }

    static OpenTransaction reading(PersistenceContext context) {
        OpenTransaction reading = new OpenTransaction(context);
        reading.readsOnly = true;
        return reading;
    }

    /** The work of a transaction. */
    @FunctionalInterface
    public interface Body<T extends @Nullable Object, X extends Exception> {

        /** @param transaction is committed when this returns, and rolled back when it throws */
        T in(OpenTransaction transaction) throws X;
    }

    /**
     * Returns the object by which the program uses the transaction: one for all work that is part of it.
     *
     * @param make makes it, the first time
     */
    public <F> F face(Class<F> type, Function<OpenTransaction, F> make) {
        if (face == null) {
            face = make.apply(this);
        }
        return type.cast(face);
    }

    /** Reads of the transaction. */
    ReadScope scope() {
        return scope;
    }

    /**
     * The same for a question that was made in the transaction.
     *
     * @throws IllegalStateException if it is over, or of another thread
     */
    public ReadScope usableScope() {
        usable();
        return scope;
    }

    /** Runs work that is part of it and may not write. */
    <T extends @Nullable Object, X extends Exception> T read(Body<T, X> work) throws X {
        boolean before = readsOnly;
        readsOnly = true;
        try {
            return work.in(this);
        } finally {
            readsOnly = before;
        }
    }

    /**
     * Returns what the transaction reads and writes through.
     *
     * @throws IllegalStateException if it is over, or of another thread
     */
    public PersistenceContext usable() {
        if (isOver) {
            throw new IllegalStateException("this transaction is over");
        }
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("a transaction belongs to the thread that runs its work");
        }
        return context;
    }

    /**
     * The same, to write.
     *
     * @param doing what is going to be done, for the message
     * @throws StoreException {@code write-in-read} if the transaction only reads
     */
    public PersistenceContext writable(String doing) {
        PersistenceContext usable = usable();
        if (readsOnly) {
            throw new StoreException(
                    WRITE_IN_READ, "this transaction only reads: " + doing + " is refused; write in useTransaction()");
        }
        return usable;
    }

    /**
     * Works with its connection on SQL of the program.
     *
     * @throws X what the work has thrown
     */
    public <T extends @Nullable Object, X extends Exception> T lend(SqlLoans.Work<T, X> work) throws X {
        return usable().lend(work, readsOnly);
    }

    /** The refusal of work that commits by itself, as it goes: a bulk load, a migration, a change of the schema. */
    StoreException refused(String work) {
        writable(work);
        return new StoreException(
                IN_TRANSACTION,
                work
                        + " is no part of a transaction: its rows are committed as they arrive; do it outside of useTransaction()");
    }

    /** From now on nothing can be done with it. */
    void end() {
        isOver = true;
    }
}
