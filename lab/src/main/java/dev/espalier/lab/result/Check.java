package dev.espalier.lab.result;

import java.util.List;

/**
 * A guarantee, and its violations.
 *
 * @param name one word
 * @param promise what must hold
 * @param looked at how many things it looked
 * @param violations one line for each place where it does not hold, at most {@link #MOST}
 * @param violationCount how many there are
 */
public record Check(String name, String promise, long looked, List<String> violations, long violationCount) {

    /** The maximum number of reported violations. */
    public static final int MOST = 20;

    /** Cuts the list. */
    public Check {
        violations = List.copyOf(violations.subList(0, Math.min(MOST, violations.size())));
    }

    /**
     * Returns the result of a check.
     *
     * @param name one word
     * @param promise what must hold
     * @param looked at how many things it looked
     * @param violations one line for each place where it does not hold
     * @return the check, with as many of them as are shown
     */
    public static Check of(String name, String promise, long looked, List<String> violations) {
        return new Check(name, promise, looked, violations, violations.size());
    }

    /** @return whether the promise was kept */
    public boolean holds() {
        return violationCount == 0;
    }
}
