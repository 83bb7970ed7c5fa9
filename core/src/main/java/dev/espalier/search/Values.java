package dev.espalier.search;

import java.util.Arrays;
import java.util.UUID;

/** Compares what columns hold in the way that the language lays down and every engine is made to follow. */
final class Values {

    private Values() {
    }

    /**
     * @param a of the class in which a column's values travel
     * @param b of the same class
     */
    static int compare(Object a, Object b) {
        if (a instanceof String left) {
            return byCodePoint(left, (String) b);
        }
        if (a instanceof Double left) {
            // IEEE: zero and minus zero are equal. NaN is kept by no engine.
            return left.doubleValue() == (Double) b ? 0 : Double.compare(left, (Double) b);
        }
        if (a instanceof UUID left) {
            UUID right = (UUID) b;
            int high = Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
            return high != 0 ? high : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
        }
        if (a instanceof byte[] left) {
            return Arrays.compareUnsigned(left, (byte[]) b);
        }
        return compareNaturally(a, b);
    }

    @SuppressWarnings("unchecked") // booleans, numbers, dates and times, each with its own class
    private static int compareNaturally(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /** Java compares UTF-16 units, in which the characters beyond the first 65,536 come before some of those within. */
    private static int byCodePoint(String a, String b) {
        int mismatch = 0;
        int shorter = Math.min(a.length(), b.length());
        while (mismatch < shorter && a.charAt(mismatch) == b.charAt(mismatch)) {
            mismatch++;
        }
        if (mismatch == shorter) {
            return Integer.compare(a.length(), b.length());
        }
        char left = a.charAt(mismatch);
        char right = b.charAt(mismatch);
        boolean leftBeyond = Character.isSurrogate(left);
        return leftBeyond == Character.isSurrogate(right) ? Character.compare(left, right) : leftBeyond ? 1 : -1;
    }
}
