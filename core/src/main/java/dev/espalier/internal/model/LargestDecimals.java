package dev.espalier.internal.model;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The bounds of the decimals that come from outside: parameters, files, columns. Computing with a larger one could take minutes, although its text is short: 1e30000000 has
 * thirty million digits.
 */
public final class LargestDecimals {

    /** The bounds, as messages say them. */
    public static final String EXPECTED = "a number of at most 131,072 digits before the point and 32,767 behind it";

    /** PostgreSQL keeps the most: 131,072 digits before the point, 16,383 behind it (manual, Numeric Types). */
    private static final int BEFORE = 131_072;

    /** {@link DecimalType} keeps as many, of which those that are no zeros at the end must fit the engine. */
    private static final int BEHIND = 32_767;

    /** The JDK reads digits in quadratic time. The rest is for signs, point and exponent. */
    private static final int LONGEST_TEXT = BEFORE + BEHIND + 20;

    private LargestDecimals() {}

    /**
     * Reads a decimal.
     *
     * @throws NumberFormatException if the text is no number
     * @throws IllegalArgumentException if it is beyond the bounds; the message is {@link #EXPECTED}
     */
    public static BigDecimal parse(String text) {
        if (text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(EXPECTED);
        }
        BigDecimal number = new BigDecimal(text);
        if (!include(number)) {
            throw new IllegalArgumentException(EXPECTED);
        }
        return number;
    }

    /**
     * Reads a whole number, which is written without an exponent.
     *
     * @throws NumberFormatException if the text is none
     * @throws IllegalArgumentException if it is beyond the bounds; the message is {@link #EXPECTED}
     */
    public static BigInteger parseWhole(String text) {
        if (text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(EXPECTED);
        }
        BigInteger number = new BigInteger(text);
        if (!include(number)) {
            throw new IllegalArgumentException(EXPECTED);
        }
        return number;
    }

    /** Whether the number is within the bounds. Those of the JDK that are no decimals are. */
    public static boolean include(Number number) {
        return number instanceof BigDecimal decimal
                ? include(decimal)
                : !(number instanceof BigInteger whole)
                        || whole.bitLength() <= BEFORE * 4L && include(new BigDecimal(whole));
    }

    private static boolean include(BigDecimal number) {
        return number.scale() <= BEHIND && (long) number.precision() - number.scale() <= BEFORE;
    }
}
