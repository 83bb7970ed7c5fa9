package dev.espalier.lab.spec;

import java.math.BigDecimal;

/** Checks that numbers are in a range. */
final class Ranges {

    private Ranges() {}

    static void check(String option, double found, double least, double most) {
        if (!(found >= least && found <= most)) {
            throw new SpecException(option + ": found " + plain(found) + ", expected a number from " + plain(least)
                    + " to " + plain(most));
        }
    }

    static String plain(double number) {
        return Double.isFinite(number)
                ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
                : String.valueOf(number);
    }
}
