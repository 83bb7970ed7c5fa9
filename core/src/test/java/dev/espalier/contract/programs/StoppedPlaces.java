package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.contract.programs.PausedWritersContractTest.Dates;
import dev.espalier.contract.programs.StoppedProgram.Road;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.locks.LockSupport;

/**
 * The process of an older program is stopped before each of its statements, beyond its lease, while a program with newer classes opens the database. Then it goes on: what it acknowledges is
 * there for the newer classes, or it is refused and nothing of it is there.
 */
public final class StoppedPlaces {

    /** Statements in a row of which a sample stops at one. */
    private static final int ALIKE = 4;

    private final Path folder;

    /** One pause of a program: on which road, at which place, what another program converted meanwhile, and how the road ended. */
    public record Pause(Road road, int place, String conversion, String outcome) {}

    /** @param folder for the files of the program */
    public StoppedPlaces(Path folder) {
        this.folder = folder;
    }

    /** Stops a program at the places of each road, or of a part of these. */
    public <R extends Road> List<Pause> stop(
            TestDatabase database, Class<? extends StoppedProgram> program, List<R> roads) throws Exception {
        List<Pause> pauses = new ArrayList<>();
        Process older = StoppedProgram.start(program, database);
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(older.getInputStream(), StandardCharsets.UTF_8))) {
            for (Road road : Sample.among("stopped on " + database.engine(), roads)) {
                PrimitiveIterator.OfInt places = Sample.places("stopped " + road.name(), database.engine(), ALIKE);
                boolean isPaused = true;
                while (isPaused) {
                    isPaused = stoppedAt(database, road, places.nextInt(), older, said, pauses);
                    database.clear();
                }
            }
        } finally {
            older.destroyForcibly().waitFor();
        }
        return pauses;
    }

    private boolean stoppedAt(
            TestDatabase database, Road road, int place, Process older, BufferedReader said, List<Pause> pauses)
            throws Exception {
        Path files = Files.createTempDirectory(folder, "place");
        tell(older, road.name() + " " + place + " " + files);
        String outcome = said.readLine();
        String conversion = "not tried";
        boolean isPaused = "paused".equals(outcome);
        if (isPaused) {
            signal(older, "STOP");
            end(database, "UPDATE espalier_programs SET lease = 1000");
            if (place % 3 == 0) {
                end(database, "UPDATE espalier_loads SET touched = 1");
            }
            conversion = convert(
                    database, place % 2 == 0 ? PausedWritersContractTest.LISTS : PausedWritersContractTest.DATES);
            signal(older, "CONT");
            tell(older, "go on");
            outcome = said.readLine();
        }
        Pause pause = new Pause(road, place, conversion, outcome);

        pauses.add(pause);
        assertNothingIsLost(database, pause);
        return isPaused;
    }

    private static void assertNothingIsLost(TestDatabase database, Pause pause) {
        boolean isDone = pause.outcome().equals("done");
        if (!isDone) {
            assertThat(pause.outcome())
                    .as("%s", pause)
                    .matches("failed (" + pause.road().refusals() + ") .*");
            assertThat(pause.conversion()).as("%s", pause).isNotEqualTo("not tried");
        }
        end(database, "UPDATE espalier_programs SET lease = 1000");
        end(database, "UPDATE espalier_loads SET touched = 1");
        try (Database newer = Database.open(
                database.url(),
                PausedWritersContractTest.DATES,
                database.settings().schema(SchemaMode.APPLY).indexes(IndexLevel.NONE))) {
            assertThat(newer.query(Dates.Letter.class, "tags.text = 't', due = :due")
                            .with("due", java.time.LocalDate.parse(StoppedProgram.DUE))
                            .count())
                    .as("%s", pause)
                    .isEqualTo(isDone ? pause.road().letters() : 0);
            assertThat(newer.query(Dates.Letter.class, "").count())
                    .as("%s", pause)
                    .isEqualTo(isDone ? pause.road().letters() : pause.road().lettersBefore());
            assertThat(Health.of(newer).verify().toString()).as("%s", pause).startsWith("clean");
        }
    }

    private static String convert(TestDatabase database, Model newer) {
        Settings impatient = database.settings()
                .schema(SchemaMode.APPLY)
                .indexes(IndexLevel.NONE)
                .lockWait(Duration.ofMillis(300));
        try (Database db = Database.open(database.url(), newer, impatient)) {
            return "converted";
        } catch (EspalierException e) {
            return e.code() + " " + e.getMessage();
        }
    }

    /** Ends leases by the database's clock. Where the stopped process holds their rows, or the whole file, nobody converts either. */
    private static void end(TestDatabase database, String update) {
        String briefly = switch (database.engine()) {
            case SQLITE -> "PRAGMA busy_timeout = 50";
            case POSTGRES -> "SET lock_timeout = '50ms'";
            case MYSQL, MARIADB -> "SET innodb_lock_wait_timeout = 1";
            case TIDB, H2, DUCKDB -> throw new IllegalArgumentException("" + database.engine());
        };
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(briefly);
            statement.execute(update);
        } catch (SQLException e) {
            // A copy begins without these tables.
            assertThat(e.getMessage()).matches("(?is).*(lock|no such table|exist).*");
        }
    }

    private static void tell(Process older, String line) throws IOException {
        older.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        older.getOutputStream().flush();
    }

    /** Sends it, and waits until all threads of the process have stopped, or go on. */
    private static void signal(Process older, String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(older.pid()))
                        .start()
                        .waitFor())
                .isZero();
        while (isStopped(older) != signal.equals("STOP")) {
            assertThat(older.isAlive()).isTrue();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean isStopped(Process older) throws Exception {
        Path status =
                Path.of("/proc", Long.toString(older.pid()), "stat"); // of Linux; another process takes longer to start
        if (Files.exists(status)) {
            String line = Files.readString(status);
            return line.startsWith("T", line.lastIndexOf(')') + 2);
        }
        Process asked = new ProcessBuilder("ps", "-o", "state=", "-p", Long.toString(older.pid())).start();
        try (BufferedReader state = asked.inputReader()) {
            return state.readLine().startsWith("T");
        }
    }
}
