package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.target.Targets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A server that nobody else uses: started by the lab on a free port, with data of its own, and gone when it is closed. */
public record OwnServer(String engine, Targets targets) implements AutoCloseable {

    static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final int FIRST_PORT = 23_000;
    private static final int PORTS = 9_000;
    private static final SecureRandom RANDOM = new SecureRandom();
    /** A folder for each test process: they run side by side. */
    private static final Path SERVERS =
            HOME.resolve("servers/.data/lab-test-" + System.getProperty("espalier.process", "0"));

    /** Where a server of this name can be had here, another one is up already. */
    static OwnServer of(String engine, Path files) throws IOException {
        String prefix = "ESPALIER_" + engine.toUpperCase(Locale.ROOT);
        assumeThat(System.getenv(prefix + "_URL"))
                .as("%s is up, else: servers/%s up, then eval \"$(servers/%s env)\"", engine, engine, engine)
                .isNotNull();
        Files.createDirectories(SERVERS);
        return new OwnServer(
                engine,
                new Targets(
                        HOME,
                        files,
                        Map.of(
                                "ESPALIER_SERVERS",
                                SERVERS.toString(),
                                prefix + "_PORT",
                                Integer.toString(freePort()))));
    }

    /** A port that nobody listens on now, below those that systems give to clients: one of them could get it before the server does. */
    public static int freePort() throws IOException {
        while (true) {
            int port = FIRST_PORT + RANDOM.nextInt(PORTS);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // somebody has it
            }
        }
    }

    /** Ends the server; its data stay for the next start, its settings do not. */
    void stop() {
        down("down");
    }

    @Override
    public void close() {
        down("down", "--purge");
    }

    private void down(String... words) {
        ProcessBuilder down = new ProcessBuilder(
                Stream.concat(Stream.of(HOME.resolve("servers").resolve(engine).toString()), Stream.of(words))
                        .toList());
        down.environment().put("ESPALIER_SERVERS", SERVERS.toString());
        try {
            assertThat(down.inheritIO().start().waitFor()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
