package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.NO_DRIVER;
import static dev.espalier.error.ErrorCode.NO_SUCH_DATABASE;
import static dev.espalier.error.ErrorCode.TWO_ACCOUNTS;
import static dev.espalier.error.ErrorCode.UNKNOWN_URL;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.ConnectionException;
import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.DriverSettings;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.ReadOnlyAccess;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The place of a database, and the engine that answers there.
 *
 * @param driver the driver that makes its connections
 * @param engine the engine at the other end
 * @param readOnly how it is opened if this program can only read it; null if it can write it
 */
record Address(
        String url, Driver driver, Engine engine, @Nullable ReadOnlyAccess readOnly) {

    /** In a URL. */
    private static final Pattern USER = Pattern.compile("(?i)[?&;]user=|//[^/?]*@");
    /** In a URL. */
    private static final Pattern PASSWORD = Pattern.compile("(?i)[?&;]password=|//[^/?]*:[^/?]*@");

    private static final Pattern SCHEME = Pattern.compile("jdbc:\\w*:?");

    /**
     * Finds what a URL promises; the server itself may turn out to be a relative.
     *
     * @throws ConnectionException if the URL or its driver is not known, or it names an account that the settings name too
     */
    static Address of(String url, ConnectionOptions options) {
        Driver driver = Engines.ofUrl(url).orElse(null);
        if (driver != null) {
            driver.checkUrl(url);
        }
        refuseTwoAccounts(url, options);
        if (driver == null) {
            throw new ConnectionException(
                    UNKNOWN_URL, "unknown URL" + scheme(url) + "; known are " + Engines.knownUrls());
        }
        requirePath(url, driver);
        requireDriver(url, driver);
        return new Address(url, driver, driver.engine(), readOnly(url, driver));
    }

    /** Returns the read-only access that a URL asks for; null if it asks for none. Refuses a missing file: the engines report unclear errors for it. */
    private static @Nullable ReadOnlyAccess readOnly(String url, Driver driver) {
        ReadOnlyAccess readOnly = driver.readOnly(url);
        Path file = readOnly == null ? null : driver.file(url);
        if (file != null && Files.notExists(file)) {
            throw new ConnectionException(
                    NO_SUCH_DATABASE,
                    "there is no such file, and none is made, as "
                            + requireNonNull(readOnly).reason());
        }
        return readOnly;
    }

    private static void requirePath(String url, Driver driver) {
        try {
            driver.file(url);
        } catch (InvalidPathException e) {
            throw new ConnectionException(
                    UNKNOWN_URL,
                    "found a URL" + scheme(url) + " whose path no file can have (" + e.getReason()
                            + "); expected the path of a file",
                    e);
        }
    }

    /** Drivers differ in whose they take. */
    private static void refuseTwoAccounts(String url, ConnectionOptions options) {
        String twice = options.user() != null && USER.matcher(url).find()
                ? "a user"
                : options.password() != null && PASSWORD.matcher(url).find() ? "a password" : null;
        if (twice != null) {
            throw new ConnectionException(
                    TWO_ACCOUNTS, "found " + twice + " in the URL and one in the settings; expected one" + " of them");
        }
    }

    /** Whether a URL has the right form is the driver's to say; one that accepts none of its URLs is not there. */
    private static void requireDriver(String url, Driver driver) {
        java.sql.Driver accepting = accepting(url);
        if (accepting == null && accepting(driver.urlForm()) == null) {
            throw new ConnectionException(
                    NO_DRIVER,
                    "no JDBC driver for" + scheme(url) + " is on the class path; add the artifact "
                            + driver.artifact());
        }
        if (accepting == null || !driver.canRead(url, accepting)) {
            throw new ConnectionException(
                    UNKNOWN_URL,
                    "found a URL" + scheme(url) + " that its driver cannot read; expected one like " + driver.urlForm()
                            + ", with :port behind the host where the port is another one than usual");
        }
    }

    /** Returns the driver that accepts a URL; null if there is none. The message of the driver manager is dropped: it may quote the URL, which may have a password. */
    private static java.sql.@Nullable Driver accepting(String url) {
        try {
            return DriverManager.getDriver(url);
        } catch (SQLException none) {
            return null;
        }
    }

    /** Returns the URL by which connections are made. */
    String connectionUrl() {
        return readOnly == null ? url : readOnly.url();
    }

    /** Returns why this program can only read the database; null if it can write it. */
    @Nullable
    String readOnlyReason() {
        return readOnly == null ? null : readOnly.reason();
    }

    /** Returns the driver's properties for connections of the pool. */
    Properties properties(ConnectionOptions options) {
        return settings(options).properties();
    }

    private DriverSettings settings(ConnectionOptions options) {
        DriverSettings settings = new DriverSettings(connectionUrl());
        if (options.user() != null) {
            settings.force("user", options.user());
        }
        if (options.password() != null) {
            settings.force("password", options.password());
        }
        // A DataSource of the user's may come from another driver than its URL names.
        Engines.ofUrl(url).orElse(driver).configure(settings, options.connectTimeout(), options.lockWait());
        return settings;
    }

    /** Opens a connection outside of any pool, with what the driver offers for many rows. */
    Connection connect(ConnectionOptions options) throws SQLException {
        DriverSettings settings = settings(options);
        Engines.ofUrl(url).orElse(driver).configureBulk(settings);
        Connection connection = DriverManager.getConnection(connectionUrl(), settings.properties());
        try {
            engine.sessions().prepare(connection);
            engine.sessions().establishSettings(connection, true);
            return connection;
        } catch (SQLException | RuntimeException | Error e) {
            FirstFailure.closeAfter(e, connection);
            throw e;
        }
    }

    /** Returns a name of the database that is the same for all who open it in this process. */
    String key() {
        Path file = Engines.ofUrl(url).orElse(driver).file(url);
        return file == null
                ? url.replaceFirst("[;?].*", "")
                : file.toAbsolutePath().normalize().toString();
    }

    /** Returns the place of the database. */
    Place place() {
        return Place.of(url, Engines.ofUrl(url).orElse(driver), engine);
    }

    /** Returns the folder of the file, as drivers may write it, with a separator at the end; none if there is no file. */
    List<String> folders() {
        Path file = Engines.ofUrl(url).orElse(driver).file(url);
        if (file == null) {
            return List.of();
        }
        Path absolute = file.toAbsolutePath();
        return Stream.of(absolute, absolute.normalize(), file)
                .filter(path -> path.getParent() != null)
                .map(path -> path.getParent() + File.separator)
                .distinct()
                .toList();
    }

    /** Returns what a URL begins with: what follows may be a host or a user. */
    private static String scheme(String url) {
        Matcher found = SCHEME.matcher(url);
        return found.lookingAt() ? " " + found.group() + "..." : ": it does not begin with jdbc:";
    }
}
