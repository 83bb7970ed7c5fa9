package dev.espalier.internal.engine;

import dev.espalier.error.ConnectionException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One JDBC driver: its URLs, its settings, and the engines it leads to. Immutable, safe for any number of threads. */
public interface Driver {

    /** Rows fetched at a time when a result is streamed. */
    int STREAMED_ROWS = 5_000;

    /** A URL with the name of a database behind its last slash. What has a sign of an account or a host is none. */
    Pattern DATABASE = Pattern.compile("[^?;]*//[^?;]*/([^/?;@:=,()]+)(?:[?;].*)?", Pattern.DOTALL);

    /** Returns what its URLs begin with, for example {@code jdbc:mysql:}. */
    String urlPrefix();

    /** Returns what the name begins with by which it calls itself in {@link java.sql.DatabaseMetaData#getDriverName}. */
    String driverName();

    /** Returns its Maven coordinates, for the error that says it is missing. */
    String artifact();

    /** Returns the engine that its URLs promise; the server itself may turn out to be a relative, see {@link #engineOf}. */
    Engine engine();

    /** Returns the engines that it may lead to. */
    default List<Engine> engines() {
        return List.of(engine());
    }

    /**
     * Returns the engine at the other end of a connection, which may have been made by another driver; empty for one that is not of this family.
     *
     * @param product the name that the connection's metadata give, in lower case
     */
    Optional<Engine> engineOf(Connection connection, String product) throws SQLException;

    /**
     * Gives the driver its settings.
     *
     * @param connectTimeout how long opening a connection may take
     * @param lockWait how long one statement waits for locks
     */
    default void configure(DriverSettings settings, Duration connectTimeout, Duration lockWait) {}

    /** Gives the driver further settings for connections that take in many rows. */
    default void configureBulk(DriverSettings settings) {}

    /** Returns the form of its URLs, for the error that a URL has another one: one that the driver accepts. */
    default String urlForm() {
        return urlPrefix() + "//host/database";
    }

    /**
     * Whether a URL can be read that the driver has accepted. Drivers do not distinguish a wrong one from a server that is down.
     *
     * @param accepting this driver, or another one with the same prefix, of which this is not known
     */
    default boolean canRead(String url, java.sql.Driver accepting) {
        return true;
    }

    /** Refuses a URL that names no database that can be kept. */
    default void checkUrl(String url) throws ConnectionException {}

    /** Returns the file that a URL names; null if it names none. */
    default @Nullable Path file(String url) {
        return null;
    }

    /** Returns the name of the database in a URL, or of its file: without host, port, user, folder and options; empty if the URL has none. */
    default String databaseName(String url) {
        Path file;
        try {
            file = file(url);
        } catch (InvalidPathException e) {
            return ""; // it is refused where it is opened
        }
        if (file == null) {
            Matcher named = DATABASE.matcher(url);
            return named.matches() ? named.group(1) : "";
        }
        String name = String.valueOf(file.getFileName());
        return name.isEmpty() || name.startsWith(":memory:") ? "in memory" : name;
    }

    /**
     * Returns how a database is opened that this program can only read; null if the program can write it, or if only the database itself knows.
     *
     * @throws ConnectionException if it cannot even be read
     */
    default @Nullable ReadOnlyAccess readOnly(String url) {
        return null;
    }

    /**
     * Prepares a statement on the server, if {@link Connection#prepareStatement} does not.
     *
     * @param connection a connection of this driver's
     * @param url which may forbid it
     * @return null if there is nothing else to do than that
     */
    default @Nullable PreparedStatement prepareOnServer(Connection connection, String url, String text)
            throws SQLException {
        return null;
    }

    /** Returns the fetch size that makes the driver hand out rows as they arrive. */
    default int streamFetchSize() {
        return STREAMED_ROWS;
    }

    /**
     * Whether a statement can hand out its rows some at a time while its transaction goes on: the driver holds no more of them than the fetch size says, other
     * statements run on the same connection, and the program may take any time between two rows.
     *
     * @param connection a connection of this driver's, or a pool's around it
     * @param beginsByItself whether transactions of the connection begin without a statement: auto-commit is off
     */
    default boolean hasCursors(Connection connection, boolean beginsByItself) throws SQLException {
        return false;
    }

    /** Returns the type of its connections, or one that they implement: what a pool is asked for to see the connection below its own. */
    default Class<?> connectionType() {
        return Connection.class;
    }

    /**
     * Returns another connection to the same database, which no pool counts; null if the driver makes none from a connection.
     *
     * @param connection a connection of this driver's, or a pool's around it
     */
    default @Nullable Connection beside(Connection connection) throws SQLException {
        return null;
    }

    /**
     * Whether a connection with auto-commit off has a transaction that has read or changed something; false if that is not known.
     *
     * @param connection a connection of this driver's, or a pool's around it
     */
    default boolean isInTransaction(Connection connection) throws SQLException {
        return false;
    }

    /**
     * Whether a text of several statements may end the transaction in which it is sent: the driver sets no savepoint of its own before the text, which it would want
     * to find behind it.
     *
     * @param connection a connection of this driver's
     */
    default boolean endsTransactionsInTexts(Connection connection) throws SQLException {
        return true;
    }

    /** Returns the number by which the server knows a connection; 0 if it is not known. Nobody is asked. */
    default long sessionId(Connection connection) throws SQLException {
        return 0;
    }
}
