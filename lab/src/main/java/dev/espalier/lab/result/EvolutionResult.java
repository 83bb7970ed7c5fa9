package dev.espalier.lab.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.espalier.lab.measure.PhasedResources;
import dev.espalier.lab.spec.EvolutionSpec;
import dev.espalier.lab.target.ServerFacts;
import java.util.List;

/**
 * Everything about one run of the pack {@code evolution}.
 *
 * @param header what every result begins with
 * @param spec the whole specification
 * @param environment the machine
 * @param server the target
 * @param changes one for each kind of change
 */
public record EvolutionResult(
        @JsonUnwrapped Header header,
        EvolutionSpec spec,
        Environment environment,
        ServerFacts server,
        List<Change> changes)
        implements Result {

    /**
     * One kind of change.
     *
     * @param name what changes
     * @param seconds of the library, from the call that opens the database to its end, one for each repeat
     * @param byHand seconds of the same change in SQL by hand, from the connection to its end; empty if there is none
     * @param writers what writers beside the library's change saw, one for each repeat; empty if there were none
     * @param writersByHand the same beside the change by hand
     * @param course what the machine did meanwhile, by phases
     */
    public record Change(
            String name,
            List<Double> seconds,
            List<Double> byHand,
            List<Waiting> writers,
            List<Waiting> writersByHand,
            @JsonUnwrapped PhasedResources course) {

        /** Copies the lists; a result of an earlier version has no writers. */
        public Change {
            seconds = List.copyOf(seconds);
            byHand = List.copyOf(byHand);
            writers = writers == null ? List.of() : List.copyOf(writers);
            writersByHand = writersByHand == null ? List.of() : List.copyOf(writersByHand);
        }

        /** Makes one without writers, of which nobody knows what the machine did. */
        public Change(String name, List<Double> seconds, List<Double> byHand) {
            this(name, seconds, byHand, List.of(), List.of(), PhasedResources.NONE);
        }

        /**
         * Returns the same change, with what the machine did meanwhile.
         *
         * @param seen by phases
         * @return a copy
         */
        public Change with(PhasedResources seen) {
            return new Change(name, seconds, byHand, writers, writersByHand, seen);
        }

        /** @return the median of the library */
        public double median() {
            return median(seconds);
        }

        /** @return the median by hand; not a number if there is none */
        public double medianByHand() {
            return median(byHand);
        }

        /** @return the library's median by that by hand; not a number if there is none */
        public double ratio() {
            return median() / medianByHand();
        }

        private static double median(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            int size = sorted.size();
            return size == 0 ? Double.NaN : (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
        }
    }

    /**
     * The changes of objects by programs that go on beside a change of the classes.
     *
     * @param before how many there were before it began
     * @param p99BeforeMillis the 99th percentile of their time, retries among it
     * @param during how many there were until it ended
     * @param p99DuringMillis the 99th percentile of their time; 0 if there were none
     */
    public record Waiting(long before, double p99BeforeMillis, long during, double p99DuringMillis) {}

    /** Copies the changes. */
    public EvolutionResult {
        changes = List.copyOf(changes);
    }
}
