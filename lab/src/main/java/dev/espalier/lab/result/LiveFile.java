package dev.espalier.lab.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.measure.SecondFigures;
import dev.espalier.lab.measure.SecondWatcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run while it runs, for whoever watches it: {@code live.json} in the folder of the run, written anew each second, about 1 KB. A run does not depend on it: if it
 * cannot be written, it is not. For one thread at a time.
 */
public final class LiveFile implements SecondWatcher, AutoCloseable {

    /** The file's name in the folder of a run. */
    public static final String NAME = "live.json";

    /** Seconds whose rates are kept, for a curve. */
    private static final int RATES = 120;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final Run run;
    private final SecondWatcher next;
    private final Deque<Long> rates = new ArrayDeque<>();
    private long operations;
    private @Nullable Figures latest;

    /**
     * @param run which run it is
     * @param progress how far it is
     * @param times of the latest second, from the intended start to the end
     * @param backlog operations that should have started and had not
     * @param failures attempts that failed in the latest second, by code
     * @param processorPercent of the machine; null if it is not known
     * @param part of the phase that is done, from 0 to 1; null if that is not known
     * @param isEnded whether the run has ended
     */
    record Figures(
            @JsonUnwrapped Run run,
            @JsonUnwrapped Progress progress,
            Times times,
            long backlog,
            Map<String, Long> failures,
            @Nullable Integer processorPercent,
            @Nullable Double part,
            boolean isEnded) {

        Figures ended() {
            return new Figures(run, progress, times, backlog, failures, processorPercent, part, true);
        }
    }

    /**
     * @param title what is run
     * @param number of the run, from 1
     * @param of how many runs there will be
     */
    record Run(String title, int number, int of) {}

    /**
     * @param second since its start, from 0
     * @param phase {@code warm-up}, {@code measured} or {@code after}
     * @param operations that ended well since the start
     * @param rate operations in the latest second
     * @param rates of up to 120 latest seconds, the latest at the end
     */
    record Progress(int second, String phase, long operations, long rate, List<Long> rates) {}

    /** Times of operations; null if none ended. */
    record Times(
            @Nullable Long p50Nanos,
            @Nullable Long p95Nanos,
            @Nullable Long p99Nanos,
            @Nullable Long maxNanos) {

        static Times of(SecondFigures second) {
            Latency times = second.response();
            return new Times(times.p50Nanos(), times.p95Nanos(), times.p99Nanos(), times.maxNanos());
        }
    }

    /**
     * @param folder of the run, which exists
     * @param title what is run
     * @param number of the run, from 1
     * @param of how many runs there will be
     * @param next gets each second before the file is written
     */
    public LiveFile(Path folder, String title, int number, int of, SecondWatcher next) {
        this.file = folder.resolve(NAME);
        this.run = new Run(title, number, of);
        this.next = next;
    }

    @Override
    public void second(SecondFigures second, @Nullable ResourceSample resources) {
        second(second, resources, null);
    }

    /**
     * A second is complete.
     *
     * @param second what happened in it
     * @param resources the machine's latest second; null if nothing is known
     * @param part of the phase that is done, from 0 to 1; null if that is not known
     */
    synchronized void second(SecondFigures second, @Nullable ResourceSample resources, @Nullable Double part) {
        next.second(second, resources);
        operations += second.done();
        rates.addLast(second.done());
        if (rates.size() > RATES) {
            rates.removeFirst();
        }
        write(new Figures(
                run,
                new Progress(second.second(), second.phase(), operations, second.done(), new ArrayList<>(rates)),
                Times.of(second),
                second.backlog(),
                second.failures(),
                resources == null ? null : resources.processorPercent(),
                part,
                false));
    }

    private void write(Figures figures) {
        latest = figures;
        try {
            WholeFile.write(file, JSON.writeValueAsString(figures));
        } catch (IOException e) {
            // on a full disk the measuring itself will report it
        }
    }

    /** The run has ended. */
    @Override
    public synchronized void close() {
        if (latest != null) {
            write(latest.ended());
        }
    }
}
