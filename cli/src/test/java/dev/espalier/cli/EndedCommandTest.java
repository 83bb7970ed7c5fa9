package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.evolution.SchemaAdmin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command that is ended by a signal leaves no row that says that it has the database open. */
class EndedCommandTest {

    @TempDir
    private Path folder;

    /** Nobody reads what the command prints, so it does not come to its end. */
    @Test
    @Timeout(300)
    void queryLeavesNoProgram() throws Exception {
        assumeThat(System.getProperty("os.name")).as("kill sends signals").isEqualTo("Linux");
        String url = "jdbc:sqlite:" + folder.resolve("orders.db");
        try (Database db = Database.open(url, Model.of(ShellTest.Order.class, ShellTest.Urgent.class))) {
            db.storeAll(Stream.generate(ShellTest.Line::new).limit(20_000).toList());
        }
        Process command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Espalier.class.getName(),
                        "query",
                        url,
                        "Line",
                        "--jsonl")
                .redirectError(folder.resolve("errors").toFile())
                .start();
        try {
            while (SchemaAdmin.at(url, Settings.defaults()).programs().isEmpty()) { // some time after its opening
                assertThat(command.isAlive()).as(this::read).isTrue();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
            command.destroy();
            assertThat(command.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            command.destroyForcibly();
        }
        assertThat(SchemaAdmin.at(url, Settings.defaults()).programs()).isEmpty();
        assertThat(read()).as("the signal is no failure").isEmpty();
    }

    /** It has many rows, most of which are not yet written when the first ones are. */
    @ParameterizedTest
    @ValueSource(strings = {"--csv", "--parquet"})
    @Timeout(300)
    void queryLeavesNoPartOfAFile(String format) throws Exception {
        assumeThat(System.getProperty("os.name")).as("kill sends signals").isEqualTo("Linux");
        String url = "jdbc:sqlite:" + folder.resolve("orders.db");
        ShellTest.Order order = new ShellTest.Order();
        order.lines.addAll(Stream.generate(ShellTest.Line::new).limit(300).toList());
        try (Database db = Database.open(url, Model.of(ShellTest.Order.class, ShellTest.Urgent.class))) {
            db.storeAll(Stream.concat(
                            Stream.of(order),
                            Stream.generate(ShellTest.Order::new).limit(1_000).map(other -> {
                                other.lines.addAll(order.lines);
                                return other;
                            }))
                    .toList());
        }
        Path files = Files.createDirectory(folder.resolve("files"));
        Process command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Espalier.class.getName(),
                        "query",
                        url,
                        "Order",
                        "--select",
                        "id, lines.count AS count, lines.id AS line",
                        format,
                        "--out",
                        files.resolve("rows").toString())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        try {
            while (size(files) < 100_000) {
                assertThat(command.isAlive()).as(this::read).isTrue();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            command.destroy();
            assertThat(command.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            command.destroyForcibly();
        }
        assertThat(files).isEmptyDirectory();
        assertThat(read()).endsWith("espalier: cancelled; " + files.resolve("rows") + " was not written\n");
        assertThat(SchemaAdmin.at(url, Settings.defaults()).programs()).isEmpty();
    }

    private static long size(Path files) throws IOException {
        try (Stream<Path> all = Files.list(files)) {
            return all.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private String read() {
        try {
            return Files.readString(folder.resolve("errors"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
