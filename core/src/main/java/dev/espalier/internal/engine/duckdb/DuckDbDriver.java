package dev.espalier.internal.engine.duckdb;

import static dev.espalier.error.ErrorCode.FOREIGN_TRANSACTION;
import static dev.espalier.error.ErrorCode.IN_MEMORY;

import dev.espalier.error.ConnectionException;
import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.ReadOnlyAccess;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Pattern;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB's driver. It is given no settings: all connections of a process to one file must have the same
 * (https://duckdb.org/docs/stable/connect/concurrency), those of the program's own too.
 */
public final class DuckDbDriver implements Driver {

    private static final Engine ENGINE = new DuckDbEngine();

    /** https://duckdb.org/docs/stable/clients/java: the second is the driver's own. */
    private static final Pattern READ_ONLY_OPTION =
            Pattern.compile("(?i)[;?&](access_mode=READ_ONLY|duckdb\\.read_only=true)");

    @Override
    public String urlPrefix() {
        return "jdbc:duckdb:";
    }

    @Override
    public String driverName() {
        return "DuckDB";
    }

    @Override
    public String artifact() {
        return "org.duckdb:duckdb_jdbc";
    }

    @Override
    public Engine engine() {
        return ENGINE;
    }

    @Override
    public Optional<Engine> engineOf(Connection connection, String product) {
        return product.equals("duckdb") ? Optional.of(ENGINE) : Optional.empty();
    }

    @Override
    public Class<?> connectionType() {
        return DuckDBConnection.class;
    }

    @Override
    public @Nullable Connection beside(Connection connection) throws SQLException {
        return connection.isWrapperFor(DuckDBConnection.class)
                ? connection.unwrap(DuckDBConnection.class).duplicate()
                : null;
    }

    /**
     * A transaction has the number of its beginning: one that is open has a smaller number than another that begins now. If none is open, asking begins one,
     * which has done nothing.
     */
    @Override
    public boolean isInTransaction(Connection connection) throws SQLException {
        Connection another = beside(connection);
        if (another == null) {
            throw new ConnectionException(
                    FOREIGN_TRANSACTION,
                    "found a connection with auto-commit off that hides DuckDB's own, so that it cannot be asked for an open transaction; expected one with"
                            + " auto-commit on. Let the pool turn auto-commit on");
        }
        try (another) {
            long now = transaction(another);
            return transaction(connection) < now;
        }
    }

    private static long transaction(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT txid_current()")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** In memory, each connection of a pool would have a database of its own. */
    @Override
    public void checkUrl(String url) {
        if (url.matches("jdbc:duckdb:(?::?memory:.*)?\\s*(?:[;?].*)?")) {
            throw new ConnectionException(
                    IN_MEMORY,
                    "found a DuckDB database in memory, which lives in one connection only;"
                            + " name a file, for example jdbc:duckdb:objects.duckdb");
        }
    }

    @Override
    public @Nullable ReadOnlyAccess readOnly(String url) {
        return READ_ONLY_OPTION.matcher(url).find() ? new ReadOnlyAccess(url, ReadOnlyAccess.BY_URL) : null;
    }

    @Override
    public Path file(String url) {
        return Path.of(url.substring(urlPrefix().length()).replaceFirst("[;?].*", ""));
    }
}
