package dev.espalier.internal.formula;

import dev.espalier.internal.rql.Operator;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Compares column values in the order of the language, which is the same on every engine. */
public final class Values {

    private Values() {}

    /**
     * Compares two values of one column, or of one type that has the order of its column.
     *
     * @param a a value of the column's Java class
     * @param b a value of the same class
     */
    public static int compare(Object a, Object b) {
        if (a instanceof String left) {
            return byCodePoint(left, (String) b);
        }
        if (a instanceof Double left) {
            // IEEE: zero and minus zero are equal. No engine stores NaN.
            return left.doubleValue() == (Double) b ? 0 : Double.compare(left, (Double) b);
        }
        if (a instanceof UUID left) {
            UUID right = (UUID) b;
            int high = Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
            return high != 0
                    ? high
                    : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
        }
        if (a instanceof byte[] left) {
            return Arrays.compareUnsigned(left, (byte[]) b);
        }
        return compareNaturally(a, b);
    }

    /** Compares two numbers: integers and decimals exactly, as floats if one of them is a float. */
    static int compareNumbers(Object a, Object b) {
        if (a.getClass() == b.getClass()) {
            return compare(a, b);
        }
        return a instanceof Double || b instanceof Double
                ? compare(((Number) a).doubleValue(), ((Number) b).doubleValue())
                : exact(a).compareTo(exact(b));
    }

    public static boolean isFinite(Object number) {
        return !(number instanceof Double value) || Double.isFinite(value);
    }

    /** Returns the exact value of a finite number. */
    public static BigDecimal exact(Object number) {
        return number instanceof BigDecimal decimal
                ? decimal
                : number instanceof Double value ? new BigDecimal(value) : BigDecimal.valueOf((Long) number);
    }

    /** Compares the columns of one field in two rows, the most significant first. */
    public static int compareColumns(Object[] a, Object[] b) {
        int compared = 0;
        for (int i = 0; i < a.length && compared == 0; i++) {
            compared =
                    a[i] instanceof Number && b[i] instanceof Number ? compareNumbers(a[i], b[i]) : compare(a[i], b[i]);
        }
        return compared;
    }

    /** Returns whether the comparison holds for the values in two slots. Null is an empty slot, which equals nothing. */
    public static boolean holds(Object @Nullable [] a, Operator operator, Object[] b) {
        return a == null || b == null ? operator == Operator.NOT_EQUAL : operator.holds(compareColumns(a, b));
    }

    @SuppressWarnings("unchecked") // booleans, numbers, dates and times, each with its own class
    private static int compareNaturally(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /** Compares by code point. Java compares UTF-16 units, in which characters beyond U+FFFF come before some of the others. */
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
