package dev.espalier.internal.engine.sqlite;

import static dev.espalier.error.ErrorCode.IN_MEMORY;

import dev.espalier.error.ConnectionException;
import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.DriverSettings;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.ReadOnlyAccess;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** org.xerial's driver for SQLite. */
public final class SqliteDriver implements Driver {

    private static final Engine ENGINE = new SqliteEngine();

    /** https://www.sqlite.org/rescode.html#locked */
    private static final int LOCKED = 6;

    @Override
    public String urlPrefix() {
        return "jdbc:sqlite:";
    }

    @Override
    public String driverName() {
        return "SQLite";
    }

    @Override
    public String artifact() {
        return "org.xerial:sqlite-jdbc";
    }

    @Override
    public Engine engine() {
        return ENGINE;
    }

    @Override
    public Optional<Engine> engineOf(Connection connection, String product) {
        return product.contains("sqlite") ? Optional.of(ENGINE) : Optional.empty();
    }

    @Override
    public Class<?> connectionType() {
        return org.sqlite.SQLiteConnection.class;
    }

    /** A checkpoint is refused to a connection that has read or written: https://www.sqlite.org/c3ref/wal_checkpoint_v2.html. */
    @Override
    public boolean isInTransaction(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
            return false;
        } catch (SQLException e) {
            if ((e.getErrorCode() & 0xff) == LOCKED) {
                return true;
            }
            throw e;
        }
    }

    @Override
    public void configure(DriverSettings settings, Duration connectTimeout, Duration lockWait) {
        if (isNew(settings.url())) { // it changes the file, which may be another program's: see SqliteSessions.adopt
            settings.set("journal_mode", "WAL");
        }
        settings.set("synchronous", "FULL")
                .set("busy_timeout", Long.toString(lockWait.toMillis()))
                .set("cache_size", "-65536")
                // Pages are read where the system has them, without a call and a copy each: 1,000 structures took
                // 0.82 and 0.91 of the processor time in two paired runs.
                .set("mmap_size", "2147418112")
                .set("temp_store", "MEMORY")
                // else the driver asks after each INSERT for the key that was made
                .set("jdbc.get_generated_keys", "false");
    }

    private boolean isNew(String url) {
        try {
            return Files.notExists(file(url));
        } catch (InvalidPathException e) {
            return false; // the engine says why it cannot open it
        }
    }

    /** In memory, each connection of a pool would have a database of its own. */
    @Override
    public void checkUrl(String url) {
        if (url.equals("jdbc:sqlite:")
                || url.matches("jdbc:sqlite:(?:file:)?:memory:.*")
                || url.contains("mode=memory")) {
            throw new ConnectionException(
                    IN_MEMORY,
                    "found a SQLite database in memory, which lives in one connection only;"
                            + " name a file, for example jdbc:sqlite:objects.db");
        }
    }

    @Override
    public @Nullable ReadOnlyAccess readOnly(String url) {
        return SqliteFile.readOnly(url, file(url));
    }

    @Override
    public Path file(String url) {
        return Path.of(
                url.substring(urlPrefix().length()).replaceFirst("\\?.*", "").replaceFirst("^file:", ""));
    }

    @Override
    public boolean hasCursors(Connection connection, boolean beginsByItself) {
        return true;
    }
}
