package dev.espalier.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.sql.Statement;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LocationAwareLogger;

/** Connections that cannot be opened or are lost, and what is said of them. */
class LostConnectionsTest {

    private static final Pattern HOST_AND_PORT = Pattern.compile("//([^:/]+):(\\d+)");

    /** The pool's first connection, which has also had the first look at the server. */
    private static final int SERVED = 1;

    private static final int MOST_TRIES = 100;

    /** Of slf4j-simple. */
    private static final int WARN = LocationAwareLogger.WARN_INT;

    private static final int ERROR = LocationAwareLogger.ERROR_INT;

    private static SilentServer before(TestDatabase database) {
        Matcher address = HOST_AND_PORT.matcher(database.url());
        assertThat(address.find()).as(database.url()).isTrue();
        return new SilentServer(address.group(1), Integer.parseInt(address.group(2)), SERVED);
    }

    private static ConnectionSource open(TestDatabase database, SilentServer server) {
        return ConnectionSource.open(
                HOST_AND_PORT.matcher(database.url()).replaceFirst("//" + server.address()),
                new ConnectionOptions(
                        database.user(),
                        database.password(),
                        2,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(3),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1),
                        retry -> {}));
    }

    /** A pool with the one connection that it gets. */
    private record Served(SilentServer server, ConnectionSource source, Session session) implements AutoCloseable {

        /** A busy machine may need more than the second that the pool waits; then it is tried again. */
        static Served of(TestDatabase database) {
            for (int i = 1; ; i++) {
                SilentServer server = before(database);
                ConnectionSource source = null;
                try {
                    source = open(database, server);
                    Session session = source.session();
                    assertThat(session.queryLong(Statement.of("SELECT 1"))).isEqualTo(1);
                    return new Served(server, source, session);
                } catch (EspalierException e) {
                    server.close();
                    if (source != null) {
                        source.close();
                    }
                    if (i == MOST_TRIES) {
                        throw e;
                    }
                }
            }
        }

        @Override
        public void close() {
            session.close();
            source.close();
            server.close();
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    void aPoolBelowItsMaximumThatOpensNoConnectionInTimeIsUnreachable(TestDatabase database) {
        try (Served served = Served.of(database)) {
            ConnectionException thrown = catchThrowableOfType(ConnectionException.class, served.source::session);

            assertThat(thrown.code()).isEqualTo("unreachable");
            assertThat(thrown.retryable()).isTrue();
            served.server.cut();
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    @AlsoOnTiDb("the server's side of the protocol is code of its own")
    void aLostConnectionIsOneLineOfTheLog(TestDatabase database) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (Served served = Served.of(database)) {
            System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
            levels(WARN);
            served.server.cut();
            EspalierException thrown = catchThrowableOfType(
                    EspalierException.class, () -> served.session.queryLong(Statement.of("SELECT 1")));
            assertThat(thrown.code()).isEqualTo("unreachable");
        } finally {
            levels(ERROR);
            System.setErr(before);
        }
        String text = log.toString(StandardCharsets.UTF_8);
        assertThat(text).doesNotContain("\tat ");
        assertThat(text.lines()
                        .filter(line -> line.contains("connection was lost"))
                        .toList())
                .hasSize(1);
    }

    /** What tests log of connections, and of those of the pool; else errors only. */
    private static void levels(int level) {
        for (String name : List.of(Session.class.getName(), "com.zaxxer.hikari.pool.ProxyConnection")) {
            Object logger = LoggerFactory.getLogger(name);
            try {
                Field current = logger.getClass().getDeclaredField("currentLogLevel");
                current.setAccessible(true);
                current.setInt(logger, level);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("expected slf4j-simple", e);
            }
        }
    }
}
