package dev.espalier.internal.rql;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a misspelt name was meant to be. */
public final class Nearest {

    private Nearest() {}

    /**
     * The candidate with the fewest letters to change, add, drop or swap, not counting their case; of equally near ones the first.
     *
     * @param name what was written
     * @param candidates what would be right
     * @return absent if more than a third of the name's letters would have to change
     */
    public static Optional<String> to(String name, Collection<String> candidates) {
        int within = (name.length() + 1) / 3;
        String lower = name.toLowerCase(Locale.ROOT);
        record Found(String candidate, int distance) {}
        return candidates.stream()
                .filter(candidate -> Math.abs(candidate.length() - name.length()) <= within)
                .map(candidate -> new Found(candidate, distance(lower, candidate.toLowerCase(Locale.ROOT))))
                .filter(found -> found.distance() <= within)
                .min(Comparator.comparingInt(Found::distance))
                .map(Found::candidate);
    }

    /** The number of letters to change, add, drop or swap with their neighbour (optimal string alignment). */
    private static int distance(String a, String b) {
        int[][] rows = new int[3][b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            rows[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = rows[i % 3];
            int[] above = rows[(i - 1) % 3];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(above[j - 1] + change, Math.min(above[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], rows[(i - 2) % 3][j - 2] + 1);
                }
            }
        }
        return rows[a.length() % 3][b.length()];
    }
}
