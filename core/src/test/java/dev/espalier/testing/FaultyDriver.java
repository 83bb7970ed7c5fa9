package dev.espalier.testing;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Logger;

/** Stands before the real drivers: under a URL of its own it makes their connections, with faults. For connections that a library's own pool makes. */
public final class FaultyDriver implements Driver, AutoCloseable {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final UnaryOperator<Connection> wrapping;
    private final String realUrl;
    private final String mark;

    /** Is there until it is closed. */
    public FaultyDriver(TestDatabase database, Faults faults) throws SQLException {
        this(database.url(), faults);
    }

    public FaultyDriver(String realUrl, Faults faults) throws SQLException {
        this(realUrl, faults::connection);
    }

    /** @param wrapping gets each new connection, and returns the one that the pool has */
    public FaultyDriver(String realUrl, UnaryOperator<Connection> wrapping) throws SQLException {
        this.wrapping = wrapping;
        this.realUrl = realUrl;
        this.mark = (realUrl.contains("?") ? "&" : "?") + "faults=" + NUMBER.incrementAndGet();
        List<Driver> others = Collections.list(DriverManager.getDrivers());
        DriverManager.registerDriver(this);
        for (Driver other : others) { // the first that takes a URL has it
            DriverManager.deregisterDriver(other);
            DriverManager.registerDriver(other);
        }
    }

    public String url() {
        return realUrl + mark;
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.endsWith(mark);
    }

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        return acceptsURL(url) ? wrapping.apply(DriverManager.getConnection(realUrl, properties)) : null;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public void close() throws SQLException {
        DriverManager.deregisterDriver(this);
    }
}
