package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.CLOSED;
import static dev.espalier.error.ErrorCode.DATABASE_ERROR;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.POOL_EXHAUSTED;
import static dev.espalier.error.ErrorCode.READ_ONLY;
import static dev.espalier.error.ErrorCode.UNREACHABLE;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.LimitException;
import dev.espalier.error.SchemaException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.engine.Engine;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns a driver's error into one of ours: what, where, what to do. Safe for any number of threads. */
public final class DriverErrors {

    /** Causes may go round in circles. */
    private static final int DEEPEST_CAUSE = 20;

    /** Both sides have to allow it. */
    public static final String LOCAL_INFILE_ADVICE =
            "Set local_infile=ON on the server; if the connections come from a DataSource, set the driver's option there too:"
                    + " allowLoadLocalInfile=true for MySQL's, allowLocalInfile=true for MariaDB's.";

    /** As MySQL and its relatives write it: {@code 'bob'@'10.0.0.7'}. */
    private static final Pattern ACCOUNT = Pattern.compile("(?:user )?'[^']*'@'[^']*'");

    private final Engine engine;
    private final Place place;
    /** The folder of the file as drivers write it, each text with its separator; none if there is no file. */
    private final List<String> folders;
    /** Null if the program can write the database. */
    private volatile @Nullable String readOnlyReason;

    private volatile boolean isClosed;
    private volatile boolean readsBlockCommits;

    /** @param address of the database; passwords in it are never shown */
    DriverErrors(Address address) {
        this.engine = address.engine();
        this.place = address.place();
        this.folders = address.folders();
        this.readOnlyReason = address.readOnlyReason();
    }

    /** Returns the code of the first known error among this one, its causes and its chained exceptions; {@code DATABASE_ERROR} if none is known. */
    public static ErrorCode code(Engine engine, SQLException error) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> open = new ArrayDeque<>(List.of(error));
        while (!open.isEmpty()) {
            Throwable next = open.poll();
            if (seen.add(next)) {
                if (next instanceof SQLException sql) {
                    ErrorCode code = engine.failures().of(sql);
                    if (code != DATABASE_ERROR) {
                        return code;
                    }
                    if (sql.getNextException() != null) {
                        open.add(sql.getNextException());
                    }
                }
                if (next.getCause() != null) {
                    open.add(next.getCause());
                }
            }
        }
        return DATABASE_ERROR;
    }

    /** @param doing the statement, or what else was done */
    public EspalierException translate(SQLException error, String doing) {
        return as(code(engine, error), error, doing);
    }

    /**
     * Turns an error at opening or taking a connection into one of the connection.
     *
     * @param doing what was done
     */
    EspalierException connecting(SQLException error, String doing) {
        if (ExhaustedPools.isExhausted(error)) {
            return place.at(exhausted(error, place.name()));
        }
        if (isInterrupt(error)) {
            Thread.currentThread().interrupt();
            return Watchdog.interrupted(error);
        }
        EspalierException translated = translate(error, doing);
        return translated instanceof ConnectionException
                ? translated
                : place.at(new ConnectionException(translated.errorCode(), translated.getMessage(), error));
    }

    /** Nothing can be written. The engine was not asked, whose answer would name a statement. */
    EspalierException readOnly(String doing) {
        return as(READ_ONLY, new SQLException("it can only be read"), doing);
    }

    /** All connections of a user's pool are in use. */
    static ConnectionException exhausted(SQLException error, String doing) {
        return new ConnectionException(
                POOL_EXHAUSTED,
                doing + ": found no free connection in the pool of the DataSource: " + said(error)
                        + "; close what holds its connections, or let it have more: each thread needs one, a stream one more, a bulk load several",
                error);
    }

    /** Somebody who is known did not give a lock back in time. */
    EspalierException lockTimeout(String found) {
        return place.at(new DatabaseException(LOCK_TIMEOUT, place + ": " + found, null));
    }

    /**
     * Turns an error whose meaning is known into one of ours.
     *
     * @param code one of those that {@link dev.espalier.internal.engine.Failures} may return
     */
    EspalierException as(ErrorCode code, SQLException error, String doing) {
        return place.at(described(code, error, doing));
    }

    /** After the program has closed the database, a connection that is lost was closed by it. */
    static ConnectionException closed(Place place, @Nullable Throwable cause) {
        return place.at(new ConnectionException(
                CLOSED, place + ": the program has closed this database; open it again", cause));
    }

    private EspalierException described(ErrorCode code, SQLException error, String doing) {
        if (isClosed && code == UNREACHABLE) {
            return closed(place, error);
        }
        String said = withoutFolders(said(error));
        return switch (code) {
            case CONFLICT -> database(code, error, "another transaction was in the way", "Retry.", doing);
            case LOCK_TIMEOUT -> database(code, error, lockHolder(), lockAdvice(), doing);
            case DUPLICATE ->
                new StoreException(code, place + ": a unique field already has this value: " + said, error);
            case NULL_REFUSED ->
                new StoreException(code, place + ": null where a field cannot be null: " + said, error);
            case ROW_TOO_LARGE ->
                new SchemaException(
                        code,
                        place + ": found more in one row than the engine allows: " + said
                                + ". Move fields of the class to a class of their own, to which it refers",
                        error);
            case TOO_LONG -> new StoreException(code, place + ": a value does not fit its column: " + said, error);
            case VALUE_TOO_LARGE ->
                new StoreException(
                        code,
                        place + ": a value, or a statement with its values, is larger than the server takes: " + said
                                + "; raise the server's limit, or keep the value elsewhere",
                        error);
            case DISK_FULL ->
                database(code, error, "no room is left on the device: " + said, "Make room and retry.", doing);
            case READ_ONLY ->
                database(
                        code,
                        error,
                        "it can only be read: " + (readOnlyReason == null ? said : readOnlyReason),
                        engine.isServer()
                                ? "Give the user SELECT, INSERT, UPDATE and DELETE on all tables of the database, and no setting that only reads."
                                : "Give write access to the file or the user.",
                        doing);
            case NOT_PRIMARY ->
                database(
                        code,
                        error,
                        "the server may only be read: " + said,
                        "Name all servers in the URL, or give write access.",
                        doing);
            case UNREACHABLE -> unsaid(code, error, "cannot be reached", reachAdvice(error));
            case STATEMENT_CANCELLED ->
                database(
                        code,
                        error,
                        "the statement was cancelled: " + said,
                        "Somebody has ended it, or a time limit of the server has.",
                        doing);
            case ACCESS_DENIED ->
                isRightMissing(error)
                        ? connection(
                                code,
                                error,
                                "the user lacks a right: " + said,
                                "Grant it, or open the database as another user (while: " + shortened(doing) + ")")
                        : unsaid(code, error, "access denied", "Check user and password, and the user's rights.");
            case NO_SUCH_DATABASE -> unsaid(code, error, "there is no such database", "Create the database first.");
            case NO_SUCH_TABLE ->
                database(code, error, said, "Was the table dropped while the database was open?", doing);
            case LOCAL_INFILE_REFUSED -> database(code, error, said, LOCAL_INFILE_ADVICE, doing);
            case SERVER_SETTING ->
                connection(
                        code,
                        error,
                        "found that statements of a transaction reach different sessions of the server: " + said,
                        "A pooler stands in front of the server; set it to session mode, or add prepareThreshold=0 to the URL"
                                + " if it pools transactions.");
            case NOT_A_DATABASE ->
                unsaid(code, error, "found no database in the file", "Is it another kind of file, or damaged?");
            case STATEMENT_TOO_LARGE ->
                new LimitException(
                        code,
                        place + ": one statement for all of the query is too large: " + said
                                + ". Ask it with SearchStrategy.AUTO or STEPS (while: "
                                + shortened(doing) + ")",
                        error);
            default -> database(DATABASE_ERROR, error, said, "", doing);
        };
    }

    private String reachAdvice(SQLException lost) {
        String ofEngine = engine.failures().advice(lost);
        if (ofEngine != null) {
            return ofEngine;
        }
        return engine.isServer()
                ? "Check that the server runs and takes more connections, and that host, port and path are right."
                : "Check that its folder exists, and that the program may read and write the file and its folder.";
    }

    /** From now on this is why nothing can be written. */
    void onlyRead(String reason) {
        readOnlyReason = reason;
    }

    /** Whether an open read keeps every other connection from committing. */
    void readsBlockCommits(boolean block) {
        readsBlockCommits = block;
    }

    /** From now on a connection that is lost was closed by the program. */
    void closed() {
        isClosed = true;
    }

    /** One that has only read holds the lock of a table on most servers. */
    private String lockHolder() {
        return engine.dialect().limits().parallelWriters()
                ? "another transaction holds the lock"
                : readsBlockCommits ? "another connection holds the lock" : "another writer holds the lock";
    }

    private String lockAdvice() {
        return readsBlockCommits || engine.dialect().limits().parallelWriters()
                ? turnAdvice()
                : "One process writes to a file at a time: close the other one, or retry when it is done.";
    }

    /** The advice to a thread that waits for another one of this program. */
    String turnAdvice() {
        return readsBlockCommits
                ? "Without a write-ahead log, an open read keeps other connections from committing, and so does a write: close streams and snapshots, or let the DataSource"
                        + " set journal_mode=WAL."
                : "Retry; if it persists, look for a transaction that stays open, or raise lockWait.";
    }

    private DatabaseException database(ErrorCode code, SQLException error, String what, String advice, String doing) {
        return new DatabaseException(
                code,
                place + ": " + what + (advice.isEmpty() ? "" : ". " + advice) + " (while: " + shortened(doing) + ")",
                error);
    }

    private static String shortened(String doing) {
        return doing.length() > 300 ? doing.substring(0, 300) + "..." : doing;
    }

    /** Whether the user was let in. A refused login has a state that begins with 28. */
    private boolean isRightMissing(SQLException error) {
        return engine.isServer() && String.valueOf(error.getSQLState()).startsWith("42");
    }

    private ConnectionException connection(ErrorCode code, SQLException error, String what, String advice) {
        return new ConnectionException(code, place + ": " + what + ". " + advice, error);
    }

    /** The driver's words would contain the host, the port, the user or the folder. */
    private ConnectionException unsaid(ErrorCode code, SQLException error, String what, String advice) {
        return connection(code, error, what, advice + " The cause has the driver's words.");
    }

    private String withoutFolders(String said) {
        String text = said;
        for (String folder : folders) {
            text = text.replace(folder, "");
        }
        return text;
    }

    /** The driver's words on one line; the innermost cause says more than "Communications link failure". */
    static String said(SQLException error) {
        Throwable root = error;
        for (int deep = 0; root.getCause() != null && deep < DEEPEST_CAUSE; deep++) {
            root = root.getCause();
        }
        String message = firstLine(error);
        return root == error || message.contains(firstLine(root)) ? message : message + " (" + firstLine(root) + ")";
    }

    private static String firstLine(Throwable error) {
        String message = String.valueOf(error.getMessage()).strip();
        int end = message.indexOf('\n');
        String line = Place.masked(end < 0 ? message : message.substring(0, end).strip());
        return ACCOUNT.matcher(line).replaceAll("the user");
    }

    /** H2 wraps it. */
    private static boolean isInterrupt(SQLException error) {
        Throwable cause = error.getCause();
        while (cause != null && !(cause instanceof InterruptedException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }
}
