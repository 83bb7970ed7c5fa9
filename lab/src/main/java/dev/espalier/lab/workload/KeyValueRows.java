package dev.espalier.lab.workload;

/**
 * The rows of the pack {@code key-value}: {@code keyvalue(id, value1, value2)}, ids from 1, values a pure function of seed and id.
 *
 * @param count how many
 * @param seed of the values
 */
public record KeyValueRows(long count, long seed) {

    private static final int VALUES = 1_000_000;
    /** Halves are exact in a double, and in whatever text a target may make of it. */
    private static final double HALF = 0.5;

    /**
     * Returns a row's whole number.
     *
     * @param id of the row
     * @return at least 0, less than a million
     */
    public int value1(long id) {
        return (int) Long.remainderUnsigned(new RandomStream(seed, id).nextLong(), VALUES);
    }

    /**
     * Returns a row's floating number.
     *
     * @param id of the row
     * @return a multiple of a half
     */
    public double value2(long id) {
        return (id % VALUES) * HALF + value1(id);
    }

    /**
     * Returns the part of a row's values in a checksum.
     *
     * @param value1 as it came
     * @param value2 as it came
     * @return differs, almost surely, where the values differ
     */
    public static long checksum(int value1, double value2) {
        return value1 * 31L + (long) (value2 / HALF);
    }
}
