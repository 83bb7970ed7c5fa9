package dev.espalier.lab.target;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reachable engine.
 *
 * @param engine what runs there
 * @param url a server's URL without user and password; for an embedded engine its beginning and the prefix of the files
 * @param user the account, empty if none is needed
 * @param password the account's password
 * @param server the script that manages the server, if the lab may restart it
 */
public record Target(Engine engine, String url, String user, Password password, Optional<ServerScript> server) {

    private static final Pattern SERVER_URL =
            Pattern.compile("(jdbc:[a-z]+(?::[a-z-]+)?://[^/?]*)(?:/([^?]*))?(\\?.*)?");

    /** Checks that all parts are there. */
    public Target {
        Objects.requireNonNull(engine);
        Objects.requireNonNull(url);
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
        Objects.requireNonNull(server);
    }

    /**
     * Returns one database of this target. It is not created yet.
     *
     * @param name letters, digits and underscores
     * @return the place
     */
    public TargetDatabase database(String name) {
        if (engine.isEmbedded()) {
            return new TargetDatabase(this, name, url + name + EmbeddedFiles.urlSuffix(engine));
        }
        if (engine == Engine.CUBRID) {
            return new TargetDatabase(this, name, url); // there is none but that of the URL
        }
        Matcher matcher = SERVER_URL.matcher(url);
        if (!matcher.matches()) {
            throw new TargetException(
                    "unusable URL of " + engine.title() + ": found " + url + ", expected "
                            + "jdbc:<driver>://<host>:<port>/<database>",
                    null);
        }
        return new TargetDatabase(
                this, name, matcher.group(1) + "/" + name + Objects.requireNonNullElse(matcher.group(3), ""));
    }

    /**
     * Connects to the server itself, to make and drop databases and to read its variables.
     *
     * @return a new connection
     */
    public Connection connect() {
        return connect(url, Map.of());
    }

    /**
     * Connects to a database of this target.
     *
     * @param databaseUrl the place's URL
     * @param options driver options beside user and password
     * @return a new connection
     */
    Connection connect(String databaseUrl, Map<String, String> options) {
        Properties properties = new Properties();
        properties.putAll(options);
        if (!engine.isEmbedded()) {
            properties.setProperty("user", user);
            properties.setProperty("password", password.reveal());
        }
        try {
            return DriverManager.getConnection(databaseUrl, properties);
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot connect to " + engine.title() + " at " + databaseUrl + (user.isEmpty() ? "" : " as " + user)
                            + ": " + firstLine(e) + remedy(),
                    e);
        }
    }

    private String remedy() {
        if (engine == Engine.CUBRID && DriverManager.drivers().noneMatch(DriverJar::brought)) {
            return "; its driver comes by --driver-jar";
        }
        return server.map(script -> "; " + script.path() + " up starts it").orElse("");
    }

    static String firstLine(Exception e) {
        String message = String.valueOf(e.getMessage());
        return message.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse(e.getClass().getSimpleName());
    }
}
