package dev.espalier.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Counts the tests of each engine and the seconds that they took. Each test process writes a file of its own, {@code target/contract-report.txt} and
 * {@code target/contract-report-2.txt}, and says once how to start a server that is absent.
 */
final class ContractReport implements AutoCloseable {

    private static final Path FILE = Path.of("target", "contract-report" + process() + ".txt");

    /** Of all classes of this process: each class is a run of its own where there are several processes. */
    private static final Map<Engine, Line> LINES = new EnumMap<>(Engine.class);

    private static final Set<String> TOLD = new HashSet<>();

    private static final class Line {
        int passed;
        int failed;
        int skipped;
        long nanos;
    }

    private static String process() {
        String number = System.getProperty("espalier.process", "1");
        return number.equals("1") ? "" : "-" + number;
    }

    /** The report of this run: made by its first test of any engine, closed after its last test. */
    private static ContractReport of(ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(ContractReport.class))
                .computeIfAbsent(ContractReport.class, type -> new ContractReport(), ContractReport.class);
    }

    private static Line line(Engine engine) {
        synchronized (LINES) {
            return LINES.computeIfAbsent(engine, e -> new Line());
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (LINES) {
            StringBuilder text = new StringBuilder("engine      version  passed  failed  skipped  seconds\n");
            LINES.forEach((engine, line) -> text.append("%-10s  %7s  %6d  %6d  %7d  %7d%n"
                    .formatted(
                            engine,
                            version(engine),
                            line.passed,
                            line.failed,
                            line.skipped,
                            TimeUnit.NANOSECONDS.toSeconds(line.nanos))));
            LINES.keySet().stream()
                    .filter(engine -> engine.isServer() && Servers.find(engine).server() == null)
                    .map(engine -> Servers.find(engine).reason())
                    .forEach(reason -> {
                        text.append(reason).append('\n');
                        if (TOLD.add(reason)) {
                            System.out.println(reason);
                        }
                    });
            Files.writeString(FILE, text);
        }
    }

    private static String version(Engine engine) {
        if (!engine.isServer()) {
            return TestDatabase.embeddedVersion(engine);
        }
        Server server = Servers.find(engine).server();
        return server == null ? "absent" : server.version();
    }

    /** Counts the tests of one engine. */
    static final class Counter implements TestWatcher, BeforeEachCallback, AfterEachCallback {

        private final Engine engine;
        private long started;

        Counter(Engine engine) {
            this.engine = engine;
        }

        /** The report is made while the tests run: a watcher is called too late to open it. */
        @Override
        public void beforeEach(ExtensionContext context) {
            of(context);
            started = System.nanoTime();
        }

        @Override
        public void afterEach(ExtensionContext context) {
            line(engine).nanos += System.nanoTime() - started;
        }

        @Override
        public void testSuccessful(ExtensionContext context) {
            line(engine).passed++;
        }

        @Override
        public void testFailed(ExtensionContext context, Throwable cause) {
            line(engine).failed++;
        }

        @Override
        public void testAborted(ExtensionContext context, Throwable cause) {
            line(engine).skipped++;
        }

        @Override
        public void testDisabled(ExtensionContext context, Optional<String> reason) {
            line(engine).skipped++;
        }
    }
}
