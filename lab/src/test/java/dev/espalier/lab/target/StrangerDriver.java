package dev.espalier.lab.target;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;

/**
 * A driver that the lab does not know, for URLs of CUBRID: writes every statement to a file and lets SQLite do it, in SQLite's words. It is
 * packed into a jar and knows nothing but the JDK.
 */
@NullUnmarked // what it asks for is there
public final class StrangerDriver implements Driver {

    private static final Pattern URL = Pattern.compile("jdbc:cubrid:127\\.0\\.0\\.1:33000:lab:::\\?folder=(.*)");

    /** A driver has one. */
    public StrangerDriver() {
        // nothing to set up
    }

    @Override
    public boolean acceptsURL(String url) {
        return URL.matcher(url).matches();
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            return null;
        }
        Path folder = Path.of(matcher.group(1));
        Properties options = new Properties();
        options.setProperty("busy_timeout", "60000");
        options.setProperty("transaction_mode", "IMMEDIATE");
        options.setProperty("journal_mode", "WAL");
        options.setProperty("synchronous", "OFF");
        try {
            Driver sqlite = (Driver) Class.forName("org.sqlite.JDBC", true, ClassLoader.getSystemClassLoader())
                    .getConstructor()
                    .newInstance();
            return watched(
                    Connection.class,
                    sqlite.connect("jdbc:sqlite:" + folder.resolve("cubrid.db"), options),
                    folder.resolve("log"));
        } catch (ReflectiveOperationException e) {
            throw new SQLException(e);
        }
    }

    private static <T> T watched(Class<T> face, Object inner, Path log) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Object[] passed = arguments == null ? new Object[0] : arguments.clone();
            String name = method.getName();
            if (passed.length > 0
                    && passed[0] instanceof String sql
                    && (name.startsWith("execute") || name.equals("prepareStatement"))) {
                write(log, sql);
                passed[0] = inSqlite(sql);
            } else if (name.equals("commit") || name.equals("rollback") || name.equals("setAutoCommit")) {
                write(log, name + (passed.length == 0 ? "" : " " + passed[0]));
            }
            try {
                if (name.equals("setTimestamp")) {
                    ((PreparedStatement) inner)
                            .setString((Integer) passed[0], passed[1].toString().replaceAll("\\.0$", ""));
                    return null;
                }
                Object result = method.invoke(inner, passed);
                return result instanceof PreparedStatement
                        ? watched(PreparedStatement.class, result, log)
                        : result instanceof Statement && face == Connection.class
                                ? watched(Statement.class, result, log)
                                : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return face.cast(Proxy.newProxyInstance(StrangerDriver.class.getClassLoader(), new Class<?>[] {face}, handler));
    }

    private static synchronized void write(Path log, String line) {
        try {
            Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String inSqlite(String sql) {
        return sql.replace("AUTO_INCREMENT PRIMARY KEY", "PRIMARY KEY AUTOINCREMENT")
                .replace("TIMESTAMP '", "'")
                .replaceFirst("ALTER TABLE .* AUTO_INCREMENT = .*", "SELECT 1")
                .replaceFirst("UPDATE STATISTICS ON", "ANALYZE")
                .replace("VERSION()", "'11.4'");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
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
}
