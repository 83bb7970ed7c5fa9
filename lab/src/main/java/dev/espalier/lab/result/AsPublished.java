package dev.espalier.lab.result;

import dev.espalier.lab.spec.SpecMembers;
import dev.espalier.lab.spec.SweepSpec;
import dev.espalier.lab.spec.SweepSpec.Cell;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One part of how a report was measured, beside the same part of a sweep.
 *
 * @param what the part, for example {@code rows}
 * @param published its value in the report
 * @param measured its values in the sweep, with commas between them
 * @param same whether both are equal
 */
public record AsPublished(String what, String published, String measured, boolean same) {

    /**
     * Compares a sweep with its report.
     *
     * @param plan of the sweep
     * @param report what was published
     * @return one line for each part that the report states, in its order; parts of loads that were not run are left out
     */
    public static List<AsPublished> of(SweepSpec plan, PublishedReport report) {
        List<AsPublished> lines = new ArrayList<>();
        report.setting().forEach((what, published) -> {
            String measured = String.join(", ", measured(plan, what));
            if (!measured.isEmpty()) {
                lines.add(new AsPublished(
                        what,
                        shown(published),
                        shown(measured),
                        Set.of(published.split(", ")).equals(Set.of(measured.split(", ")))));
            }
        });
        return lines;
    }

    private static Set<String> measured(SweepSpec plan, String what) {
        if (what.equals("connections")) {
            return plan.cells().stream()
                    .flatMap(cell -> cell.spec().connections().stream())
                    .sorted()
                    .map(String::valueOf)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }
        int colon = what.indexOf(": ");
        String member = what.substring(colon < 0 ? 0 : colon + 2);
        Set<String> values = new LinkedHashSet<>();
        for (Cell cell : plan.cells()) {
            Map<String, String> members = SpecMembers.of(cell.spec());
            if (colon < 0 || word(members.getOrDefault("load", "")).equals(what.substring(0, colon))) {
                values.add(
                        member.equals("rounds") && !members.containsKey(member)
                                ? Integer.toString(plan.repeats())
                                : word(members.getOrDefault(member, "nothing")));
            }
        }
        return values;
    }

    /** A constant as it is written on the command line; any other value as it is. */
    private static String word(String value) {
        return value.matches("[A-Z_]+") ? value.toLowerCase(Locale.ROOT).replace('_', '-') : value;
    }

    /** A large number is read more easily with commas; in a list they would be ambiguous. */
    private static String shown(String value) {
        return value.matches("\\d{5,}") ? String.format(Locale.ROOT, "%,d", Long.parseLong(value)) : value;
    }
}
