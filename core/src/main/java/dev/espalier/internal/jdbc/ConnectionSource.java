package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.ACCESS_DENIED;
import static dev.espalier.error.ErrorCode.NOT_A_DATABASE;
import static dev.espalier.error.ErrorCode.NO_SUCH_DATABASE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.SizeLimit;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.SnapshotSharing;
import dev.espalier.internal.sql.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The source of connections: a pool of our own for a URL, or the user's {@code DataSource}. Safe for any number of threads.
 *
 * <p>An engine with one writer at a time (SQLite) gets its writers one after the other, here, in the order they came: none of
 * them has to find the file locked by its neighbour.
 */
public final class ConnectionSource implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionSource.class);

    private final Connections connections;
    /** Whether the connections come from a pool of our own, beside which others can be opened. */
    private final boolean isOwn;

    private final Address address;
    private final Place place;
    private final Engine engine;
    private final DriverErrors errors;
    private final ConnectionOptions options;
    private final WriterTurns turns;
    private final Watchdog watchdog;
    /** For statements that may take any time. */
    private final Watchdog interrupts;
    /** Null until it is needed. */
    private volatile @Nullable SizeLimit sizeLimit;

    private volatile boolean readsBlockCommits;
    /** Null while this program can write the database. */
    private volatile @Nullable String readOnlyReason;

    private final AtomicInteger inUse = new AtomicInteger();
    /** These are closed before the connections. */
    private final List<Runnable> closedFirst = new CopyOnWriteArrayList<>();

    private volatile boolean isClosed;
    /** Sees the commits of all others; made when it is first needed. */
    private @Nullable Session observer;

    private ConnectionSource(
            Connections connections,
            boolean isOwn,
            FirstConnection first,
            ConnectionOptions options,
            DriverErrors errors) {
        this.connections = connections;
        this.isOwn = isOwn;
        this.address = first.address();
        this.place = address.place();
        this.engine = address.engine();
        this.options = options;
        this.errors = errors;
        this.readOnlyReason = address.readOnlyReason();
        this.readsBlockCommits = first.readsBlockCommits() && address.readOnly() == null;
        errors.readsBlockCommits(readsBlockCommits);
        this.sizeLimit = first.sizeLimit();
        this.turns = new WriterTurns(address, options.lockWait(), errors);
        this.watchdog = new Watchdog(options.statementTimeout(), engine.isServer());
        this.interrupts = new Watchdog(Duration.ZERO, engine.isServer());
    }

    /**
     * Opens a pool for a URL, and one connection to see who answers.
     *
     * @throws ConnectionException if the URL, the driver, the server, the user or the password is wrong
     */
    public static ConnectionSource open(String url, ConnectionOptions options) {
        Path file = file(url);
        if (file != null && !file.toString().isEmpty() && Files.isDirectory(file)) {
            throw refused(url, NOT_A_DATABASE, "found a folder; expected the file of a database");
        }
        FirstConnection first;
        try {
            first = FirstConnection.of(url, options);
        } catch (EspalierException e) {
            e.initPlace(Place.masked(url));
            throw e;
        }
        DriverErrors errors = new DriverErrors(first.address());
        return new ConnectionSource(new PooledConnections(first, options, errors), true, first, options, errors);
    }

    /**
     * Takes connections from a source that its user opens and closes.
     *
     * @throws ConnectionException if no connection can be had or the engine is not known
     */
    public static ConnectionSource open(DataSource dataSource, ConnectionOptions options) {
        FirstConnection first = FirstConnection.of(dataSource);
        DriverErrors errors = new DriverErrors(first.address());
        return new ConnectionSource(
                new GivenConnections(dataSource, first, options.lockWait(), errors), false, first, options, errors);
    }

    /**
     * Opens a database that must be there already: a file is not made.
     *
     * @throws ConnectionException if it is not there, or cannot be opened
     */
    public static ConnectionSource openExisting(String url, ConnectionOptions options) {
        Path file = file(url);
        if (makesFile(url)) {
            throw refused(url, NO_SUCH_DATABASE, "there is no such file");
        }
        if (file != null && Files.isRegularFile(file) && !Files.isReadable(file)) {
            throw refused(
                    url,
                    ACCESS_DENIED,
                    "found a file that this program may not read; give it the right to, or run it as another user");
        }
        return open(url, options);
    }

    /** Returns whether an opening makes the file of the database. */
    public static boolean makesFile(String url) {
        Path file = file(url);
        return file != null && !Files.exists(file);
    }

    /** Whether two URLs name one file that is there, by whatever paths and links. */
    public static boolean nameOneFile(String url, String other) {
        Path one = file(url);
        Path two = file(other);
        try {
            return one != null && two != null && Files.exists(one) && Files.exists(two) && Files.isSameFile(one, two);
        } catch (IOException e) {
            return false; // who opens it will say what is wrong
        }
    }

    private static @Nullable Path file(String url) {
        try {
            return Engines.ofUrl(url).map(driver -> driver.file(url)).orElse(null);
        } catch (InvalidPathException e) {
            return null; // who opens it will say what is wrong
        }
    }

    private static ConnectionException refused(String url, ErrorCode code, String why) {
        Place place = Place.of(url);
        return place.at(new ConnectionException(code, place + ": " + why));
    }

    /** Returns the engine that answers. */
    public Engine engine() {
        return engine;
    }

    /** Returns the engine's SQL. */
    public Dialect dialect() {
        return engine.dialect();
    }

    /** The place of the database, with which messages begin. */
    public Place place() {
        return place;
    }

    /**
     * Does work with this source, and closes it. Its errors contain the place.
     *
     * @param source whose database it is about
     */
    public static <T> T with(ConnectionSource source, Function<ConnectionSource, T> work) {
        try (source) {
            return source.withPlace(() -> work.apply(source));
        }
    }

    /** Does work, and adds the place to its errors. */
    public void withPlace(Runnable work) {
        try {
            work.run();
        } catch (EspalierException e) {
            throw place.at(e);
        }
    }

    /** Does work, and adds the place to its errors. */
    public <T> T withPlace(Supplier<T> work) {
        try {
            return work.get();
        } catch (EspalierException e) {
            throw place.at(e);
        }
    }

    /** Why this program can only read the database; empty if it can write it, or if only its server knows. */
    public Optional<String> readOnlyReason() {
        return Optional.ofNullable(readOnlyReason);
    }

    /**
     * From now on nothing is written: the database has refused what each program writes first.
     *
     * @param refusal why
     */
    public void onlyRead(EspalierException refusal) {
        String reason = refusal.getCause() instanceof SQLException error
                ? "the user lacks a right: " + DriverErrors.said(error)
                : String.valueOf(refusal.getMessage());
        readOnlyReason = reason;
        errors.onlyRead(reason);
    }

    /** The state of the pool; empty if a {@code DataSource} of the user's gives the connections. */
    public Optional<PoolFigures> pool() {
        return connections.figures();
    }

    /** Whether an open read keeps every other connection from committing. */
    public boolean readsBlockCommits() {
        return readsBlockCommits;
    }

    /**
     * Gives a database that has the library's tables now the settings that stay with it. A {@code DataSource} of the user's sets them itself.
     *
     * @param session outside of a transaction
     */
    public void adopt(Session session) {
        if (!isOwn || readOnlyReason != null || !readsBlockCommits) {
            return;
        }
        try {
            engine.sessions().adopt(session.connection());
            readsBlockCommits = engine.sessions().readsBlockCommits(session.connection());
            errors.readsBlockCommits(readsBlockCommits);
        } catch (SQLException e) {
            throw session.translate(e, "looking at the database's journal");
        }
    }

    /** How long a lock is waited for. */
    public Duration lockWait() {
        return options.lockWait();
    }

    /** A connection for reading. */
    public Session session() {
        inUse.incrementAndGet();
        return counted(watchdog, () -> {});
    }

    /** How many connections the pool has at most. */
    public int poolSize() {
        return options.poolSize();
    }

    /** A connection for reading, if one is free now; else null. */
    @Nullable
    Session sessionIfFree() {
        if (!isOwn || engine.snapshots() == SnapshotSharing.NONE) {
            return null;
        }
        if (inUse.incrementAndGet() > options.poolSize()) {
            inUse.decrementAndGet();
            return null;
        }
        return counted(watchdog, () -> {});
    }

    /** A session whose connection was counted as used already. */
    private Session counted(@Nullable Watchdog watchdog, Runnable afterClose) {
        return FirstFailure.orUndo(
                () -> new Session(taken(), address, errors, watchdog, connections::discard, () -> {
                    inUse.decrementAndGet();
                    afterClose.run();
                }),
                inUse::decrementAndGet);
    }

    /** A {@code DataSource} of the user's would still give connections after the database was closed. */
    private Leased taken() {
        if (isClosed) {
            throw closed(null);
        }
        try {
            return withPlace(connections::take);
        } catch (RuntimeException e) {
            throw isClosed ? closed(e) : e;
        }
    }

    private ConnectionException closed(@Nullable RuntimeException cause) {
        return DriverErrors.closed(place, cause);
    }

    /**
     * A session that has begun. The connections of a pool may have been lost while they lay there, all of them at once if the server was
     * started anew; such a one is thrown away, and the next one taken.
     */
    public Session begun(Consumer<Session> begin) {
        for (int left = options.poolSize(); ; left--) {
            Session session = session();
            try {
                begin.accept(session);
                return session;
            } catch (RuntimeException | Error e) {
                boolean isAnotherTried = session.isLost() && left > 0 && e instanceof RuntimeException;
                session.close();
                if (!isAnotherTried) {
                    throw e;
                }
            }
        }
    }

    /** To count the attempts of a call with, and to wait between them. */
    public Retries retries(Retry.Kind kind) {
        return retries(kind, options.lockWait(), Integer.MAX_VALUE);
    }

    /**
     * @param forPrimary after how long no further attempt is made if the server could only be read
     * @param most how many attempts fail before it is given up
     */
    private Retries retries(Retry.Kind kind, Duration forPrimary, int most) {
        return new Retries(kind, options.onRetry(), options.lockWait(), forPrimary, options.transactionTimeout(), most);
    }

    /** The same for a call that runs the work of the program again, which waits as long for a primary server as for any. */
    public Retries retries(Retry.Kind kind, int most) {
        return retries(kind, options.transactionTimeout(), most);
    }

    /** The state of the database as it is now. */
    public Snapshot snapshot() {
        return new Snapshot(this);
    }

    /**
     * Runs a read in one snapshot. If there is no snapshot, or its connection is lost, the read is repeated in another one, until {@code transactionTimeout} has passed.
     */
    public <T> T read(Function<Snapshot, T> asked) {
        return read(null, asked);
    }

    /**
     * The same. Tries it without a transaction if such a read is likely to be done after one round trip.
     *
     * @param singleTrip remembers it for reads of one kind; null for a read that is always in a transaction
     */
    public <T> T read(@Nullable SingleTripReads singleTrip, Function<Snapshot, T> asked) {
        Retries retries = retries(Retry.Kind.READ);
        @Nullable SingleTripReads tried = singleTrip != null && singleTrip.isLikely() ? singleTrip : null;
        while (true) {
            try (Snapshot snapshot = tried != null
                    ? singleTrip(tried)
                    : singleTrip == null || singleTrip.isLarge() ? snapshot() : Snapshot.ofOneSession(this)) {
                T answer = asked.apply(snapshot);
                if (singleTrip != null) {
                    singleTrip.observe(snapshot.session().trips() <= 1);
                }
                return answer;
            } catch (SingleTripReads.SecondTrip e) {
                requireNonNull(tried).observe(false);
                tried = null;
            } catch (EspalierException e) {
                if (!Retries.isCurable(e)) {
                    throw retries.ended(e);
                }
                retries.pause(e);
            }
        }
    }

    private Snapshot singleTrip(SingleTripReads singleTrip) {
        Session session = session();
        if (!session.canReadInOneTrip()) {
            session.close();
            return singleTrip.isLarge() ? snapshot() : Snapshot.ofOneSession(this);
        }
        return FirstFailure.orUndo(
                () -> {
                    session.beginSingleTrip();
                    return Snapshot.ofSingleTrip(session);
                },
                session::close);
    }

    /** A number that changes with every commit, if the engine's snapshots are compared by it. */
    synchronized long changes() {
        if (!isOwn || !(engine.snapshots() instanceof SnapshotSharing.Counted counted)) {
            return 0;
        }
        if (isClosed) {
            throw closed(null);
        }
        if (observer == null) {
            observer = bulkSession();
        }
        return observer.queryLong(Statement.of(counted.counterQuery()));
    }

    /**
     * A connection for the library's own writing, whose statements may take any time; if the engine has one writer at a time, waits for its
     * turn.
     *
     * @throws dev.espalier.error.DatabaseException {@code lock-timeout} if the turn did not come in time
     */
    public Session writer() {
        Turn turn = turnToWrite();
        return writer(turn::close);
    }

    private Session writer(Runnable end) {
        inUse.incrementAndGet();
        return FirstFailure.orUndo(() -> counted(null, end), end);
    }

    /** A connection for an opening: for writing, if this program can write the database. */
    public Session opener() {
        return readOnlyReason == null ? writer() : session();
    }

    /** The same as {@link #writer}, outside the pool if all of its connections are in use, or if a connection costs next to nothing. */
    public Session spareWriter() {
        return isOwn && (inUse.get() >= options.poolSize() || !engine.isServer()) ? secondWriter() : writer();
    }

    /**
     * A session that sees the latest state, beside one that shows a snapshot: by a connection that the driver gives for it, if it does, because all of
     * the pool's may be held by threads that wait.
     */
    public Session latest(Session ofSnapshot) {
        try {
            Connection beside = ofSnapshot.beside();
            return beside == null
                    ? spareWriter()
                    : new Session(Leased.plain(beside), address, errors, null, lost -> {}, () -> {});
        } catch (SQLException e) {
            throw errors.translate(e, "opening a connection");
        }
    }

    /**
     * A connection for writing beside one that the thread holds already: outside the pool if it can be, so that threads which hold all
     * of its connections do not wait for each other. It writes nothing of objects: ids that are taken, the row of this program.
     */
    public Session secondWriter() {
        Turn turn = turnToWrite();
        if (!isOwn) {
            return writer(turn::closeUnseen);
        }
        Session session = FirstFailure.orUndo(
                () -> new Session(
                        Leased.plain(connectBesidePool()), address, errors, null, lost -> {}, turn::closeUnseen),
                turn::closeUnseen);
        return prepared(session, () -> PooledConnections.prepareOwn(session.connection(), engine, options));
    }

    private interface Preparation {
        void run() throws SQLException;
    }

    /** The session, which is closed if it cannot be prepared. */
    private Session prepared(Session session, Preparation preparation) {
        return FirstFailure.orUndo(
                () -> {
                    try {
                        preparation.run();
                    } catch (SQLException e) {
                        throw errors.translate(e, "opening a connection");
                    }
                    return session;
                },
                session::close);
    }

    /** Whether a thread that holds a connection may wait for a {@link #secondWriter} until others give theirs back. */
    public boolean mayLackSecondWriter() {
        return !isOwn && readOnlyReason == null;
    }

    /**
     * A connection of its own, outside the pool if it can be, with what driver and engine offer for many rows; one of a user's pool is asked for its
     * settings once more, since another user of the pool may have changed them, and gets them back. Its statements may take any time, and end if the
     * thread is interrupted. A writer holds the {@link #turnToWrite() turn} meanwhile.
     */
    public Session bulkSession() {
        Session session = !isOwn
                ? session()
                : new Session(Leased.plain(connectBesidePool()), address, errors, interrupts, lost -> {}, () -> {});
        return prepared(session, () -> {
            if (isOwn) {
                engine.sessions().prepareBulk().forEach(session::execute);
            } else {
                session.lendForBulk();
            }
        });
    }

    /**
     * A {@link #bulkSession} that changes tables and indexes: its statements wait for locks as long as {@code lockWait} says. While one waits for the lock of
     * a table, all others wait behind it.
     */
    public Session definer() {
        Session session = bulkSession();
        return prepared(session, () -> {
            session.limitWaits();
            if (isOwn) {
                PooledConnections.prepareOwn(session.connection(), engine, options);
            }
        });
    }

    /** The sizes that the server takes. It is asked once, when they are first needed; if it cannot be asked, it answers when something is too large. */
    public SizeLimit sizeLimit() {
        SizeLimit known = sizeLimit;
        if (known != null) {
            return known;
        }
        try (Connection connection = connectBesidePool()) {
            sizeLimit = engine.askSizeLimit(connection);
            return sizeLimit;
        } catch (SQLException | EspalierException e) {
            LOG.debug("the server's limits are not known: {}", e.getMessage());
            return SizeLimit.UNKNOWN;
        }
    }

    private Connection connectBesidePool() {
        try {
            return address.connect(options);
        } catch (SQLException e) {
            throw errors.translate(e, "opening a connection");
        }
    }

    /** The right to write, held by one thread. */
    @FunctionalInterface
    public interface Turn extends AutoCloseable {
        @Override
        void close();

        /** The same for a turn in which nothing of objects was committed: a snapshot that is older shows the latest state all the same. */
        default void closeUnseen() {
            close();
        }
    }

    /** @throws dev.espalier.error.DatabaseException {@code read-only} if this program can only read the database */
    public void requireWritable() {
        if (readOnlyReason != null) {
            throw errors.readOnly("writing");
        }
    }

    /**
     * Waits for the turn to write if the engine has one writer at a time; elsewhere it is always everybody's turn.
     *
     * @throws dev.espalier.error.DatabaseException {@code lock-timeout} if the turn did not come in time, {@code read-only} if this program can only read
     *     the database
     */
    public Turn turnToWrite() {
        requireWritable();
        return turns.take();
    }

    /**
     * The number of turns that may have committed something of objects and have ended, if the engine has one writer at a time. A turn ends after its COMMIT: if
     * who has the turn finds the number that was there before a snapshot was taken, the snapshot shows the latest state.
     */
    public long turnsEnded() {
        return turns.ended();
    }

    /**
     * Waits for the turn to change tables and indexes if this process is the only one that can, and transactions do not keep others off.
     *
     * @param wait how long it is waited for
     * @return null if the turn did not come in time
     */
    public @Nullable Turn turnToDefine(Duration wait) {
        return turns.define(wait);
    }

    /** Translates a driver's error. */
    public EspalierException translate(SQLException error, String doing) {
        return errors.translate(error, doing);
    }

    /** The turn to write did not come in time. */
    public EspalierException turnNotHad() {
        return turns.notHad();
    }

    /** The thread was interrupted while it waited. */
    public static EspalierException interrupted() {
        return Watchdog.interrupted(null);
    }

    /** Has this done, once or several times, when the source is closed, while there still are connections. */
    public void beforeClose(Runnable action) {
        closedFirst.add(action);
    }

    /** Closes the pool, also in a thread that was interrupted; a {@code DataSource} of the user's stays open. */
    @Override
    public void close() {
        Workers.evenIfInterrupted(this::closeAll);
    }

    private void closeAll() {
        FirstFailure failure = new FirstFailure();
        closedFirst.forEach(failure::of);
        failure.of(this::closePool);
        failure.rethrow();
    }

    private synchronized void closePool() {
        isClosed = true;
        errors.closed();
        FirstFailure.ofAll(this::closeObserver, watchdog::close, interrupts::close, connections::close);
    }

    private synchronized void closeObserver() {
        if (observer != null) {
            observer.close();
            observer = null;
        }
    }
}
