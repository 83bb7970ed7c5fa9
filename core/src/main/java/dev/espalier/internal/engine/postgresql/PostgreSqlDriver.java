package dev.espalier.internal.engine.postgresql;

import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.DriverSettings;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.ReadOnlyAccess;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.jdbc.AutoSave;
import org.postgresql.jdbc.PreferQueryMode;

/** PostgreSQL's driver. */
public final class PostgreSqlDriver implements Driver {

    private static final Engine ENGINE = new PostgreSqlEngine();

    private static final Pattern READ_ONLY_OPTION = Pattern.compile("(?i)[?&]readOnly=true");

    /** A URL that names a database only: https://jdbc.postgresql.org/documentation/use/#connecting-to-the-database. */
    private static final Pattern LOCAL = Pattern.compile("jdbc:postgresql:([^/?]+)(?:\\?.*)?");

    private static final Pattern NO_NAME = Pattern.compile("jdbc:postgresql:(?!//)[^?]*/");

    @Override
    public String urlPrefix() {
        return "jdbc:postgresql:";
    }

    @Override
    public String driverName() {
        return "PostgreSQL";
    }

    @Override
    public String artifact() {
        return "org.postgresql:postgresql";
    }

    @Override
    public Engine engine() {
        return ENGINE;
    }

    @Override
    public Optional<Engine> engineOf(Connection connection, String product) {
        return product.contains("postgresql") ? Optional.of(ENGINE) : Optional.empty();
    }

    @Override
    public String databaseName(String url) {
        Matcher local = LOCAL.matcher(url);
        return local.matches() ? local.group(1) : Driver.super.databaseName(url);
    }

    /** The driver takes {@code jdbc:postgresql:main://host/shop} for the name of a local database. */
    @Override
    public boolean canRead(String url, java.sql.Driver accepting) {
        return !NO_NAME.matcher(url).lookingAt();
    }

    @Override
    public @Nullable ReadOnlyAccess readOnly(String url) {
        return READ_ONLY_OPTION.matcher(url).find() ? new ReadOnlyAccess(url, ReadOnlyAccess.BY_URL) : null;
    }

    @Override
    public void configure(DriverSettings settings, Duration connectTimeout, Duration lockWait) {
        settings.set("connectTimeout", Long.toString(Math.max(1, connectTimeout.toSeconds())))
                .set("ApplicationName", "espalier");
    }

    @Override
    public Class<?> connectionType() {
        return org.postgresql.PGConnection.class;
    }

    @Override
    public boolean isInTransaction(Connection connection) throws SQLException {
        return connection.isWrapperFor(BaseConnection.class)
                && connection.unwrap(BaseConnection.class).getTransactionState() != TransactionState.IDLE;
    }

    @Override
    public long sessionId(Connection connection) throws SQLException {
        return connection.unwrap(org.postgresql.PGConnection.class).getBackendPID();
    }

    /** With {@code autosave} it releases or goes back to a savepoint behind a text: https://jdbc.postgresql.org/documentation/use/#connection-parameters. */
    @Override
    public boolean endsTransactionsInTexts(Connection connection) throws SQLException {
        return connection.unwrap(org.postgresql.PGConnection.class).getAutosave() == AutoSave.NEVER;
    }

    /** In simple mode the server sends all rows, whatever the fetch size. */
    @Override
    public boolean hasCursors(Connection connection, boolean beginsByItself) throws SQLException {
        return beginsByItself
                && connection.unwrap(org.postgresql.PGConnection.class).getPreferQueryMode() != PreferQueryMode.SIMPLE;
    }
}
