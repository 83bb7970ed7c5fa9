package dev.espalier.internal.catalog.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Permanent numbers as text, runs of them by their ends: {@code 1-14,16}. */
final class Numbers {

    private Numbers() {}

    static String text(Set<Integer> numbers) {
        List<String> runs = new ArrayList<>();
        int first = 0;
        int last = -1;
        for (int number : new TreeSet<>(numbers)) {
            if (number != last + 1 || last < 0) {
                add(runs, first, last);
                first = number;
            }
            last = number;
        }
        add(runs, first, last);
        return String.join(",", runs);
    }

    private static void add(List<String> runs, int first, int last) {
        if (last >= 0) {
            runs.add(first == last ? "" + first : first + "-" + last);
        }
    }

    static Set<Integer> parse(String text) {
        Set<Integer> numbers = new TreeSet<>();
        for (String run : text.isEmpty() ? new String[0] : text.split(",")) {
            int dash = run.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? run : run.substring(0, dash));
            int last = Integer.parseInt(run.substring(dash + 1));
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }
}
