package dev.espalier.lab.result;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.espalier.lab.spec.EvolutionSpec;
import dev.espalier.lab.target.ServerFacts;

/**
 * Everything about one run of the pack {@code evolution}.
 *
 * @param header what every result begins with
 * @param spec the whole specification
 * @param environment the machine
 * @param server the target
 * @param changes one for each kind of change
 */
public record EvolutionResult(@JsonUnwrapped Header header, EvolutionSpec spec, Environment environment, ServerFacts server, List<Change> changes) implements Result {

    /**
     * One kind of change.
     *
     * @param name what changes
     * @param seconds of the library, from the call that opens the database to its end, one for each repeat
     * @param byHand seconds of the same change in SQL by hand, from the connection to its end; empty where there is none
     */
    public record Change(String name, List<Double> seconds, List<Double> byHand) {

        /** Copies the lists. */
        public Change {
            seconds = List.copyOf(seconds);
            byHand = List.copyOf(byHand);
        }

        /** @return the median of the library */
        public double median() {
            return median(seconds);
        }

        /** @return the median by hand; not a number where there is none */
        public double medianByHand() {
            return median(byHand);
        }

        /** @return the library's median by that by hand; not a number where there is none */
        public double ratio() {
            return median() / medianByHand();
        }

        private static double median(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            int size = sorted.size();
            return size == 0 ? Double.NaN : (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
        }
    }

    /** Copies the changes. */
    public EvolutionResult {
        changes = List.copyOf(changes);
    }
}
