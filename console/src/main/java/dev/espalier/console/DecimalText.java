package dev.espalier.console;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Reads the numbers that people and scripts write, up to the digits that any engine keeps: computing with 1e30000000 would take minutes. */
final class DecimalText {

    static final String EXPECTED = "a number of at most 131,072 digits before the point and 32,767 behind it";

    private static final int BEFORE = 131_072;
    private static final int BEHIND = 32_767;

    /** The JDK reads digits in quadratic time. The rest is for signs, point and exponent. */
    private static final int LONGEST = BEFORE + BEHIND + 20;

    private DecimalText() {}

    /** A number that has too many digits. */
    static final class TooLarge extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        TooLarge() {
            super("found a number with more digits than any engine keeps; expected " + EXPECTED);
        }
    }

    /**
     * Reads a decimal.
     *
     * @throws NumberFormatException if the text is none
     * @throws TooLarge if it has too many digits
     */
    static BigDecimal decimal(String text) {
        if (text.length() > LONGEST) {
            if (text.chars().allMatch(letter -> letter >= '0' && letter <= '9' || "+-.eE".indexOf(letter) >= 0)) {
                throw new TooLarge();
            }
            throw new NumberFormatException();
        }
        BigDecimal number = new BigDecimal(text);
        if (number.scale() > BEHIND || (long) number.precision() - number.scale() > BEFORE) {
            throw new TooLarge();
        }
        return number;
    }

    /** Reads a whole number, which is written without an exponent. */
    static BigInteger whole(String text) {
        if (text.length() > LONGEST) {
            throw new TooLarge();
        }
        return new BigInteger(text);
    }
}
