package dev.espalier.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A database server that lives as long as this JVM: a shell beside it ends it when the pipe from here is cut, however that came
 * about. Programs and data lie below {@code target/}.
 */
final class ServerProcess {

    private static final Path FOLDER = Path.of("target", "servers").toAbsolutePath();

    /** Ends the program when the input ends, and ends with it; $0 is the signal that ends it fast. */
    private static final String UNTIL_THE_PIPE_IS_CUT =
            "exec 3<&0; \"$@\" & server=$!; { cat <&3 >/dev/null; kill -s $0 $server; } 2>/dev/null & wait $server";

    /** Five minutes, and as long as the attempts take: 30 s were not enough on a busy machine, and what nobody can log in to is not waited for all day. */
    private static final int MOST_ATTEMPTS = 6_000;

    private static final int MOST_STARTS = 3;

    private static final int FIRST_PORT = 23_000;
    private static final int PORTS = 9_000;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Nobody, where tests run as root: PostgreSQL refuses root, and MariaDB should. */
    private static final List<String> UNPRIVILEGED = List.of(
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            // The folder may lie in a home that only root can enter.
            "--inh-caps=+dac_read_search",
            "--ambient-caps=+dac_read_search",
            "--securebits=+no_setuid_fixup");

    private final String name;
    private final Path programs;
    private final Path data;

    /**
     * @param name of the server and its version, for folders
     */
    ServerProcess(String name) throws IOException {
        this.name = name;
        this.programs = FOLDER.resolve(name);
        Files.createDirectories(FOLDER);
        this.data = Files.createTempDirectory(FOLDER, name + "-data-");
    }

    Path programs() {
        return programs;
    }

    Path data() {
        return data;
    }

    /** Makes the folder of programs where it is missing; a run that is killed meanwhile leaves nothing that looks complete. Another process may make it, too. */
    void install(Installation installation) throws IOException {
        if (!Files.isDirectory(programs)) {
            Path unfinished = Files.createTempDirectory(FOLDER, name + "-unfinished-");
            // A temporary folder is its owner's alone; the server's user has to read this one.
            unfinished.toFile().setReadable(true, false);
            unfinished.toFile().setExecutable(true, false);
            installation.unpackTo(unfinished);
            try {
                Files.move(unfinished, programs);
            } catch (IOException e) {
                if (!Files.isDirectory(programs)) {
                    throw e;
                }
                delete(unfinished); // another process was faster
            }
        }
    }

    /** Puts programs into a folder. */
    interface Installation {
        void unpackTo(Path folder) throws IOException;
    }

    /** Copies what a jar on the class path holds below a folder. */
    static void copyResources(String folder, Path target) throws IOException {
        URI jar = URI.create(resource(folder).toString().replaceFirst("!.*", ""));
        try (FileSystem files = FileSystems.newFileSystem(jar, Map.of());
                Stream<Path> all = Files.walk(files.getPath("/" + folder))) {
            for (Path file : (Iterable<Path>) all::iterator) {
                Path copy = target.resolve(
                        files.getPath("/" + folder).relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                    copy.toFile().setExecutable(true, false);
                }
            }
        }
    }

    static java.net.URL resource(String name) throws IOException {
        java.net.URL url = ServerProcess.class.getClassLoader().getResource(name);
        if (url == null) {
            throw new IOException("no " + name
                    + " on the class path: its programs for this machine are not among the test dependencies");
        }
        return url;
    }

    /** Gives the data folder to the user that the server runs as. */
    void giveDataToServer() throws IOException {
        if (isRoot()) {
            run(List.of("chown", "-R", "65534:65534", data.toString()), data);
        }
    }

    /** Runs a program as the server's user to its end. */
    void runAsServer(List<String> command) throws IOException {
        run(unprivileged(command), programs);
    }

    /** Runs a program to its end. */
    void run(List<String> command, Path folder) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String printed = text(process.getInputStream());
        if (await(process) != 0) {
            throw new IOException(command + " failed: " + printed);
        }
    }

    /**
     * Starts the server and waits until it answers or has ended: a busy machine takes long. Another process may take the port before the server does; then
     * the server ends, and is started on another one.
     *
     * @param command of a port
     * @param signal ends it without waiting for connections
     * @param greeting to the server on a port
     */
    Server start(IntFunction<List<String>> command, String signal, Greeting greeting) throws IOException {
        Path log = FOLDER.resolve(data.getFileName() + ".log");
        AtomicReference<Process> started = new AtomicReference<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(started.get(), log)));
        SQLException last = null;
        for (int start = 0; start < MOST_STARTS; start++) {
            int port = freePort();
            List<String> guarded = new ArrayList<>(List.of("sh", "-c", UNTIL_THE_PIPE_IS_CUT, signal));
            guarded.addAll(unprivileged(command.apply(port)));
            Process shell = new ProcessBuilder(guarded)
                    .directory(programs.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            started.set(shell);
            for (int attempt = 0; attempt < MOST_ATTEMPTS && shell.isAlive(); attempt++) {
                try {
                    return greeting.server(port);
                } catch (SQLException e) {
                    last = e;
                    pause();
                }
            }
            if (shell.isAlive()) {
                break;
            }
        }
        throw new IOException(name + " did not start: " + (Files.exists(log) ? Files.readString(log) : "")
                + (last == null ? "" : last.getMessage()));
    }

    /** Asks whether the server is there. */
    interface Greeting {
        Server server(int port) throws SQLException;
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a server started", e);
        }
    }

    private void end(@Nullable Process shell, Path log) {
        try {
            if (shell != null) {
                shell.getOutputStream().close();
                await(shell);
            }
            delete(data);
            Files.deleteIfExists(log);
        } catch (IOException e) {
            System.err.println(data + " is left: " + e.getMessage());
            if (shell != null) {
                shell.destroy();
            }
        }
    }

    private static List<String> unprivileged(List<String> command) {
        return isRoot() ? Stream.concat(UNPRIVILEGED.stream(), command.stream()).toList() : command;
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** A port of 127.0.0.1 that nobody listens on now, below those that systems give to clients: one of them could get it before the server does. */
    private static int freePort() throws IOException {
        while (true) {
            int port = FIRST_PORT + RANDOM.nextInt(PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // somebody has it
            }
        }
    }

    private static int await(Process process) throws IOException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a program", e);
        }
    }

    private static String text(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException | java.io.UncheckedIOException e) {
            // Below target/: the next clean build removes it.
            System.err.println(folder + " could not be removed: " + e.getMessage());
        }
    }
}
