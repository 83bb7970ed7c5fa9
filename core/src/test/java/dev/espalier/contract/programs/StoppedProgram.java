package dev.espalier.contract.programs;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Settings;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.Engine;
import dev.espalier.testing.Faults;
import dev.espalier.testing.FaultyDriver;
import dev.espalier.testing.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;

/**
 * A program of the older classes, in a process of its own. Each line of its input names a road, a place and a folder: it writes by that road, and says "paused" before the statement of
 * that number. Then it waits for a line: its test stops the process meanwhile.
 */
public abstract class StoppedProgram {

    static final String DUE = "2026-01-02";
    static final String EARLIER = "2025-11-12";

    /** A way of writing letters. */
    public interface Road {

        String name();

        /** How many letters it writes. */
        int letters();

        /** How many there are before. */
        default int lettersBefore() {
            return 0;
        }

        /** The codes with which it may be refused, as a pattern. */
        default String refusals() {
            return "schema-change|load-lost";
        }
    }

    protected final Engine engine;
    protected final String url;
    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    /** @param arguments the engine and the URL */
    protected StoppedProgram(String[] arguments) {
        this.engine = Engine.valueOf(arguments[0]);
        this.url = arguments[1];
    }

    /** Writes by a road, and returns its outcome. */
    protected abstract String write(Faults faults, String through, String road, int place, Path folder)
            throws Exception;

    protected static Settings settings() {
        return TestDatabase.patient()
                .user(System.getenv("TEST_USER"))
                .password(System.getenv("TEST_PASSWORD"))
                .indexes(IndexLevel.NONE);
    }

    protected final void run() throws Exception {
        try (Faults faults = new Faults(
                        engine,
                        () -> DriverManager.getConnection(
                                url, System.getenv("TEST_USER"), System.getenv("TEST_PASSWORD")));
                FaultyDriver driver = new FaultyDriver(url, faults)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", 3);
                say(write(faults, driver.url(), words[0], Integer.parseInt(words[1]), Path.of(words[2])));
            }
        }
    }

    protected static String outcome(Faults faults, Runnable road) {
        try {
            road.run();
            return "done";
        } catch (EspalierException e) {
            return "failed " + e.code() + " " + e.getMessage().replaceAll("\\R", " ");
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            return "broken " + e;
        } finally {
            faults.before(0, null);
        }
    }

    /**
     * Waits for the test. On an embedded database the lease has ended by the clock of this process when it goes on, as after a pause of a minute; no other thread takes
     * it again before. Servers do not rely on that clock, so there it seems to have stood still.
     */
    protected void pause(Database db) {
        try {
            if (engine.isServer() || db == null) {
                say("paused");
                in.readLine();
            } else {
                PausedLease.whileItEnds(db, () -> {
                    say("paused");
                    return in.readLine();
                });
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }

    /** Starts it. */
    static Process start(Class<? extends StoppedProgram> program, TestDatabase database) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        program.getName(),
                        database.engine().name(),
                        database.url()))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        if (database.engine().isServer()) {
            builder.environment().put("TEST_USER", database.user());
            builder.environment().put("TEST_PASSWORD", database.password());
        }
        return builder.start();
    }
}
