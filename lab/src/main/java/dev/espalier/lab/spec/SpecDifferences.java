package dev.espalier.lab.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The differences between two runs of one pack. */
public final class SpecDifferences {

    private SpecDifferences() {}

    /**
     * Compares two specifications member by member.
     *
     * @param a of the run that is compared with
     * @param b of the run about which verdicts are given
     * @return for example {@code load READ_ONLY against POINT_SELECT}; empty if both ask for the same
     */
    public static List<String> of(PackSpec a, PackSpec b) {
        Map<String, String> membersA = SpecMembers.of(a);
        Map<String, String> membersB = SpecMembers.of(b);
        Set<String> names = new TreeSet<>(membersA.keySet());
        names.addAll(membersB.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            String valueA = membersA.getOrDefault(name, "nothing");
            String valueB = membersB.getOrDefault(name, "nothing");
            if (!Objects.equals(valueA, valueB)) {
                differences.add(name + " " + valueA + " against " + valueB);
            }
        }
        return differences;
    }
}
