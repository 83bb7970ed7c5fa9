package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.internal.catalog.Catalog;
import dev.espalier.internal.graph.GraphLoader;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.write.Claims;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.Registry;
import dev.espalier.internal.write.StoredReferences;
import dev.espalier.internal.write.Uniqueness;
import dev.espalier.internal.write.WriteSender;
import dev.espalier.internal.write.WriteSetBuilder;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Runs units of work. Safe for any number of threads. */
public final class Transactions implements AutoCloseable {

    private final ConnectionSource source;
    private final Catalog catalog;
    private final Registry registry;
    private final Identity identity;
    private final Claims claims;
    private final Refresher refresher;
    private final ContendedObjects contendedObjects;
    private final DatabaseTransactions databaseTransactions;
    /** Commits writes that are complete. */
    private final Attempt writer;

    /**
     * @param registry what is known about objects; is updated when units of work commit
     * @param identity over the same registry
     * @param claims the new objects that threads are storing
     * @param counters counts what happens here
     */
    public Transactions(
            ConnectionSource source,
            Catalog catalog,
            Registry registry,
            Identity identity,
            GraphLoader loader,
            Claims claims,
            TransactionCounters counters) {
        this.source = source;
        this.catalog = catalog;
        this.registry = registry;
        this.identity = identity;
        this.claims = claims;
        this.refresher = new Refresher(catalog.schema().model(), loader, registry, identity);
        this.contendedObjects = new ContendedObjects(source.lockWait(), System::nanoTime);
        WriteSender sender = new WriteSender(source.dialect(), catalog.schema(), catalog.stored());
        this.databaseTransactions = new DatabaseTransactions(source, sender, catalog, Clock.systemUTC(), counters);
        this.writer = hasParallelWriters() || !source.engine().sessions().hasSavepoints()
                ? new DirectAttempt(databaseTransactions::beginLatest)
                : new GroupedAttempt(new GroupCommit(source), sender, catalog, counters);
    }

    /** Removes the commit markers of programs that died from the database. */
    public void removeAbandoned() {
        databaseTransactions.removeAbandoned();
    }

    /** The work of a transaction. */
    @FunctionalInterface
    public interface Body<T, X extends Exception> {

        /** @param context is committed when this returns, and rolled back when it throws */
        T in(PersistenceContext context) throws X;
    }

    /**
     * Stores objects and all objects that can be reached from them, in a transaction of their own.
     *
     * @param overwriting those that replace the stored state whatever its version is
     */
    public void store(Collection<?> objects, Collection<?> overwriting) {
        catalog.registration().beforeWrite();
        new SingleOperation(this).store(objects, overwriting);
    }

    /** Deletes objects in a transaction of their own. */
    public void delete(Collection<?> objects) {
        catalog.registration().beforeWrite();
        new SingleOperation(this).delete(objects);
    }

    /**
     * Runs work that may write, and commits what it has written.
     *
     * @throws X what the work has thrown
     */
    public <T, X extends Exception> T transact(Body<T, X> work) throws X {
        catalog.registration().beforeWrite();
        return new UnitOfWork<>(this, PersistenceContext.Kind.OPTIMISTIC, work).run();
    }

    /**
     * Runs work that only reads.
     *
     * @throws X what the work has thrown
     */
    public <T, X extends Exception> T read(Body<T, X> work) throws X {
        return new UnitOfWork<>(this, PersistenceContext.Kind.READ_ONLY, work).run();
    }

    /**
     * Whether a transaction with an unknown outcome was committed.
     *
     * @throws UnknownOutcomeException if the database cannot be asked now either
     */
    public boolean isCommitted(UnknownOutcomeException unknown) {
        return databaseTransactions.isCommitted(unknown);
    }

    /** Removes the rows of the commit markers from the database. */
    @Override
    public void close() {
        databaseTransactions.close();
    }

    /** Commits complete writes in a transaction of their own. Each attempt sends the same writes. */
    Outcome commit(Writes writes) {
        return commit(writes, null);
    }

    /**
     * The same.
     *
     * @param begun the transaction of the first attempt, which ends with it; null if that begins one
     */
    Outcome commit(Writes writes, @Nullable DatabaseTransaction begun) {
        Deque<Attempt> first = new ArrayDeque<>(1);
        if (begun != null) {
            first.add(new DirectAttempt(() -> begun));
        }
        Outcome outcome = RetryLoop.run(
                () -> (first.isEmpty() ? writer : first.remove()).commit(writes), source.retries(Retry.Kind.REPLAY));
        return outcome instanceof Outcome.Failed failed && failed.reason() instanceof EspalierException known
                ? new Outcome.Failed(named(known, writes))
                : outcome;
    }

    /** The error about a duplicate key as an error about the unique field and the object that has its value; any other error as it is. */
    EspalierException named(EspalierException error, Writes writes) {
        return new Uniqueness(schema(), source).named(error, writes.all());
    }

    WriteSetBuilder writeSet(
            IntToLongFunction ids,
            Identity known,
            WriteSetBuilder.StoredValues stored,
            StoredReferences references,
            Claims.Unit unit) {
        return new WriteSetBuilder(schema(), source.dialect(), source::sizeLimit, ids, known, stored, references, unit);
    }

    /** Whether the engine lets several transactions write at the same time. */
    boolean hasParallelWriters() {
        return source.dialect().limits().parallelWriters();
    }

    DatabaseTransactions databaseTransactions() {
        return databaseTransactions;
    }

    ContendedObjects contendedObjects() {
        return contendedObjects;
    }

    Refresher refresher() {
        return refresher;
    }

    Claims claims() {
        return claims;
    }

    ConnectionSource source() {
        return source;
    }

    Catalog catalog() {
        return catalog;
    }

    Schema schema() {
        return catalog.schema();
    }

    ObjectModel model() {
        return catalog.schema().model();
    }

    Ids ids() {
        return catalog.ids();
    }

    Registry registry() {
        return registry;
    }

    Identity identity() {
        return identity;
    }
}
