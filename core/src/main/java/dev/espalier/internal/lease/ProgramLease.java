package dev.espalier.internal.lease;

import static dev.espalier.error.ErrorCode.ACCESS_DENIED;
import static dev.espalier.error.ErrorCode.INTERRUPTED;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.NOT_PRIMARY;
import static dev.espalier.error.ErrorCode.READ_ONLY;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.KnownAttributes;
import dev.espalier.internal.catalog.tables.KnownNumbers;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Heartbeat;
import dev.espalier.internal.jdbc.Retries;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Workers;
import dev.espalier.internal.sql.Statement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The row that shows other programs that this one has the database open, and which attributes it knows. It is renewed until it is closed. A program that
 * may not write has none, and works without. Safe for any number of threads.
 */
public final class ProgramLease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramLease.class);

    /** Two renewals may fail before the lease ends. */
    private static final Duration RENEWED_EVERY = ProgramRows.LEASE.dividedBy(3);

    /** An embedded database is written to after that time; a program that is done by then writes nothing. */
    private static final Duration EMBEDDED_AFTER = Duration.ofMillis(200);

    private static final Duration SECOND_ATTEMPT_AFTER = Duration.ofSeconds(1);

    /** A lease that ends within that time is renewed before something is written. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    /**
     * A row that was there proves further commits for so long, if its lease goes on for longer than {@link #MARGIN}: the clock of an embedded database is that of its
     * machine, and nobody takes the row away before it has got that far. The query costs SQLite 3 to 10 microseconds of processor time, a tenth of a small store.
     */
    private static final Duration PROVEN_FOR = Duration.ofMillis(10);

    /** The rows of programs that died stay for so long, for people who look for them. */
    private static final Duration REMOVED_AFTER = Duration.ofHours(1);

    /** A close waits so long for a writer of an embedded database: without it, one that renews its lease would keep the row of this program for a minute. */
    private static final Duration EMBEDDED_WAIT = Duration.ofMillis(250);

    private static final Timer TIMER = new Timer();

    private final ConnectionSource source;
    private final String id = UUID.randomUUID().toString();
    /** A program without classes knows attributes that were converted before, and their successors. */
    private final KnownAttributes knows;

    /** The query for the row, and the same that locks it. */
    private final Statement rowQuery;

    private final Statement lockingRowQuery;

    /** When the row was there; null if the next commit has to look for it. */
    private volatile @Nullable Moment proven;

    private volatile boolean isWritten;
    private boolean isClosed;

    @Nullable
    Future<?> renewal;
    /** When the lease is to be taken again, by {@link System#nanoTime}. It proves nothing: that clock stands still while the machine sleeps. */
    volatile long validUntil = System.nanoTime();

    /**
     * Renews the leases of all databases that this process has open. Two threads, so that a server which does not answer holds up no other's renewal; not a {@link
     * Heartbeat} for each, as a program may have hundreds of databases open.
     */
    private static final class Timer extends ScheduledThreadPoolExecutor {
        Timer() {
            super(2, Workers.daemons("espalier-programs"));
            setRemoveOnCancelPolicy(true);
            setKeepAliveTime(2 * RENEWED_EVERY.toSeconds(), TimeUnit.SECONDS);
            allowCoreThreadTimeOut(true);
        }
    }

    private ProgramLease(
            ConnectionSource source, KnownNumbers knows, Set<String> convertedBefore, @Nullable String digest) {
        this.source = source;
        this.knows = new KnownAttributes(knows, convertedBefore, digest, source.place());
        this.rowQuery = ProgramRows.query(source.dialect(), id);
        this.lockingRowQuery = ProgramRows.lockingQuery(source.dialect(), id);
    }

    /**
     * Writes the row, and renews it from now on. An opening of an embedded database does not wait for it, because it may be locked by another writer, and
     * because the first write makes a log and waits for the disk: openings of SQLite would take 31 ms instead of 13 (medians of 50).
     *
     * @param session one that may write
     * @param convertedBefore the attributes among those it knows that had been converted when it read the catalog
     * @param digest of the catalog that it has read, in which no other one is converted; null if it does not know
     * @return null if this program can only read the database, which a server reports when it refuses the row
     * @throws SchemaException {@code schema-change} if another program has converted what this one knows since it read the catalog
     */
    public static @Nullable ProgramLease take(
            ConnectionSource source,
            Session session,
            KnownNumbers knows,
            Set<String> convertedBefore,
            @Nullable String digest) {
        if (source.readOnlyReason().isPresent()) {
            return null;
        }
        ProgramLease lease = new ProgramLease(source, knows, convertedBefore, digest);
        source.beforeClose(lease::close);
        if (!source.engine().isServer()) {
            lease.renewFrom(EMBEDDED_AFTER);
            return lease;
        }
        try {
            lease.insertNow(session);
            lease.renewFrom(RENEWED_EVERY);
        } catch (SchemaException e) {
            throw e;
        } catch (EspalierException e) {
            if (session.isLost() && e.errorCode() != NOT_PRIMARY) {
                throw e;
            }
            if (e.errorCode() == ACCESS_DENIED || e.errorCode() == READ_ONLY) {
                session.rollback();
                source.onlyRead(e);
                return null;
            }
            lease.afterFailure(e);
        }
        return lease;
    }

    private void afterFailure(EspalierException failure) {
        if (failure.errorCode() == LOCK_TIMEOUT || failure.retryable() && failure.errorCode() != NOT_PRIMARY) {
            renewFrom(SECOND_ATTEMPT_AFTER);
            return;
        }
        LOG.debug(
                "{}: this program is not registered in {}: {}",
                source.place().url(),
                SystemTables.PROGRAMS.name(),
                failure.getMessage());
    }

    private void insertNow(Session session) {
        long start = System.nanoTime();
        session.beginWrite();
        knows.requireCurrentFromNowOn(session);
        insert(session);
        ProgramRows.insertKnown(session, id, knows.numbers());
        session.commit();
        validFrom(start);
    }

    private void insert(Session session) {
        ProgramRows.insert(
                session, id, programName(), Host.NAME, ProcessHandle.current().pid());
        isWritten = true; // or is going to be
    }

    private void validFrom(long start) {
        validUntil = start + ProgramRows.LEASE.minus(MARGIN).toNanos();
    }

    /**
     * Makes sure that the program has a lease before it writes: it has none yet right after the opening of an embedded database, and has lost it after a pause. If
     * another program has converted an attribute meanwhile, this one would write the former one, which nobody reads. Statements on what was dropped fail by themselves.
     *
     * @throws SchemaException {@code schema-change} if so
     */
    public void beforeWrite() {
        if (validUntil - System.nanoTime() <= 0) {
            takeAgain();
        }
    }

    /**
     * Looks, last in a transaction of an embedded database, whether what it has written may be committed. Who converts what the program knows takes its row away
     * before: so the row that is still there proves it, whatever the clock of the program says. On a server the commit marker does the same.
     *
     * @param isOfSnapshot whether the transaction has read a snapshot before it got the right to write
     * @throws SchemaException {@code schema-change} if another program has converted what this one knows
     */
    public void beforeCommit(Session session, boolean isOfSnapshot) {
        if (source.engine().isServer() || isProven()) {
            return;
        }
        if (isOfSnapshot && session.engine().sessions().showsSnapshotToWriters()) {
            try (Session latest = source.latest(session)) {
                requireRow(latest, rowQuery);
            }
        } else {
            requireRow(session, lockingRowQuery);
        }
    }

    private boolean isProven() {
        Moment proof = proven;
        return proof != null && proof.isWithin(PROVEN_FOR);
    }

    /**
     * Proves, in a transaction, that the program may write, whatever its own clock says: the clock of a machine that was suspended has stood still. Nobody can
     * convert what the program knows before the transaction ends.
     *
     * @throws SchemaException {@code schema-change} if another program has converted, or is going to convert, what this one knows
     */
    public void requireCurrent(Session session) {
        knows.requireCurrentFromNowOn(session);
    }

    /**
     * Proves the same last in a transaction of a bulk load, which holds the lock of a row for which who converts waits. If one transaction at a time can hold the
     * lock of the catalog, the others would wait for its COMMIT: there the program's row proves it, which nobody takes away meanwhile.
     *
     * @throws SchemaException {@code schema-change} if another program has converted what this one knows
     */
    public void beforeCommitOfMany(Session session) {
        if (session.dialect().sharesLocks()) {
            knows.requireCurrent(session);
        } else if (!isProven()) {
            requireRow(session, rowQuery);
        }
    }

    private void requireRow(Session session, Statement query) {
        Moment start = Moment.now();
        Long left = isWritten ? ProgramRows.left(session, query) : null;
        if (left == null) {
            knows.requireCurrent(session);
        }
        // If writers are parallel, each locks the row.
        boolean isProof = left != null
                && left > MARGIN.toMillis()
                && !session.dialect().limits().parallelWriters();
        proven = isProof ? start : null;
    }

    /** A point in time by the clock that stands still while the machine sleeps, and by the one that people set. */
    private record Moment(long nanos, long millis) {

        static Moment now() {
            return new Moment(System.nanoTime(), System.currentTimeMillis());
        }

        /** Whether no more time has passed since, by either clock. */
        boolean isWithin(Duration time) {
            long passed = System.currentTimeMillis() - millis;
            return System.nanoTime() - nanos < time.toNanos() && passed >= 0 && passed <= time.toMillis();
        }
    }

    private synchronized void takeAgain() {
        if (isClosed || validUntil - System.nanoTime() > 0) {
            return;
        }
        Retries retries = source.retries(Retry.Kind.REPLAY);
        while (true) {
            long start = System.nanoTime();
            try (Session session = source.spareWriter()) {
                session.beginWrite();
                knows.requireCurrentFromNowOn(session);
                if (!ProgramRows.renew(session, id)) {
                    insert(session);
                }
                ProgramRows.putKnown(session, id, knows.numbers());
                session.commit();
                validFrom(start);
                return;
            } catch (DatabaseException e) {
                if (Retries.isCurable(e)) {
                    retries.pause(e);
                } else if (e.retryable() || e.errorCode() == INTERRUPTED) {
                    throw retries.ended(e);
                } else {
                    LOG.debug(
                            "{}: this program is not registered in {}: {}",
                            source.place().url(),
                            SystemTables.PROGRAMS.name(),
                            e.getMessage());
                    validUntil = start + RENEWED_EVERY.toNanos();
                    return;
                }
            }
        }
    }

    private void almostWithoutWaiting(Session session, Runnable statement) {
        Sessions sessions = session.engine().sessions();
        if (sessions.lockWaitQuery() == null) {
            statement.run();
            return;
        }
        long wait = session.queryLong(Statement.of(sessions.lockWaitQuery()));
        setLockWait(session, session.engine().isServer() ? 0 : EMBEDDED_WAIT.toMillis());
        try {
            statement.run();
        } finally {
            if (!session.isLost()) {
                setLockWait(session, wait);
            }
        }
    }

    /** SQLite answers with a row. */
    private static void setLockWait(Session session, long millis) {
        session.queryLong(Statement.of(session.engine().sessions().setLockWait(millis)));
    }

    private synchronized void renewFrom(Duration first) {
        renewal = TIMER.scheduleWithFixedDelay(
                Heartbeat.goingOn(source.place().url() + ": the renewal of this program's lease", this::renew),
                first.toMillis(),
                RENEWED_EVERY.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Renews the lease. A program that was paused for longer, so that its row is gone, writes it again if it still knows the database. */
    synchronized void renew() {
        if (isClosed) {
            return;
        }
        if (!isRenewed()) {
            validUntil = System.nanoTime();
            takeAgain();
        }
        try (Session session = source.spareWriter()) {
            List<ProgramRows.Row> died = ProgramRows.all(session).stream()
                    .filter(row -> row.lease() < -REMOVED_AFTER.toMillis())
                    .toList();
            if (!died.isEmpty()) {
                session.beginWrite();
                died.forEach(row -> ProgramRows.deleteEnded(session, row.id()));
                session.commit();
            }
        }
    }

    private boolean isRenewed() {
        long start = System.nanoTime();
        if (!isWritten || validUntil - start <= 0) {
            return false;
        }
        try (Session session = source.spareWriter()) {
            if (!ProgramRows.renew(session, id)) {
                return false;
            }
        }
        validFrom(start);
        return true;
    }

    /** Removes the row. One that cannot be removed now counts until its lease ends. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (renewal != null) {
            renewal.cancel(false);
        }
        if (isWritten) {
            Workers.evenIfInterrupted(this::removeRow);
        }
    }

    private void removeRow() {
        try (Session session = source.writer()) {
            almostWithoutWaiting(session, () -> {
                session.beginWrite();
                ProgramRows.delete(session, id);
                session.commit();
            });
        } catch (EspalierException e) {
            LOG.debug(
                    "{}: the row of this program stays until its lease ends: {}",
                    source.place().url(),
                    e.getMessage());
        }
    }

    /** Names this program for people. */
    public static String self() {
        return programName() + " (process " + ProcessHandle.current().pid() + " on " + Host.NAME + ")";
    }

    /** The main class or jar. What follows it on the command line may be secret. */
    private static String programName() {
        return System.getProperty("sun.java.command", "java").split(" ", 2)[0];
    }

    /** Asked once: a name service may answer slowly. */
    private static final class Host {

        static final String NAME = name();

        private static String name() {
            String named =
                    System.getenv("HOSTNAME") != null ? System.getenv("HOSTNAME") : System.getenv("COMPUTERNAME");
            if (named != null) {
                return named;
            }
            try {
                return Files.readString(Path.of("/etc/hostname")).strip();
            } catch (IOException e) {
                LOG.debug("no /etc/hostname: {}", e.toString());
            }
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException e) {
                return "unknown";
            }
        }
    }
}
