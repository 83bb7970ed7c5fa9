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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Connections that cannot be opened or are lost, and what is said of them. */
class LostConnectionsTest {

    private static final Pattern HOST_AND_PORT = Pattern.compile("//([^:/]+):(\\d+)");

    /** The pool's first connection, which has also had the first look at the server. */
    private static final int SERVED = 1;

    private static final int MOST_TRIES = 100;

    /** Where the log of the program begins that is looked at. */
    private static final String CUT = "the connection is cut";

    private static SilentServer before(String url) {
        Matcher address = HOST_AND_PORT.matcher(url);
        assertThat(address.find()).as(url).isTrue();
        return new SilentServer(address.group(1), Integer.parseInt(address.group(2)), SERVED);
    }

    private static ConnectionSource open(String url, String user, String password, SilentServer server) {
        return ConnectionSource.open(
                HOST_AND_PORT.matcher(url).replaceFirst("//" + server.address()),
                new ConnectionOptions(
                        user,
                        password,
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
        static Served of(String url, String user, String password) {
            for (int i = 1; ; i++) {
                SilentServer server = before(url);
                ConnectionSource source = null;
                try {
                    source = open(url, user, password, server);
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
        try (Served served = Served.of(database.url(), database.user(), database.password())) {
            ConnectionException thrown = catchThrowableOfType(ConnectionException.class, served.source::session);

            assertThat(thrown.code()).isEqualTo("unreachable");
            assertThat(thrown.retryable()).isTrue();
            served.server.cut();
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES, Engine.TIDB})
    @AlsoOnTiDb("the server's side of the protocol is code of its own")
    void aLostConnectionIsOneLineOfTheLog(TestDatabase database) throws IOException {
        String printed = printedBy(database);
        assertThat(printed).contains(CUT, "unreachable");
        String log = printed.substring(printed.indexOf(CUT));
        assertThat(log).doesNotContain("\tat ");
        assertThat(log.lines()
                        .filter(line -> line.contains("connection was lost"))
                        .toList())
                .hasSize(1);
    }

    /** The program whose connection is lost. It is a process of its own, since the tests log only errors of connections. */
    static final class Program {

        private Program() {}

        /** @param arguments the URL */
        public static void main(String[] arguments) {
            try (Served served = Served.of(arguments[0], System.getenv("TEST_USER"), System.getenv("TEST_PASSWORD"))) {
                say(CUT);
                served.server.cut();
                say(catchThrowableOfType(
                                EspalierException.class, () -> served.session.queryLong(Statement.of("SELECT 1")))
                        .code());
            }
        }

        private static void say(String line) {
            System.err.println(line);
        }
    }

    /** Returns the output of the program, with its log. */
    private static String printedBy(TestDatabase database) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        warnings(Session.class.getName()),
                        warnings("com.zaxxer.hikari"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Program.class.getName(),
                        database.url())
                .redirectErrorStream(true);
        builder.environment().put("TEST_USER", database.user());
        builder.environment().put("TEST_PASSWORD", database.password());
        Process program = builder.start();
        try {
            return new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            program.destroyForcibly();
        }
    }

    /** The option by which slf4j-simple logs warnings. */
    private static String warnings(String logger) {
        return "-Dorg.slf4j.simpleLogger.log." + logger + "=warn";
    }
}
