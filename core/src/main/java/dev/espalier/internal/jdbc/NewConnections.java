package dev.espalier.internal.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The connections of a pool: first the one that has seen who answers, then new ones. Safe for any number of threads. */
final class NewConnections implements DataSource, AutoCloseable {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(NewConnections.class);

    private final String url;
    private final Properties properties;
    /** Null once the pool has it. */
    private final AtomicReference<@Nullable Connection> first;

    /** @param first is closed by the pool, or with this */
    NewConnections(String url, Properties properties, Connection first) {
        this.url = url;
        this.properties = properties;
        this.first = new AtomicReference<>(first);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection open = first.getAndSet(null);
        return open != null ? open : DriverManager.getConnection(url, properties);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the account is part of the properties");
    }

    @Override
    public void close() {
        Connection open = first.getAndSet(null);
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.debug("closing a connection: {}", e.toString());
            }
        }
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return DriverManager.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter writer) {
        DriverManager.setLogWriter(writer);
    }

    @Override
    public void setLoginTimeout(int seconds) {
        DriverManager.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() {
        return DriverManager.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("it logs by SLF4J");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps no " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
