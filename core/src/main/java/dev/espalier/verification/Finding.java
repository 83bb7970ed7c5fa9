package dev.espalier.verification;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One kind of damage in one place.
 *
 * @param damage what is wrong
 * @param table the table it is in; empty where it is in none
 * @param part the column or the index, or empty
 * @param count how many rows, owners or objects have it
 * @param ids the smallest ids of the objects or owners that have it, {@link #MOST_IDS} at most
 */
public record Finding(Damage damage, String table, String part, long count, List<Long> ids) {

    /** How many ids are named at most. */
    public static final int MOST_IDS = 5;

    /**
     * Checks that all parts are there.
     *
     * @param damage what is wrong
     * @param table the table it is in; empty where it is in none
     * @param part the column or the index, or empty
     * @param count how many rows, owners or objects have it
     * @param ids the smallest ids of the objects or owners that have it
     */
    public Finding {
        Objects.requireNonNull(damage);
        Objects.requireNonNull(table);
        Objects.requireNonNull(part);
        ids = List.copyOf(ids);
    }

    /**
     * Whether {@code repair} cures it.
     *
     * @return true where it does
     */
    public boolean isRepairable() {
        return damage.isRepairable();
    }

    /** One line: what, where, how many, which. */
    @Override
    public String toString() {
        String place = table + (part.isEmpty() ? "" : "." + part);
        String some = ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return damage.text() + ": " + place + ", " + count + (count == 1 ? " time" : " times")
                + (ids.isEmpty() ? "" : ids.size() == 1 ? ", id " + some : ", ids " + some + (ids.size() == MOST_IDS && count > MOST_IDS ? ", ..." : ""))
                + (isRepairable() ? "; can be repaired" : "; cannot be repaired");
    }
}
