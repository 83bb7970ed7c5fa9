package dev.espalier.lab.result;

import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.LatencyHistogram;
import dev.espalier.lab.measure.SecondFigures;
import dev.espalier.lab.measure.SecondWatcher;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The live figures of a pack that is no load: what it receives is written to {@link LiveFile} once a second, by a thread of its own, and once more at the end of each run. Safe for
 * any number of threads.
 */
public final class LiveCounter implements AutoCloseable {

    private final Path folder;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "live-figures");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, Long> failures = new TreeMap<>();
    private LatencyHistogram times = new LatencyHistogram();
    private @Nullable LiveFile file;
    private String phase = "";
    private @Nullable Double part;
    private int second;

    /** @param folder of the result, which exists */
    public LiveCounter(Path folder) {
        this.folder = folder;
        var unused = clock.scheduleAtFixedRate(this::write, 1, 1, TimeUnit.SECONDS);
    }

    /**
     * A run begins, and an earlier one has ended.
     *
     * @param number counted from 1
     * @param of how many there will be
     * @param title what is run
     * @param first what it does first
     */
    public synchronized void starts(int number, int of, String title, String first) {
        write();
        file = new LiveFile(folder, title, number, of, SecondWatcher.NONE);
        second = 0;
        phase = first;
        part = null;
    }

    /**
     * Says what the run does.
     *
     * @param now in one or two words
     */
    public synchronized void at(String now) {
        phase = now;
        part = null;
    }

    /**
     * Says what the run does, and how far it is.
     *
     * @param now in one or two words
     * @param done of it, from 0 to 1
     */
    public synchronized void at(String now, double done) {
        phase = now;
        part = done;
    }

    /**
     * An operation has ended well.
     *
     * @param nanos how long it took
     */
    public synchronized void done(long nanos) {
        times.record(nanos);
    }

    /**
     * Operations have ended well.
     *
     * @param taken how long each took; stays as it is
     */
    public synchronized void done(LatencyHistogram taken) {
        times.add(taken);
    }

    /**
     * An operation has failed.
     *
     * @param code of the failure
     */
    public synchronized void failed(String code) {
        failures.merge(code, 1L, Long::sum);
    }

    private synchronized void write() {
        if (file == null) {
            return;
        }
        file.second(
                new SecondFigures(
                        second++,
                        phase,
                        new TreeMap<>(failures),
                        0,
                        List.of(new SecondFigures.OfType("all", times.count(), Latency.of(times)))),
                null,
                part);
        times = new LatencyHistogram();
        failures.clear();
    }

    /** The last run has ended. */
    @Override
    public void close() {
        clock.shutdownNow();
        synchronized (this) {
            write();
            if (file != null) {
                file.close();
            }
        }
    }
}
