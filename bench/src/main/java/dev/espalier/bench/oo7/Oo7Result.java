package dev.espalier.bench.oo7;

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

/**
 * Everything about one run of OO7.
 *
 * @param header what every result begins with
 * @param spec what was run
 * @param environment the machine
 * @param server the target
 * @param lines one for each operation, state and subject
 */
public record Oo7Result(@JsonUnwrapped Header header, Oo7Spec spec, Environment environment, ServerFacts server, List<Line> lines) {

    /** The file's name in the folder of a run. */
    public static final String NAME = "oo7.json";

    /** Copies the lines. */
    public Oo7Result {
        lines = List.copyOf(lines);
    }

    /** What the program holds when an operation begins. */
    public enum State {
        /** Nothing. */
        COLD,
        /** The objects of the same operation before. */
        WARM
    }

    /**
     * One operation of one subject.
     *
     * @param operation which one
     * @param state what the program held
     * @param subject which one
     * @param answer of the first call; the same for all subjects
     * @param medianMillis the median of the calls
     * @param lowMillis the lower end of its 95 % interval, by bootstrap
     * @param highMillis its upper end
     * @param ofJdbc how many times as long as {@code jdbc} it takes; null for itself, and where that did not run
     * @param ofJdbcLow the lower end of the 95 % interval, by bootstrap
     * @param ofJdbcHigh its upper end
     * @param asked of the database; in JSON its members are members of the line
     * @param millis each call
     */
    public record Line(String operation, State state, String subject, long answer, double medianMillis, double lowMillis, double highMillis, Double ofJdbc,
                       Double ofJdbcLow, Double ofJdbcHigh, @JsonUnwrapped Asked asked, double[] millis) {

        static Line of(Oo7Operation operation, State state, Oo7Subject subject, Asked asked, double[] millis, double[] jdbc) {
            Bootstrap.Interval interval = Bootstrap.ofMedian(millis);
            Bootstrap.Interval ratio = jdbc == null ? null : Bootstrap.ofRatio(jdbc, millis);
            return new Line(operation.name(), state, subject.word(), asked.answer(), median(millis), interval.low(), interval.high(),
                    jdbc == null ? null : median(millis) / median(jdbc), ratio == null ? null : ratio.low(), ratio == null ? null : ratio.high(), asked, millis);
        }

        private static double median(double[] figures) {
            return Medians.of(Arrays.stream(figures).boxed().toList());
        }
    }

    /**
     * The requests of the first call to the database.
     *
     * @param answer the operation's answer
     * @param statements that were handed to the driver; each row of a batch is one
     * @param roundTrips to the server; null for an engine in this process
     */
    public record Asked(@JsonIgnore long answer, long statements, Long roundTrips) {}

    /**
     * Writes the result.
     *
     * @param folder where, which exists
     * @return the file
     */
    public Path write(Path folder) throws IOException {
        return WholeFile.write(folder.resolve(NAME), JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(this));
    }
}
