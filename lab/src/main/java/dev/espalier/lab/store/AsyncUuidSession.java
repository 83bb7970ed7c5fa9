package dev.espalier.lab.store;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.Failure.Meaning;
import dev.espalier.lab.workload.UuidSession;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.Option;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import io.r2dbc.spi.R2dbcTransientException;
import io.r2dbc.spi.Statement;
import java.io.IOException;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Looks keys up over an R2DBC connection of its own: the driver's event loop sends and receives, the thread awaits the answer. So there are as many
 * lookups under way as with a JDBC connection for each thread, and the difference is the driver's. For one thread.
 */
final class AsyncUuidSession implements UuidSession {

    /** Of MySQL, MariaDB and PostgreSQL. */
    private static final Pattern SERVER_URL = Pattern.compile("jdbc:[a-z]+://([^:/]+)(?::(\\d+))?/([^?]*).*");

    private final Engine engine;
    private final ConnectionFactory factory;
    private @Nullable Connection connection;

    private AsyncUuidSession(Engine engine, ConnectionFactory factory) {
        this.engine = engine;
        this.factory = factory;
    }

    /** Connects; a URL's own options are the JDBC driver's and have no effect here. */
    static AsyncUuidSession connect(TargetDatabase database) {
        AsyncUuidSession session = new AsyncUuidSession(database.target().engine(), factory(database));
        try {
            session.reset();
        } catch (R2dbcException e) {
            throw new TargetException(
                    "cannot connect by R2DBC to " + database.name() + " on "
                            + database.target().engine().title() + ": " + e.getMessage(),
                    e);
        }
        return session;
    }

    private static ConnectionFactory factory(TargetDatabase database) {
        Target target = database.target();
        Matcher url = SERVER_URL.matcher(database.url());
        if (!url.matches()) {
            throw new TargetException(
                    "unusable URL: found " + database.url() + ", expected jdbc:<driver>://<host>:<port>/<database>",
                    null);
        }
        boolean isPostgres = target.engine() == Engine.POSTGRES;
        ConnectionFactoryOptions.Builder options = ConnectionFactoryOptions.builder()
                .option(ConnectionFactoryOptions.DRIVER, isPostgres ? "postgresql" : "mariadb")
                .option(ConnectionFactoryOptions.HOST, url.group(1))
                .option(ConnectionFactoryOptions.DATABASE, url.group(3))
                .option(ConnectionFactoryOptions.USER, target.user())
                .option(ConnectionFactoryOptions.PASSWORD, target.password().reveal());
        if (url.group(2) != null) {
            options.option(ConnectionFactoryOptions.PORT, Integer.valueOf(url.group(2)));
        }
        if (!isPostgres) { // PostgreSQL's driver prepares each statement
            options.option(Option.valueOf("useServerPrepStmts"), true)
                    .option(Option.valueOf("allowPublicKeyRetrieval"), true);
        }
        return ConnectionFactories.get(options.build());
    }

    @Override
    public Found contains(UUID key) {
        String lookup = engine == Engine.POSTGRES ? SqlUuidSession.LOOKUP.replace("?", "$1") : SqlUuidSession.LOOKUP;
        Statement statement = Objects.requireNonNull(connection, "reset() comes before")
                .createStatement(lookup)
                .bind(0, SqlUuidSession.bound(engine, key));
        Long rows = Flux.from(statement.execute())
                .flatMap(result -> result.map((row, metadata) -> row))
                .count()
                .block();
        return Found.of(rows != null && rows == 1);
    }

    @Override
    public void reset() {
        close();
        connection = Mono.from(factory.create()).block();
    }

    @Override
    public Failure failure(Exception thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException || cause instanceof R2dbcNonTransientResourceException) {
                return new Failure(cause.getClass().getSimpleName(), Meaning.DISCONNECTED);
            }
            if (cause instanceof R2dbcException refused) {
                String state = refused.getSqlState() == null ? cause.getClass().getSimpleName() : refused.getSqlState();
                return new Failure(state, cause instanceof R2dbcTransientException ? Meaning.CONFLICT : Meaning.FATAL);
            }
        }
        return new Failure(thrown.getClass().getSimpleName(), Meaning.FATAL);
    }

    @Override
    public void close() {
        Connection before = connection;
        connection = null;
        if (before != null) {
            try {
                Mono.from(before.close()).block();
            } catch (R2dbcException e) {
                // it was broken: nothing of it is left to close
            }
        }
    }
}
