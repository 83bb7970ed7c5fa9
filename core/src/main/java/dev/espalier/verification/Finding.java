package dev.espalier.verification;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One kind of damage in one table, column or index.
 *
 * @param damage the kind of damage
 * @param table the damaged table; empty if there is none
 * @param part the column or the index, or empty
 * @param count the number of damaged rows, owners or objects
 * @param ids the smallest ids of damaged objects or owners, at most {@link #MOST_IDS}
 */
public record Finding(Damage damage, String table, String part, long count, List<Long> ids) {

    /** The maximum number of ids in one finding: 5. */
    public static final int MOST_IDS = 5;

    /**
     * Creates a finding with a copy of the list of ids. No argument may be null.
     *
     * @param damage the kind of damage
     * @param table the damaged table; empty if there is none
     * @param part the column or the index, or empty
     * @param count the number of damaged rows, owners or objects
     * @param ids the smallest ids of damaged objects or owners, at most {@link #MOST_IDS}
     */
    public Finding {
        Objects.requireNonNull(damage);
        Objects.requireNonNull(table);
        Objects.requireNonNull(part);
        ids = List.copyOf(ids);
    }

    /**
     * Returns whether {@link dev.espalier.health.Health#repair() Health.repair} repairs the damage of this finding.
     *
     * @return true if it does
     */
    public boolean isRepairable() {
        return damage.isRepairable();
    }

    /** Returns one line with the damage, its place, its count and ids. */
    @Override
    public String toString() {
        String place = table + (part.isEmpty() ? "" : "." + part);
        String some = ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return damage.text() + ": " + place + ", " + count + (count == 1 ? " time" : " times")
                + (ids.isEmpty()
                        ? ""
                        : ids.size() == 1
                                ? ", id " + some
                                : ", ids " + some + (ids.size() == MOST_IDS && count > MOST_IDS ? ", ..." : ""))
                + (isRepairable() ? "; can be repaired" : "; cannot be repaired");
    }
}
