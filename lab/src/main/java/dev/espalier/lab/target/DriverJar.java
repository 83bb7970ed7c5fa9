package dev.espalier.lab.target;

import dev.espalier.lab.spec.SpecException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A JDBC driver that the user provides, because the lab does not include it. */
public final class DriverJar {

    private DriverJar() {}

    /**
     * Makes the drivers of a jar known to {@link DriverManager}, for as long as the process runs.
     *
     * @param jar the file, with all that the driver needs
     */
    public static void register(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw new SpecException("--driver-jar: found no file '" + jar + "', expected the jar of a JDBC driver");
        }
        try {
            // stays open: its classes are loaded as they are needed
            URLClassLoader loader =
                    new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
            List<Driver> drivers = ServiceLoader.load(Driver.class, loader).stream()
                    .filter(found -> found.type().getClassLoader() == loader)
                    .map(ServiceLoader.Provider::get)
                    .toList();
            if (drivers.isEmpty()) {
                throw new SpecException("--driver-jar: found no driver in '" + jar
                        + "', expected a jar with META-INF/services/java.sql.Driver");
            }
            for (Driver driver : drivers) {
                DriverManager.registerDriver(new Brought(driver));
            }
        } catch (MalformedURLException | SQLException | ServiceConfigurationError e) {
            throw new SpecException("--driver-jar: cannot load '" + jar + "': " + e.getMessage());
        }
    }

    /** Returns whether a driver came so. */
    static boolean brought(Driver driver) {
        return driver instanceof Brought;
    }

    /** DriverManager gives nobody a driver that his own class loader does not know; this one it does. */
    private record Brought(Driver driver) implements Driver {

        @Override
        public @Nullable Connection connect(String url, Properties info) throws SQLException {
            return driver.acceptsURL(url) ? driver.connect(url, info) : null;
        }

        @Override
        public boolean acceptsURL(String url) throws SQLException {
            return driver.acceptsURL(url);
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
            return driver.getPropertyInfo(url, info);
        }

        @Override
        public int getMajorVersion() {
            return driver.getMajorVersion();
        }

        @Override
        public int getMinorVersion() {
            return driver.getMinorVersion();
        }

        @Override
        public boolean jdbcCompliant() {
            return driver.jdbcCompliant();
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            return driver.getParentLogger();
        }
    }
}
