package dev.espalier.internal.catalog.tables;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The permanent numbers of the classes, attributes, enums and constants that a program knows. Immutable.
 *
 * @param isAny whether it may know any others, too
 */
public record KnownNumbers(Set<Integer> numbers, boolean isAny) {

    /** Those of a program whose rows somebody has deleted. */
    public static final KnownNumbers ANY = new KnownNumbers(Set.of(), true);

    public KnownNumbers(Set<Integer> numbers) {
        this(numbers, false);
    }

    public KnownNumbers {
        numbers = Set.copyOf(numbers);
    }

    /** Consecutive numbers, by the first and the last one. */
    public record Run(int first, int last) {}

    /** Returns the numbers of the rows of an open program: any if it has none. */
    public static KnownNumbers ofRows(List<Run> runs) {
        return runs.isEmpty() ? ANY : of(runs);
    }

    /** Returns the numbers of runs. */
    static KnownNumbers of(List<Run> runs) {
        Set<Integer> numbers = new HashSet<>();
        for (Run run : runs) {
            for (int number = run.first(); number <= run.last(); number++) {
                numbers.add(number);
            }
        }
        return new KnownNumbers(numbers);
    }

    /** Returns the numbers as the longest runs, in their order. */
    public List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        int[] sorted = numbers.stream().mapToInt(Integer::intValue).sorted().toArray();
        int first = 0;
        for (int i = 1; i <= sorted.length; i++) {
            if (i == sorted.length || sorted[i] != sorted[i - 1] + 1) {
                runs.add(new Run(sorted[first], sorted[i - 1]));
                first = i;
            }
        }
        return runs;
    }

    /** Whether it has one of these numbers. */
    public boolean hasAnyOf(Set<Integer> others) {
        return isAny ? !others.isEmpty() : others.stream().anyMatch(numbers::contains);
    }
}
