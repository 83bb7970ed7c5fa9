package dev.espalier.lab.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.espalier.lab.measure.Medians;
import dev.espalier.lab.spec.EverydayOperation;
import dev.espalier.lab.spec.EverydaySpec;
import dev.espalier.lab.spec.EverydaySubject;
import dev.espalier.lab.target.ServerFacts;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one run of the pack {@code everyday}.
 *
 * @param header what every result begins with
 * @param spec the whole specification
 * @param environment the machine
 * @param server the target
 * @param driverOptions of all subjects but {@code espalier}, which chooses its own
 * @param lines one for each operation, number of threads and subject
 */
public record EverydayResult(
        @JsonUnwrapped Header header,
        EverydaySpec spec,
        Environment environment,
        ServerFacts server,
        Map<String, String> driverOptions,
        List<Line> lines)
        implements Result {

    /**
     * One operation of one subject.
     *
     * @param operation which one
     * @param threads how many have done it at the same time
     * @param subject which one
     * @param times how long it took; in JSON its members are members of the line
     * @param beside the same beside {@code jdbc}; likewise
     * @param cost what it took of the client, and asked of the server; likewise
     * @param blocks in the order in which they were measured
     */
    public record Line(
            String operation,
            int threads,
            String subject,
            @JsonUnwrapped Times times,
            @JsonUnwrapped Beside beside,
            @JsonUnwrapped Cost cost,
            List<Block> blocks) {

        /** Copies the blocks. */
        public Line {
            blocks = List.copyOf(blocks);
        }

        /**
         * Takes the medians of blocks.
         *
         * @param operation which one
         * @param threads how many have done it at the same time
         * @param subject which one
         * @param blocks at least one
         * @param jdbc the blocks of {@code jdbc} beside; empty for itself, and if that did not run
         * @param asked of the server by each operation
         * @return the line
         */
        public static Line of(
                EverydayOperation operation,
                int threads,
                EverydaySubject subject,
                List<Block> blocks,
                List<Block> jdbc,
                Asked asked) {
            double[] medians = blocks.stream().mapToDouble(Block::medianMicros).toArray();
            Bootstrap.Interval interval = Bootstrap.ofMedian(medians);
            Times times = new Times(
                    median(blocks, Block::medianMicros),
                    interval.low(),
                    interval.high(),
                    median(blocks, Block::p99Micros),
                    median(blocks, Block::perSecond));
            Beside beside = new Beside(null, null, null);
            if (!jdbc.isEmpty()) {
                Bootstrap.Interval ratio = Bootstrap.ofRatio(
                        jdbc.stream().mapToDouble(Block::medianMicros).toArray(), medians);
                beside = new Beside(times.medianMicros / median(jdbc, Block::medianMicros), ratio.low(), ratio.high());
            }
            Cost cost = new Cost(
                    median(blocks, Block::cpuMicros),
                    median(blocks, Block::allocatedBytes),
                    asked.roundTrips(),
                    asked.statements());
            return new Line(operation.word(), threads, subject.word(), times, beside, cost, blocks);
        }

        private static double median(List<Block> blocks, ToDoubleFunction<Block> figure) {
            return Medians.of(blocks.stream().mapToDouble(figure).boxed().toList());
        }
    }

    /**
     * How long an operation took: medians of the blocks.
     *
     * @param medianMicros the median
     * @param lowMicros the lower end of its 95 % interval, by bootstrap
     * @param highMicros its upper end
     * @param p99Micros 99 of 100 took no longer
     * @param perSecond operations of all threads a second
     */
    public record Times(double medianMicros, double lowMicros, double highMicros, double p99Micros, double perSecond) {}

    /**
     * The median beside that of {@code jdbc}; null for {@code jdbc}, and if that did not run.
     *
     * @param ofJdbc how many times as long it takes
     * @param ofJdbcLow the lower end of the 95 % interval, by bootstrap
     * @param ofJdbcHigh its upper end
     */
    public record Beside(
            @Nullable Double ofJdbc,
            @Nullable Double ofJdbcLow,
            @Nullable Double ofJdbcHigh) {}

    /**
     * The cost of an operation to the client, as medians of the blocks, and its requests to the server.
     *
     * @param cpuMicros processor time of all threads of the client, without compiler and garbage collector
     * @param allocatedBytes memory that was allocated by all threads of the client
     * @param roundTrips to the server; null for an engine in this process
     * @param statements that were handed to the driver
     */
    public record Cost(
            double cpuMicros,
            double allocatedBytes,
            @Nullable Double roundTrips,
            Double statements) {}

    /**
     * The requests of an operation to the server, on average.
     *
     * @param roundTrips how often the client sends something after the server has answered; null for an engine in this process
     * @param statements how many SQL statements are handed to the driver, COMMIT and ROLLBACK among them
     */
    public record Asked(@Nullable Double roundTrips, Double statements) {}

    /**
     * One subject's operations in a row, of all threads.
     *
     * @param done how many
     * @param seconds how long it went on
     * @param medianMicros half took no longer
     * @param p99Micros 99 of 100 took no longer
     * @param cpuMicros processor time of each
     * @param allocatedBytes memory that was allocated by each
     */
    public record Block(
            long done, double seconds, double medianMicros, double p99Micros, double cpuMicros, double allocatedBytes) {

        double perSecond() {
            return done / seconds;
        }
    }

    /** Copies the lines. */
    public EverydayResult {
        lines = List.copyOf(lines);
    }
}
