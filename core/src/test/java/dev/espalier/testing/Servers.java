package dev.espalier.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the servers, each once per JVM: where {@code ESPALIER_MYSQL_URL} and its like point, else where {@code servers/mysql up} has
 * started one; MariaDB and PostgreSQL are otherwise started here, from Maven artifacts.
 */
final class Servers {

    private static final Map<Engine, Found> FOUND = new EnumMap<>(Engine.class);

    /** A server, or why there is none. */
    record Found(Server server, String reason) {}

    private Servers() {}

    static synchronized Found find(Engine engine) {
        return FOUND.computeIfAbsent(engine, Servers::search);
    }

    private static Found search(Engine engine) {
        String prefix = "ESPALIER_" + engine.name();
        String url = System.getenv(prefix + "_URL");
        try {
            if (url != null) {
                Server server = Server.connect(
                        engine, url, System.getenv(prefix + "_USER"), System.getenv(prefix + "_PASSWORD"));
                // It goes on when the tests have ended.
                Runtime.getRuntime().addShutdownHook(new Thread(server::dropEmptied));
                return new Found(server, null);
            }
            return switch (engine) {
                case SQLITE, H2, DUCKDB -> throw new IllegalArgumentException(engine + " is no server");
                case MARIADB -> new Found(MariaDbProcess.start(), null);
                case POSTGRES -> new Found(PostgresProcess.start(), null);
                case MYSQL, TIDB -> ofScript(engine);
            };
        } catch (SQLException | IOException e) {
            return new Found(
                    null,
                    engine + " does not answer" + (url == null ? "" : " at " + prefix + "_URL") + ": " + e.getMessage()
                            + "; start one with servers/" + engine.script() + " up, and unset " + prefix
                            + "_URL or set it to that server's");
        }
    }

    private static Found ofScript(Engine engine) throws IOException, SQLException {
        String script = "servers/" + engine.script();
        String missing = engine + " is not running; start it with " + script + " up";
        Path repository = repository();
        if (repository == null || run(repository, script, "status") == null) {
            return new Found(null, missing);
        }
        String env = run(repository, script, "env");
        return env == null
                ? new Found(null, missing)
                : new Found(
                        Server.connect(
                                engine,
                                value(env, engine, "URL"),
                                value(env, engine, "USER"),
                                value(env, engine, "PASSWORD")),
                        null);
    }

    private static String value(String env, Engine engine, String name) {
        Matcher line = Pattern.compile("ESPALIER_" + engine.name() + "_" + name + "='(.*)'")
                .matcher(env);
        if (!line.find()) {
            throw new IllegalStateException(
                    "servers/" + engine.script() + " env says nothing of " + name.toLowerCase(Locale.ROOT));
        }
        return line.group(1);
    }

    /** What a script printed, or null if it failed. */
    private static String run(Path repository, String script, String verb) throws IOException {
        Process process = new ProcessBuilder(List.of(script, verb))
                .directory(repository.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        try {
            return process.waitFor() == 0 ? printed : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(script + " " + verb + " was interrupted", e);
        }
    }

    private static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isExecutable(folder.resolve("servers/mysql"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
