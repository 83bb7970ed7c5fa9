package dev.espalier.lab.torture;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.OutOfReach;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Clients in a separate process that can be killed; each of its threads writes a journal. */
public final class LoadProcess {

    private static final int BETWEEN_LOOKS_MILLIS = 10;

    private LoadProcess() {}

    /**
     * Runs a load until it is killed. Standard input holds, each on a line: the engine, the place's name and URL, user, password, the folder
     * of the journals, threads, objects, seed, start, seconds.
     *
     * @param arguments none: a password is no argument
     */
    public static void main(String[] arguments) throws Exception {
        String[] lines = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1);
        Engine engine = Engine.valueOf(lines[0]);
        Target target = new Target(engine, lines[2], lines[3], Password.of(lines[4]), Optional.empty());
        Path folder = Path.of(lines[5]);
        int threads = Integer.parseInt(lines[6]);
        Load load = new Load(
                Population.hot(Integer.parseInt(lines[7])),
                true,
                threads,
                0,
                Integer.parseInt(lines[10]),
                Long.parseLong(lines[8]),
                Integer.parseInt(lines[9]));
        List<Journal> journals = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            journals.add(new Journal(folder.resolve("thread-" + thread)));
        }
        try (Client client = new EspalierClient(new TargetDatabase(target, lines[1], lines[2]), threads)) {
            load.run(client, journals, () -> false);
        }
    }

    /**
     * Runs a load in a process of its own, and kills it.
     *
     * @param load what it does
     * @param objects how many hot accounts there are
     * @param folder for the journals, made anew
     * @param millis how long it runs before it is killed, from the moment when all its threads have begun
     * @param started receives the process
     * @param stopped whether it is killed now, however long it has run
     * @return the history, from the journals
     */
    static List<Event> runAndKill(
            Load load,
            int objects,
            TargetDatabase database,
            Path folder,
            long millis,
            Consumer<ProcessHandle> started,
            BooleanSupplier stopped)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                LoadProcess.class.getName());
        Process process = new ProcessBuilder(OutOfReach.of(command))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            started.accept(process.toHandle());
            process.getOutputStream()
                    .write(String.join(
                                    "\n",
                                    database.target().engine().name(),
                                    database.name(),
                                    database.url(),
                                    database.target().user(),
                                    database.target().password().reveal(),
                                    folder.toAbsolutePath().toString(),
                                    String.valueOf(load.threads()),
                                    String.valueOf(objects),
                                    String.valueOf(load.seed()),
                                    String.valueOf(load.start()),
                                    String.valueOf(TimeUnit.DAYS.toSeconds(1) / 2))
                            .getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            while (process.isAlive() && !stopped.getAsBoolean() && !haveBegun(load, folder)) {
                process.waitFor(BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
            }
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (process.isAlive() && !stopped.getAsBoolean() && System.nanoTime() < end) {
                process.waitFor(BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
            }
            if (!process.isAlive()) {
                throw new IllegalStateException("the clients' process ended by itself, with " + process.exitValue());
            }
        } finally {
            process.destroyForcibly().waitFor(); // SIGKILL
        }
        List<Event> history = new ArrayList<>();
        for (int thread = 0; thread < load.threads(); thread++) {
            Path journal = folder.resolve("thread-" + thread);
            // There is none if it was killed before it had begun.
            history.addAll(Files.exists(journal) ? Journal.read(journal) : List.of());
        }
        return history;
    }

    private static boolean haveBegun(Load load, Path folder) throws IOException {
        try (Stream<Path> journals = Files.list(folder)) {
            return journals.filter(journal -> journal.toFile().length() > 0).count() == load.threads();
        }
    }
}
