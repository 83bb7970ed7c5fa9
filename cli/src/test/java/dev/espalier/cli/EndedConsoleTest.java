package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.evolution.OpenProgram;
import dev.espalier.evolution.SchemaAdmin;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console in a process of its own ends by a signal, as Ctrl-C sends one, too, and leaves nothing. */
class EndedConsoleTest {

    static class Shop {
        long id;
        String name = "corner";
    }

    @TempDir
    private Path folder;

    private Process start(String... arguments) throws Exception {
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Djava.io.tmpdir=" + folder,
                                "-cp",
                                System.getProperty("java.class.path"),
                                Espalier.class.getName(),
                                "console"),
                        Stream.of(arguments))
                .toList();
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    private static void awaitLink(Process console) throws Exception {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(console.getInputStream(), StandardCharsets.UTF_8));
        assertThat(lines.readLine()).startsWith("http://127.0.0.1:");
    }

    @Test
    void noProgramIsLeft() throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("shop.db");
        try (Database db = Database.open(url, Model.of(Shop.class))) {
            db.store(new Shop());
        }
        Process console = start(url);
        try {
            awaitLink(console);
            while (programs(url).isEmpty()) { // it registers itself a moment after its start
                assertThat(console.isAlive()).isTrue();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
            console.destroy();
            console.waitFor();
        } finally {
            console.destroyForcibly();
        }
        assertThat(programs(url)).isEmpty();
    }

    /** No interruption ends the reading of a driver. */
    @Test
    void processEndsThatWaitsForAServerWhichSaysNothing() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Process console = start("jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/shop");
            try (Socket connection = silent.accept()) {
                connection.getInputStream().read(); // the driver has begun
                console.destroy();
                assertThat(console.waitFor(2, TimeUnit.MINUTES)).isTrue();
            } finally {
                console.destroyForcibly();
            }
        }
    }

    private static List<OpenProgram> programs(String url) {
        return SchemaAdmin.at(url, Settings.defaults()).programs();
    }

    @Test
    void fileOfTheDemoIsRemoved() throws Exception {
        Process console = start("--demo");
        try {
            awaitLink(console);
            assertThat(demos()).isNotEmpty();
            console.destroy();
            console.waitFor();
        } finally {
            console.destroyForcibly();
        }
        assertThat(demos()).isEmpty();
    }

    /** A driver may swallow an interrupt while it is loaded, so one attempt shows nothing. */
    @RepeatedTest(4)
    void processEndsThatIsStoppedWhileItStarts() throws Exception {
        Process console = start("--demo");
        try {
            while (demos().isEmpty()) {
                assertThat(console.isAlive()).isTrue();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            console.destroy();
            assertThat(console.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            console.destroyForcibly();
        }
        assertThat(demos()).isEmpty();
    }

    private List<Path> demos() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("espalier-console"))
                    .toList();
        }
    }
}
