package dev.espalier.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Counts the tests of each engine and the seconds that they took; printed at the end, and written to {@code target/contract-report.txt}, or to a
 * file for each of several test processes.
 */
final class ContractReport implements AutoCloseable {

    private static final Path FILE = Path.of("target", "contract-report" + process() + ".txt");

    private final Map<Engine, Line> lines = new EnumMap<>(Engine.class);

    private static final class Line {
        int passed;
        int failed;
        int skipped;
        long nanos;
    }

    private static String process() {
        String number = System.getProperty("surefire.forkNumber", "1");
        return number.equals("1") ? "" : "-" + number;
    }

    /** The report of this run: made by the first test of any engine, closed after the last test of all. */
    private static ContractReport of(ExtensionContext context) {
        return context.getRoot().getStore(ExtensionContext.Namespace.create(ContractReport.class))
                .computeIfAbsent(ContractReport.class, type -> new ContractReport(), ContractReport.class);
    }

    private synchronized Line line(Engine engine) {
        return lines.computeIfAbsent(engine, e -> new Line());
    }

    @Override
    public synchronized void close() throws IOException {
        StringBuilder text = new StringBuilder("engine      version  passed  failed  skipped  seconds\n");
        lines.forEach((engine, line) -> text.append(
                "%-10s  %7s  %6d  %6d  %7d  %7d%n".formatted(engine, version(engine), line.passed, line.failed, line.skipped,
                        TimeUnit.NANOSECONDS.toSeconds(line.nanos))));
        lines.keySet().stream().filter(engine -> engine.isServer() && Servers.find(engine).server() == null)
                .forEach(engine -> text.append(Servers.find(engine).reason()).append('\n'));
        Files.writeString(FILE, text);
        System.out.println("Tests on each engine (" + FILE + "):\n" + text.toString().stripTrailing());
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
            of(context).line(engine).nanos += System.nanoTime() - started;
        }

        @Override
        public void testSuccessful(ExtensionContext context) {
            of(context).line(engine).passed++;
        }

        @Override
        public void testFailed(ExtensionContext context, Throwable cause) {
            of(context).line(engine).failed++;
        }

        @Override
        public void testAborted(ExtensionContext context, Throwable cause) {
            of(context).line(engine).skipped++;
        }

        @Override
        public void testDisabled(ExtensionContext context, Optional<String> reason) {
            of(context).line(engine).skipped++;
        }
    }
}
