package dev.espalier.console;

import static dev.espalier.error.ErrorCode.READ_ONLY;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.error.DatabaseException;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * A running console: a web server of this process that shows one database. It listens on the loopback address, and admits whoever has its link; or, if its options say so, on
 * another address, with TLS, and admits whoever has the password. It changes objects only if its options allow that. Safe for any number of threads.
 */
public final class Console implements AutoCloseable {

    private final CurrentOperations operations;
    private final Server server;

    private Console(CurrentOperations operations, Server server) {
        this.operations = operations;
        this.server = server;
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
     * @throws dev.espalier.error.DatabaseException {@code read-only} if the options allow changes, and this program can only read the database
     * @throws UncheckedIOException if the port is in use, or the address is not of this machine
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
     * @throws dev.espalier.error.DatabaseException {@code read-only} if the options allow changes, and this program can only read the database
     * @throws UncheckedIOException if the port is in use, or the address is not of this machine
     */
    public static Console start(String url, Settings settings, ConsoleOptions options, @Nullable Model planned) {
        return start(url, settings, options, planned, ServerLimits.defaults());
    }

    static Console start(
            String url, Settings settings, ConsoleOptions options, @Nullable Model planned, ServerLimits limits) {
        Settings bounded = settings.statementTimeout(options.timeout());
        CurrentOperations operations = new CurrentOperations(() -> open(url, bounded, options, planned));
        try {
            return new Console(operations, Server.start(options, operations, limits));
        } catch (IOException e) {
            operations.close();
            throw new UncheckedIOException(
                    (options.remote() == null ? "" : options.remote().address().getHostAddress() + ", ") + "port "
                            + options.port() + ": " + e.getMessage(),
                    e);
        } catch (RuntimeException e) {
            operations.close();
            throw e;
        }
    }

    private static CurrentOperations.Opened open(
            String url, Settings settings, ConsoleOptions options, @Nullable Model planned) {
        Database database = Database.openCatalog(url, settings);
        try {
            if (options.isWritable()) {
                requireWritable(database, url);
            }
            CurrentOperations.Schema schema = CurrentOperations.Schema.of(database); // before what is read of it
            Api api = new Api(
                    database,
                    ModelView.of(ModelDraft.ofDatabase(url, settings)),
                    options,
                    planned == null
                            ? null
                            : () -> SchemaAdmin.at(url, settings.poolSize(1)).plan(planned),
                    DatabaseUrl.place(url));
            return new CurrentOperations.Opened(database, schema, api);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private static void requireWritable(Database database, String url) {
        database.readOnlyReason().ifPresent(reason -> {
            DatabaseException refused = new DatabaseException(
                    READ_ONLY,
                    database.name() + ": found --write and a database that can only be read: " + reason
                            + ". Give write access, or leave --write out");
            refused.initPlace(DatabaseUrl.withoutAccounts(url));
            throw refused;
        });
    }

    /**
     * Returns the link to open in a browser. On the loopback address it holds a token that admits one browser to the console; after its use this method returns another link. On
     * another address it holds none: the page asks for the password.
     *
     * @return the link
     */
    public String link() {
        return server.link();
    }

    /**
     * Waits until the console is closed, or its web server has failed for good, such as by a lack of memory.
     *
     * @return true if it was closed, false if it has failed
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitEnd() throws InterruptedException {
        return server.awaitEnd();
    }

    /** Stops the server, cancels running statements, and closes the database. */
    @Override
    public void close() {
        server.close();
        operations.close();
    }
}
