package dev.espalier.lab.spec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * The plan of a sweep: every combination of the options that have several values, each run as often as the others.
 *
 * @param pack what is run
 * @param axes the options with several values, by their names, and their values
 * @param cells the combinations
 * @param repeats rounds; each round runs every combination once
 * @param order of the combinations within a round
 * @param seed of a shuffled order
 */
public record SweepSpec(
        String pack, Map<String, List<String>> axes, List<Cell> cells, int repeats, Order order, long seed) {

    /** The order of the combinations within a round. */
    public enum Order {
        /** Drawn anew in each round: slow changes of the machine affect all combinations. */
        SHUFFLED,
        /** As planned in every odd round, backward in every even one: A B B A. */
        INTERLEAVED
    }

    /**
     * One combination.
     *
     * @param values of the axes, by their names; an option that has no effect in this combination is left out
     * @param spec what is run, with one number of connections and one repeat
     */
    public record Cell(Map<String, String> values, PackSpec spec) {

        /** Keeps the order of the values. */
        public Cell {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
            Objects.requireNonNull(spec, "found a combination without its spec");
        }

        /** @return for example {@code on mysql, way pool, connections 5} */
        public String title() {
            List<String> words = new ArrayList<>();
            values.forEach((name, value) -> words.add(name + " " + value));
            return words.isEmpty() ? spec.pack() : String.join(", ", words);
        }
    }

    private static final int MOST_RUNS = 10_000;

    /** Checks the ranges, and keeps the order of the axes. */
    public SweepSpec {
        Objects.requireNonNull(axes, "found no axes");
        Objects.requireNonNull(order, "found no order");
        axes = Collections.unmodifiableMap(new LinkedHashMap<>(axes));
        cells = List.copyOf(Objects.requireNonNull(cells, "found no combinations"));
        Ranges.check("--repeats", repeats, 1, 100);
        if (cells.isEmpty()) {
            throw new SpecException("lab sweep: found no combination, expected at least one");
        }
        if (cells.size() * repeats > MOST_RUNS) {
            throw new SpecException("lab sweep: found " + cells.size() + " combinations in " + repeats
                    + " rounds, expected at most " + MOST_RUNS + " runs");
        }
    }

    /**
     * One run of the plan.
     *
     * @param round counted from 0
     * @param cell its position in the list of combinations
     */
    public record Step(int round, int cell) {}

    /** @return all runs in their order, the same for each call */
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (int round = 0; round < repeats; round++) {
            List<Integer> order = new ArrayList<>();
            for (int cell = 0; cell < cells.size(); cell++) {
                order.add(cell);
            }
            if (this.order == Order.SHUFFLED) {
                Collections.shuffle(order, new Random(seed * 31 + round));
            } else if (round % 2 == 1) {
                Collections.reverse(order);
            }
            for (int cell : order) {
                steps.add(new Step(round, cell));
            }
        }
        return steps;
    }

    /** @return seconds of warm-up and measurement of one round; runs that end after a number of operations may be shorter, or longer */
    public long secondsOfRound() {
        return cells.stream()
                .mapToLong(cell -> cell.spec().loading().warmUpSeconds()
                        + cell.spec().loading().seconds())
                .sum();
    }

    /** @return whether the time of some runs is not known before: they end after a number of operations */
    public boolean isTimeUnknown() {
        return cells.stream()
                .anyMatch(cell -> cell.spec().loading().operations() > 0
                        || cell.spec() instanceof KeyValueSpec read
                                && read.reads().rounds() > 0);
    }
}
