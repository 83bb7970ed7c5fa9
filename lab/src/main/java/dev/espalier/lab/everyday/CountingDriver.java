package dev.espalier.lab.everyday;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC driver before all others, which counts the SQL statements that are handed to them: several in one text count as several, each row of a batch as one,
 * COMMIT and ROLLBACK as one each. It is registered only while statements are counted.
 */
public final class CountingDriver implements Driver, AutoCloseable {

    private final List<Driver> others;
    private final AtomicLong count = new AtomicLong();

    /** Registers the driver. {@link DriverManager} asks its drivers in the order of their registration. */
    public CountingDriver() throws SQLException {
        others = Collections.list(DriverManager.getDrivers());
        for (Driver driver : others) {
            DriverManager.deregisterDriver(driver);
        }
        DriverManager.registerDriver(this);
        for (Driver driver : others) {
            DriverManager.registerDriver(driver);
        }
    }

    /** @return the statements until now */
    public long count() {
        return count.get();
    }

    @Override
    public @Nullable Connection connect(String url, Properties properties) throws SQLException {
        for (Driver driver : others) {
            Connection connection = driver.acceptsURL(url) ? driver.connect(url, properties) : null;
            if (connection != null) {
                return counted(connection);
            }
        }
        return null;
    }

    private Connection counted(Connection connection) {
        return proxy(Connection.class, connection, (method, arguments, result) -> {
            if (method.getName().equals("commit") || method.getName().equals("rollback") && arguments == null) {
                count.incrementAndGet();
            }
            if (result instanceof Statement statement) {
                long statements = arguments != null && arguments.length > 0 && arguments[0] instanceof String sql
                        ? statements(sql)
                        : 0;
                return counted(statement, method.getReturnType(), statements);
            }
            return result;
        });
    }

    private Object counted(Statement statement, Class<?> type, long prepared) {
        Class<?> face = type == CallableStatement.class || type == PreparedStatement.class ? type : Statement.class;
        return proxy(face, statement, (method, arguments, result) -> {
            String name = method.getName();
            if (name.equals("addBatch") || name.startsWith("execute") && !name.endsWith("Batch")) {
                count.addAndGet(
                        arguments != null && arguments.length > 0 && arguments[0] instanceof String sql
                                ? statements(sql)
                                : prepared);
            }
            return result;
        });
    }

    /** Returns how many statements a text has: semicolons within quotes are none, nor is one at the end. */
    static long statements(String sql) {
        long count = 1;
        char quote = 0;
        String text = sql.stripTrailing();
        for (int at = 0; at < text.length() - 1; at++) {
            char character = text.charAt(at);
            if (quote != 0) {
                quote = character == quote ? 0 : quote;
            } else if (character == '\'' || character == '"' || character == '`') {
                quote = character;
            } else if (character == ';') {
                count++;
            }
        }
        return count;
    }

    /** The action after a call. */
    private interface After {
        Object called(Method method, Object[] arguments, Object result);
    }

    private static <T> T proxy(Class<T> type, Object target, After after) {
        return type.cast(Proxy.newProxyInstance(
                CountingDriver.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return after.called(method, arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        for (Driver driver : others) {
            if (driver.acceptsURL(url)) {
                return true;
            }
        }
        return false;
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
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void close() throws SQLException {
        DriverManager.deregisterDriver(this);
    }
}
