package dev.espalier.bench;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.espalier.lab.measure.Medians;
import dev.espalier.lab.result.Bootstrap;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.WholeFile;
import dev.espalier.lab.target.ServerFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one run of a benchmark.
 *
 * @param <S> what says what was run
 * @param header what every result begins with
 * @param spec what was run
 * @param environment the machine
 * @param server the target
 * @param lines one for each operation, state and subject
 */
public record BenchResult<S extends BenchSpec>(
        @JsonUnwrapped Header header, S spec, Environment environment, ServerFacts server, List<Line> lines) {

    /** Copies the lines. */
    public BenchResult {
        lines = List.copyOf(lines);
    }

    /**
     * One operation of one subject. Times are medians of the calls.
     *
     * @param operation which one
     * @param state what the program held
     * @param subject which one
     * @param answer of the first call; the same for all subjects
     * @param median the time of a call
     * @param ofJdbc beside that of {@code jdbc}; null for itself, and if that did not run
     * @param ofJdbcLow the lower end of the 95 % interval of the elapsed times' ratio, by bootstrap
     * @param ofJdbcHigh its upper end
     * @param asked of the database; in JSON its members are members of the line
     * @param calls each call
     */
    public record Line(
            String operation,
            State state,
            String subject,
            long answer,
            Took median,
            @Nullable Took ofJdbc,
            @Nullable Double ofJdbcLow,
            @Nullable Double ofJdbcHigh,
            @JsonUnwrapped Asked asked,
            List<Took> calls) {

        /** Copies the calls. */
        public Line {
            calls = List.copyOf(calls);
        }

        static Line of(Step<?> step, Subject subject, Asked asked, Took[] calls, Took @Nullable [] jdbc) {
            Took median = median(calls);
            if (jdbc == null) {
                return new Line(
                        step.operation(),
                        step.state(),
                        subject.word(),
                        asked.answer(),
                        median,
                        null,
                        null,
                        null,
                        asked,
                        List.of(calls));
            }
            Took other = median(jdbc);
            Bootstrap.Interval ratio = Bootstrap.ofRatio(elapsed(jdbc), elapsed(calls));
            return new Line(
                    step.operation(),
                    step.state(),
                    subject.word(),
                    asked.answer(),
                    median,
                    new Took(median.millis() / other.millis(), median.processorMillis() / other.processorMillis()),
                    ratio.low(),
                    ratio.high(),
                    asked,
                    List.of(calls));
        }

        private static double[] elapsed(Took[] calls) {
            return Arrays.stream(calls).mapToDouble(Took::millis).toArray();
        }

        private static Took median(Took[] calls) {
            return new Took(
                    Medians.of(Arrays.stream(calls).map(Took::millis).toList()),
                    Medians.of(Arrays.stream(calls).map(Took::processorMillis).toList()));
        }
    }

    /**
     * The time of a call, or how many times as long one takes as another.
     *
     * @param millis elapsed
     * @param processorMillis of all threads of the program, without the compiler and the garbage collector: on a machine that does other work it varies less
     */
    public record Took(double millis, double processorMillis) {}

    /**
     * The requests of the first call to the database.
     *
     * @param answer the operation's answer
     * @param statements that were handed to the driver; each row of a batch is one
     * @param roundTrips to the server; null for an engine in this process
     */
    public record Asked(
            @JsonIgnore long answer,
            long statements,
            @Nullable Long roundTrips) {}

    /** @return the file's name in the folder of a run */
    public String file() {
        return header.pack() + ".json";
    }

    /**
     * Writes the result.
     *
     * @param folder that exists
     * @return the file
     */
    public Path write(Path folder) throws IOException {
        return WholeFile.write(
                folder.resolve(file()),
                JsonMapper.builder()
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .build()
                        .writeValueAsString(this));
    }
}
