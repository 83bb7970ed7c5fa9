package dev.espalier.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the dialect of a database. */
public final class Dialects {

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)");

    /** The prefixes of the URLs that can be opened, each with the engine's name and its driver. */
    private static final Map<String, Dialect> BY_URL = Map.of(
            "jdbc:sqlite:", new SqliteDialect(),
            "jdbc:mysql:", new MySqlDialect(false),
            "jdbc:mariadb:", new MariaDbDialect(),
            "jdbc:postgresql:", new PostgreSqlDialect());

    private Dialects() {}

    /** The dialect that a URL's prefix promises; the server itself may turn out to be a relative, see {@link #of}. */
    public static Optional<Dialect> ofUrl(String url) {
        return BY_URL.entrySet().stream().filter(e -> url.startsWith(e.getKey())).map(Map.Entry::getValue).findFirst();
    }

    /** The prefixes of the URLs that can be opened, for an error. */
    public static String knownUrls() {
        return BY_URL.keySet().stream().sorted().map(prefix -> prefix + "...").reduce((a, b) -> a + ", " + b).orElseThrow();
    }

    /**
     * The dialect of the server at the other end: TiDB and MariaDB may both be reached as MySQL.
     *
     * @return empty for an engine that is not known
     */
    public static Optional<Dialect> of(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String product = metaData.getDatabaseProductName().toLowerCase(Locale.ROOT);
        if (product.contains("sqlite")) {
            return Optional.of(new SqliteDialect());
        }
        if (product.contains("postgresql")) {
            return Optional.of(new PostgreSqlDialect());
        }
        if (product.contains("mysql") || product.contains("mariadb") || product.contains("tidb")) {
            String version = version(connection);
            if (version.contains("TiDB")) {
                return Optional.of(new TiDbDialect());
            }
            if (version.contains("MariaDB")) {
                return Optional.of(isGalera(connection) ? new GaleraDialect() : new MariaDbDialect());
            }
            return Optional.of(new MySqlDialect(atLeast(version, 9, 7)));
        }
        return Optional.empty();
    }

    private static String version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            row.next();
            return row.getString(1);
        }
    }

    private static boolean isGalera(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'")) {
            return row.next() && row.getString(2).equals("ON");
        }
    }

    private static boolean atLeast(String version, int major, int minor) {
        Matcher found = VERSION.matcher(version);
        if (!found.find()) {
            return false;
        }
        int foundMajor = Integer.parseInt(found.group(1));
        return foundMajor > major || foundMajor == major && Integer.parseInt(found.group(2)) >= minor;
    }
}
