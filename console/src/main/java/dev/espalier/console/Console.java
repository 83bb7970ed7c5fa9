package dev.espalier.console;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.ModelDraft;
import dev.espalier.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A running console: a web server of this process that listens on the loopback address only, and shows one database to whoever has its link. It changes objects
 * only if its options allow that. Safe for any number of threads.
 */
public final class Console implements AutoCloseable {

    private static final int TOKEN_BYTES = 32;

    private final Database database;
    private final Server server;
    private final String link;

    private Console(Database database, Server server, String link) {
        this.database = database;
        this.server = server;
        this.link = link;
    }

    /**
     * Starts a console.
     *
     * @param url of a JDBC driver, for example {@code jdbc:sqlite:shop.db}
     * @param settings user, password and more
     * @param options the bounds of the console
     * @return the running console
     * @throws dev.espalier.error.ConnectionException if the database cannot be reached
     * @throws dev.espalier.error.SchemaException if no objects are stored there
     * @throws UncheckedIOException if the port is in use
     */
    public static Console start(String url, Settings settings, ConsoleOptions options) {
        return start(url, settings, options, null);
    }

    /**
     * Starts a console that also shows what opening the database for a model would change.
     *
     * @param url of a JDBC driver, for example {@code jdbc:sqlite:shop.db}
     * @param settings user, password and more
     * @param options the bounds of the console
     * @param planned the model, of classes or of a model file; null for none
     * @return the running console
     * @throws dev.espalier.error.ConnectionException if the database cannot be reached
     * @throws dev.espalier.error.SchemaException if no objects are stored there
     * @throws UncheckedIOException if the port is in use
     */
    public static Console start(String url, Settings settings, ConsoleOptions options, @Nullable Model planned) {
        Settings bounded = settings.statementTimeout(options.timeout());
        Database database = Database.openCatalog(url, bounded);
        try {
            byte[] random = new byte[TOKEN_BYTES];
            new SecureRandom().nextBytes(random);
            String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
            ModelView model = ModelView.of(ModelDraft.ofDatabase(url, bounded));
            Server server = Server.start(options, token, new Api(database, model, options,
                    planned == null ? null : () -> Database.plan(url, planned, bounded.poolSize(1))));
            return new Console(database, server, "http://127.0.0.1:" + server.port() + "/#token=" + token);
        } catch (IOException e) {
            database.close();
            throw new UncheckedIOException("port " + options.port() + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /**
     * Returns the link to open in a browser. It holds the token that admits to the console, in its fragment, which browsers do not send.
     *
     * @return the link
     */
    public String link() {
        return link;
    }

    /** Stops the server, cancels running statements, and closes the database. */
    @Override
    public void close() {
        server.close();
        database.close();
    }
}
