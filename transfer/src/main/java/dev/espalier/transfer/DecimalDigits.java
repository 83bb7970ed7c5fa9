package dev.espalier.transfer;

import java.math.BigDecimal;

/** The digits that the decimals of a column have before and behind the point. For one thread. */
final class DecimalDigits {

    private long before;
    private long behind;

    /**
     * Adds a number.
     *
     * @throws IllegalArgumentException if one column of a Parquet file cannot hold it and those before
     */
    void add(BigDecimal number) {
        BigDecimal exact = number.stripTrailingZeros();
        before = Math.max(before, (long) exact.precision() - exact.scale());
        behind = Math.max(behind, exact.scale());
        if (before + behind > ParquetValues.DIGITS) {
            throw new IllegalArgumentException("found the decimal " + number
                    + "; a column of decimals in a Parquet file has " + ParquetValues.DIGITS
                    + " digits, and the numbers up to here have " + before + " before and " + behind
                    + " behind the point. Round them: round(..., 10)");
        }
    }

    /** Returns the usual number of digits behind the point if it holds all numbers, or else the one that comes next to it. */
    int scale() {
        return (int) Math.max(behind, Math.min(ParquetValues.SCALE, ParquetValues.DIGITS - before));
    }
}
