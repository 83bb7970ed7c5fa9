package dev.espalier.internal.model;

import java.math.BigDecimal;

/** Numbers in a query's text. */
final class Numbers {

    /** Beyond this no engine keeps a number, and computing with it (1e999999999 has a gigabyte of digits) could stall a query. */
    private static final int MAX_DIGITS = 1_000;

    private Numbers() {}

    static BigDecimal parse(String text) {
        if (text.length() <= MAX_DIGITS) {
            try {
                BigDecimal number = new BigDecimal(text);
                if (Math.abs((long) number.scale()) <= MAX_DIGITS) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("a number such as 42 or 2.5", e);
            }
        }
        throw new IllegalArgumentException("a number of at most 1,000 digits");
    }
}
