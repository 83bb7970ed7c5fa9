package dev.espalier.lab.result;

import dev.espalier.lab.load.Clock;
import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.LatencyHistogram;
import dev.espalier.lab.measure.LoadMeasurement;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.target.FixedDelay;
import dev.espalier.lab.workload.Distribution;
import dev.espalier.lab.workload.OltpWorkload;
import dev.espalier.lab.workload.SbtestTables;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The limits of this machine and of the lab: a figure near one of these says nothing about a target.
 *
 * @param environment the machine, and its time to write 4 KB to disk
 * @param clockStepNanos the smallest step of the clock that was seen
 * @param clockCostNanos how long reading it takes
 * @param noopPerSecond operations a second on a target that does nothing, one connection for each processor: the most the lab can do
 * @param fiveMillis response times of a target that takes 5 ms: what is beyond is the lab's and the machine's
 * @param oversleep by how much a thread that slept 1 ms woke late: stalls of the scheduler, of the virtual machine and of the machine
 */
public record Calibration(
        Environment environment,
        long clockStepNanos,
        double clockCostNanos,
        double noopPerSecond,
        Latency fiveMillis,
        Latency oversleep) {

    private static final int CLOCK_READS = 1_000_000;
    private static final int SLEEPS = 3_000;
    private static final long MILLI_NANOS = 1_000_000;
    private static final int SECONDS = 5;

    /**
     * Measures for about 20 s.
     *
     * @param home the project's folder
     * @param out a folder on the disk that is probed, which exists
     * @return what was found
     */
    public static Calibration of(Path home, Path out) {
        long step = Long.MAX_VALUE;
        long start = System.nanoTime();
        long last = start;
        for (int read = 0; read < CLOCK_READS; read++) {
            long now = System.nanoTime();
            step = now > last ? Math.min(step, now - last) : step;
            last = now;
        }
        double cost = (last - start) / (double) CLOCK_READS;
        double noop =
                run("noop", Runtime.getRuntime().availableProcessors()).work().goodput();
        Latency five = run("fixed-delay:5ms", 4).work().operations().get(0).response();
        return new Calibration(Environment.of(home, out), step, cost, noop, five, measureOversleep());
    }

    private static LoadRun run(String target, int connections) {
        LoadSpec spec = new LoadSpec(0, Arrival.CONSTANT, 2, SECONDS, 0, 0, 1, 1);
        OltpWorkload selects =
                new OltpWorkload(OltpLoad.POINT_SELECT, new SbtestTables(1, 100_000), new Distribution.Uniform(), true);
        return new LoadMeasurement<>(
                        spec, selects, FixedDelay.find(target).orElseThrow(), Optional.empty(), Optional.empty())
                .run(connections, SecondWatcher.NONE);
    }

    private static Latency measureOversleep() {
        LatencyHistogram late = new LatencyHistogram();
        for (int sleep = 0; sleep < SLEEPS; sleep++) {
            long due = System.nanoTime() + MILLI_NANOS;
            Clock.SYSTEM.sleepUntil(due);
            late.record(System.nanoTime() - due);
        }
        return Latency.of(late);
    }
}
