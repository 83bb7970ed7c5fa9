package dev.espalier.corpus;

import java.util.ArrayList;
import java.util.List;

/** Where two sequences differ: the shortest way from one to the other. */
final class Difference {

    /** How many lines around a change are shown. */
    private static final int AROUND = 2;

    /**
     * A stretch of the first sequence that stands otherwise in the second; ends are exclusive.
     */
    record Change(int from, int to, int otherFrom, int otherTo) {}

    private Difference() {}

    /** The changes from one sequence to another, in order. */
    static List<Change> changes(List<String> one, List<String> other) {
        int[][] common = common(one, other);
        List<Change> changes = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < one.size() || j < other.size()) {
            int from = i;
            int otherFrom = j;
            while (i < one.size() || j < other.size()) {
                if (i < one.size() && j < other.size() && one.get(i).equals(other.get(j))) {
                    break;
                }
                if (j == other.size() || i < one.size() && common[i + 1][j] >= common[i][j + 1]) {
                    i++;
                } else {
                    j++;
                }
            }
            if (i > from || j > otherFrom) {
                changes.add(new Change(from, i, otherFrom, j));
            }
            while (i < one.size() && j < other.size() && one.get(i).equals(other.get(j))) {
                i++;
                j++;
            }
        }
        return changes;
    }

    /** How long the longest common sequence is from each pair of places on. */
    private static int[][] common(List<String> one, List<String> other) {
        int[][] common = new int[one.size() + 1][other.size() + 1];
        for (int i = one.size() - 1; i >= 0; i--) {
            for (int j = other.size() - 1; j >= 0; j--) {
                common[i][j] = one.get(i).equals(other.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    /** The changed lines of two texts with some around them, marked by minus and plus; empty if the texts are equal. */
    static String ofLines(String expected, String actual) {
        List<String> lines = List.of(expected.split("\n", -1));
        List<String> others = List.of(actual.split("\n", -1));
        StringBuilder shown = new StringBuilder();
        int next = 0;
        for (Change change : changes(lines, others)) {
            for (int i = Math.max(next, change.from() - AROUND); i < change.from(); i++) {
                shown.append("  ").append(lines.get(i)).append('\n');
            }
            lines.subList(change.from(), change.to())
                    .forEach(line -> shown.append("- ").append(line).append('\n'));
            others.subList(change.otherFrom(), change.otherTo())
                    .forEach(line -> shown.append("+ ").append(line).append('\n'));
            next = change.to();
            for (int i = next; i < Math.min(next + AROUND, lines.size()); i++) {
                shown.append("  ").append(lines.get(i)).append('\n');
            }
            next += AROUND;
        }
        return shown.toString();
    }
}
