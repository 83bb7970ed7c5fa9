package dev.espalier.internal.jdbc;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.Engine;
import java.util.regex.Pattern;

/**
 * The place of a database. A message begins with it as text, which is its name: a web application may show messages, and shall not show where the
 * database is.
 *
 * @param name engine and database, for example {@code PostgreSQL shop}; without host, port, user, folder and options
 * @param url the URL without passwords, for logs and administrators
 */
public record Place(String name, String url) {

    private static final Pattern PASSWORD = Pattern.compile("(?i)(password|pwd)=[^&;]*");
    private static final Pattern USER_INFO = Pattern.compile("//[^/@]*@");

    /** Returns the place of a database that was opened by a URL, with the engine that the URL promises. */
    public static Place of(String url) {
        Driver driver = Engines.ofUrl(url).orElseThrow();
        return of(url, driver, driver.engine());
    }

    /** @param driver the driver that knows such URLs */
    static Place of(String url, Driver driver, Engine engine) {
        String database = driver.databaseName(url);
        return new Place(database.isEmpty() ? engine.name() : engine.name() + " " + database, masked(url));
    }

    /** A URL, or a text with one, without the passwords that may stand in it. */
    static String masked(String url) {
        return USER_INFO.matcher(PASSWORD.matcher(url).replaceAll("$1=***")).replaceAll("//***@");
    }

    /** Returns the exception, which contains the URL from now on if it contained none. */
    public <E extends EspalierException> E at(E error) {
        error.initPlace(url);
        return error;
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
