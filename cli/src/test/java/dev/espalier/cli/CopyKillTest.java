package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.cli.CommandRun.Ended;
import dev.espalier.transfer.Transfer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that copies or imports is killed, and the same command completes its work. {@code -Despalier.copy.kills=true} runs all of it, {@code
 * -Despalier.copy.objects=20000000} copies so many objects, each with {@code -Xmx256m}.
 */
@NullUnmarked // its classes have fields that may be null, as classes of users have
class CopyKillTest {

    private static final int OBJECTS = Integer.getInteger("espalier.copy.objects", 60_000);

    /** Whether the tests wait until the lease of the killed process has ended, which takes 15 s. */
    private static final boolean WAITS = Boolean.getBoolean("espalier.endurance");

    /** As if it was touched long ago. */
    private static final String LATER = "UPDATE espalier_loads SET touched = 1";

    /** A class of a program. */
    static class Part {
        long id;
        String name;
        Part whole;
        List<Integer> sizes = new ArrayList<>();
    }

    @TempDir
    private Path folder;

    private String source() {
        String url = "jdbc:sqlite:" + folder.resolve("source.db");
        try (Database db = Database.open(url, Model.of(Part.class));
                BulkWriter load = db.bulkWriter()) {
            Part whole = null;
            for (int i = 0; i < OBJECTS; i++) {
                Part part = new Part();
                part.name = "part " + i;
                part.whole = whole;
                part.sizes.addAll(List.of(i, i + 1, i + 2));
                whole = i % 100 == 0 ? part : whole;
                load.store(part);
            }
        }
        return url;
    }

    private static Process start(String... arguments) throws IOException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                path,
                Espalier.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** The rows that are committed. */
    private static long rows(Path file) {
        if (!file.toFile().exists()) {
            return 0;
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT count(*) FROM part")) {
            return found.getLong(1);
        } catch (SQLException e) {
            return 0; // there is no such table yet
        }
    }

    private static void killInTheMiddle(Process process, Path target) throws InterruptedException {
        while (process.isAlive() && rows(target) == 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
        process.destroyForcibly();
        process.waitFor();
    }

    @Test
    void theSameCommandCompletesACopyThatWasKilled() throws Exception {
        String source = source();
        Path target = folder.resolve("target.db");
        Process killed = start("copy", source, "jdbc:sqlite:" + target);
        killInTheMiddle(killed, target);
        if (rows(target) < OBJECTS) { // a busy machine may be too late for the kill
            assertThat(CommandRun.run("verify", "jdbc:sqlite:" + target))
                    .satisfies(ended -> assertThat(ended.code()).isEqualTo(2))
                    .satisfies(
                            ended -> assertThat(ended.err()).contains("found a copy or an import that has not ended"));
            if (!WAITS) {
                execute(target, LATER);
            }
        }
        Process again = start("copy", source, "jdbc:sqlite:" + target);
        String said;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(again.getInputStream(), StandardCharsets.UTF_8))) {
            said = out.readLine();
        }
        assertThat(again.waitFor()).isZero();
        Transfer.Result expected = new Transfer().checksum(source, Settings.defaults());
        assertThat(said).isEqualTo(TransferWork.line(expected));
        assertThat(new Transfer().checksum("jdbc:sqlite:" + target, Settings.defaults()))
                .isEqualTo(expected);
        assertThat(CommandRun.run("verify", "jdbc:sqlite:" + target).code()).isZero();
        Ended whole = CommandRun.run("copy", source, "jdbc:sqlite:" + target);
        assertThat(whole.code()).isZero();
        assertThat(whole.err()).contains("is a whole copy already");
    }

    @Test
    @EnabledIfSystemProperty(
            named = "espalier.copy.kills",
            matches = "true",
            disabledReason = "waits 15 s for the lease")
    void aSourceThatHasChangedSinceTheKillIsCopiedAsItIsNow() throws Exception {
        String source = source();
        Path target = folder.resolve("target.db");
        Process killed = start("copy", source, "jdbc:sqlite:" + target);
        killInTheMiddle(killed, target);
        assumeThat(killed.exitValue())
                .as("a busy machine may be too late for the kill")
                .isNotZero();
        try (Database db = Database.open(source, Model.of(Part.class))) {
            Part first = db.query(Part.class, "ORDER BY id LIMIT 1").one();
            first.name = "changed";
            first.sizes.clear();
            db.storeAll(List.of(first, new Part()));
        }
        Ended ended = CommandRun.run("copy", source, "jdbc:sqlite:" + target);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .isEqualTo(TransferWork.line(new Transfer().checksum(source, Settings.defaults())) + "\n");
    }

    @Test
    @EnabledIfSystemProperty(
            named = "espalier.copy.kills",
            matches = "true",
            disabledReason = "waits 15 s for the lease")
    void theSameCommandCompletesAnImportThatWasKilled() throws Exception {
        String source = source();
        Path target = folder.resolve("target.db");
        String files = folder.resolve("files").toString();
        assertThat(CommandRun.run("export", source, "--out", files).code()).isZero();
        killInTheMiddle(start("import", "jdbc:sqlite:" + target, files), target);
        Ended ended = CommandRun.run("import", "jdbc:sqlite:" + target, files);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .isEqualTo(TransferWork.line(new Transfer().checksum(source, Settings.defaults())) + "\n");
    }

    private static void execute(Path file, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 300000");
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static List<String> partsOf(Path file) {
        try (Database db = Database.open("jdbc:sqlite:" + file, Model.of(Part.class))) {
            return db.query(Part.class, "ORDER BY id").list().stream()
                    .map(part -> part.id + " " + part.name + " " + (part.whole == null ? null : part.whole.id) + " "
                            + part.sizes)
                    .toList();
        }
    }

    /** The ids of the older objects are among those of the import: every hundredth one. */
    @Test
    void killedImportIntoADatabaseWithObjectsIsUndoneAndLosesNoneOfThem() throws Exception {
        Path both = Path.of(source().substring("jdbc:sqlite:".length()));
        Path target = folder.resolve("target.db");
        Files.copy(both, target);
        String older = "(id - (SELECT min(id) FROM part)) % 100 = 50";
        execute(
                target,
                "CREATE TEMP TABLE others AS SELECT id FROM part WHERE NOT " + older,
                "DELETE FROM part_sizes WHERE owner IN (SELECT id FROM others)",
                "DELETE FROM part WHERE id IN (SELECT id FROM others)",
                "UPDATE part SET whole_id = NULL");
        execute(
                both,
                "CREATE TEMP TABLE others AS SELECT id FROM part WHERE " + older,
                "DELETE FROM part_sizes WHERE owner IN (SELECT id FROM others)",
                "DELETE FROM part WHERE id IN (SELECT id FROM others)");
        List<String> before = partsOf(target);
        List<String> imported = partsOf(both);
        assertThat(before).hasSize(OBJECTS / 100);
        assertThat(imported).hasSize(OBJECTS - OBJECTS / 100);
        String files = folder.resolve("files").toString();
        assertThat(CommandRun.run("export", "jdbc:sqlite:" + both, "--out", files)
                        .code())
                .isZero();

        Process killed = start("import", "jdbc:sqlite:" + target, files);
        while (killed.isAlive() && rows(target) == before.size()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
        killed.destroyForcibly();
        killed.waitFor();
        assumeThat(rows(target))
                .as("a busy machine may be too late for the kill")
                .isBetween(before.size() + 1L, OBJECTS - 1L);

        // Nobody knows yet that the import is dead: another one is refused, and nothing is lost.
        Ended early = CommandRun.run("import", "jdbc:sqlite:" + target, files);
        assertThat(early.code()).as(early.err()).isEqualTo(2);
        assertThat(new HashSet<>(partsOf(target)).containsAll(before)).isTrue();

        execute(target, LATER);
        assertThat(partsOf(target)).as("the opening undoes it").isEqualTo(before);
        Ended again = CommandRun.run("import", "jdbc:sqlite:" + target, files);
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out())
                .isEqualTo(
                        TransferWork.line(new Transfer().checksum("jdbc:sqlite:" + both, Settings.defaults())) + "\n");
        List<String> all = partsOf(target);
        Set<String> expected = new HashSet<>(before);
        expected.addAll(imported);
        assertThat(all).hasSize(OBJECTS);
        assertThat(new HashSet<>(all).equals(expected))
                .as("the older ones and the imported ones, nothing else")
                .isTrue();
        assertThat(CommandRun.run("verify", "jdbc:sqlite:" + target).code()).isZero();
        Ended twice = CommandRun.run("import", "jdbc:sqlite:" + target, files);
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err()).contains("already; expected none of the ids of the export");
    }
}
