package dev.espalier.lab.everyday;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import javax.tools.ToolProvider;

/**
 * Openings of a database that is there and fits, one after the other. Generates classes of 12 attributes each, with references, collections and enums. The
 * first run makes the classes and the database; the first line of later runs is the first opening of a process.
 *
 * <pre>
 * java -cp ... dev.espalier.lab.everyday.OpeningMeasurement FOLDER CLASSES [warm-up] [rounds] [URL USER PASSWORD]
 * </pre>
 */
public final class OpeningMeasurement {

    private static final int ENUMS = 20;
    private static final Path TASKS = Path.of("/proc/self/task");

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Class<?>[] classes;
    private final Function<Model, Database> opening;

    /** The cost of an opening. The time of the process includes compiler and collector, that of the thread does not. */
    private record Cost(long wallNanos, long processNanos, long threadNanos, long bytes) {

        static Cost now() {
            return new Cost(
                    System.nanoTime(),
                    PROCESS.getProcessCpuTime(),
                    THREADS.getCurrentThreadCpuTime(),
                    THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()));
        }

        Cost since(Cost start) {
            return new Cost(
                    wallNanos - start.wallNanos,
                    processNanos - start.processNanos,
                    threadNanos - start.threadNanos,
                    bytes - start.bytes);
        }
    }

    private OpeningMeasurement(Class<?>[] classes, Function<Model, Database> opening) {
        this.classes = classes;
        this.opening = opening;
    }

    public static void main(String[] args) throws IOException, ClassNotFoundException {
        Path folder = Path.of(args[0]);
        int count = Integer.parseInt(args[1]);
        int warmUp = args.length > 2 ? Integer.parseInt(args[2]) : 20;
        int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 20;
        String url = args.length > 4 ? args[4] : "jdbc:sqlite:" + folder.resolve("opening" + count + ".db");
        Function<Model, Database> opening = args.length > 5
                ? model -> Database.open(
                        url, model, Settings.defaults().user(args[5]).password(args[6]))
                : model -> Database.open(url, model);
        OpeningMeasurement measurement = new OpeningMeasurement(classes(folder, count), opening);
        System.out.printf("%-14s %10s %12s %10s %10s%n", "", "wall ms", "process ms", "thread ms", "MB");
        measurement.run("first", 1);
        measurement.run("warm-up", warmUp);
        measurement.run("later", rounds);
    }

    /** A new model each time, as in a new process. */
    private void run(String which, int rounds) throws IOException {
        Map<String, Long> before = threadNanos();
        List<Cost> models = new ArrayList<>();
        List<Cost> openings = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Cost start = Cost.now();
            Model model = Model.of(classes);
            Cost read = Cost.now();
            try (Database db = opening.apply(model)) {
                models.add(read.since(start));
                openings.add(Cost.now().since(read));
            }
        }
        if (rounds > 0) {
            print(which + " model", models);
            print(which, openings);
            printThreads(before, rounds);
        }
    }

    /** The threads of the process that took more than 1 ms for each model and its opening, compilers and collector too: on Linux only. */
    private static void printThreads(Map<String, Long> before, int rounds) throws IOException {
        threadNanos().forEach((name, nanos) -> {
            double millis = (nanos - before.getOrDefault(name, 0L)) / 1e6 / rounds;
            if (millis > 1) {
                System.out.printf(Locale.ROOT, "  %-26s %23.1f%n", name, millis);
            }
        });
    }

    /** The processor time of the threads by their names, of which Linux has the first 15 characters; that of the main thread is java. */
    private static Map<String, Long> threadNanos() throws IOException {
        Map<String, Long> nanos = new TreeMap<>();
        if (!Files.isDirectory(TASKS)) {
            return nanos;
        }
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                try {
                    String name = Files.readString(task.resolve("comm")).strip();
                    String time = Files.readString(task.resolve("schedstat")).split(" ")[0];
                    nanos.merge(name, Long.parseLong(time), Long::sum);
                } catch (IOException ignored) {
                    // the thread has ended meanwhile
                }
            }
        }
        return nanos;
    }

    /** The mean of the process, whose clock may count in steps of 10 ms; medians of all else. */
    private static void print(String which, List<Cost> costs) {
        System.out.printf(
                Locale.ROOT,
                "%-14s %10.1f %12.1f %10.1f %10.2f%n",
                which,
                median(costs, Cost::wallNanos) / 1e6,
                costs.stream().mapToLong(Cost::processNanos).average().orElseThrow() / 1e6,
                median(costs, Cost::threadNanos) / 1e6,
                median(costs, Cost::bytes) / 1e6);
    }

    private static double median(List<Cost> costs, ToLongFunction<Cost> part) {
        long[] values = costs.stream().mapToLong(part).sorted().toArray();
        return values[values.length / 2];
    }

    private static Class<?>[] classes(Path folder, int count) throws IOException, ClassNotFoundException {
        Path compiled = folder.resolve("classes" + count);
        if (!Files.exists(compiled)) {
            compile(Files.createDirectories(folder.resolve("source" + count)), compiled, count);
        }
        ClassLoader loader =
                new URLClassLoader(new URL[] {compiled.toUri().toURL()}, OpeningMeasurement.class.getClassLoader());
        Class<?>[] classes = new Class<?>[count];
        for (int i = 0; i < count; i++) {
            classes[i] = loader.loadClass("opened.C" + i);
        }
        return classes;
    }

    private static void compile(Path source, Path compiled, int count) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", compiled.toString()));
        for (int i = 0; i < ENUMS; i++) {
            arguments.add(written(source, "E" + i, "public enum E" + i + " { NEW, SENT, PAID }"));
        }
        for (int i = 0; i < count; i++) {
            arguments.add(written(source, "C" + i, body(i, count)));
        }
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("the generated classes do not compile");
        }
    }

    private static String written(Path source, String name, String text) throws IOException {
        return Files.writeString(source.resolve(name + ".java"), "package opened;\n" + text + "\n")
                .toString();
    }

    /** Of three classes one has a list of values, one a list of references, and one has none. */
    private static String body(int number, int count) {
        String last = switch (number % 3) {
            case 0 -> "java.util.List<String> words = new java.util.ArrayList<>();";
            case 1 -> "java.util.List<C" + (number * 5 + 2) % count + "> others = new java.util.ArrayList<>();";
            default -> "String last;";
        };
        return """
                public class C%d {
                    long id;
                    String name;
                    int number;
                    Long amount;
                    double weight;
                    boolean open;
                    java.time.LocalDate day;
                    java.time.Instant moment;
                    java.math.BigDecimal price;
                    java.util.UUID key;
                    E%d state;
                    C%d next;
                    %s
                }
                """.formatted(number, number % ENUMS, (number * 7 + 1) % count, last);
    }
}
