package dev.espalier.search;

import dev.espalier.rql.Operator;
import java.math.BigDecimal;
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

    /** Compares numbers of any two kinds: whole numbers and decimals exactly, and as floats where one is. */
    static int compareNumbers(Object a, Object b) {
        if (a.getClass() == b.getClass()) {
            return compare(a, b);
        }
        return a instanceof Double || b instanceof Double
                ? compare(((Number) a).doubleValue(), ((Number) b).doubleValue())
                : exact(a).compareTo(exact(b));
    }

    static boolean isFinite(Object number) {
        return !(number instanceof Double value) || Double.isFinite(value);
    }

    /** The exact value of a finite number. */
    static BigDecimal exact(Object number) {
        return number instanceof BigDecimal decimal ? decimal
                : number instanceof Double value ? new BigDecimal(value)
                : BigDecimal.valueOf((Long) number);
    }

    /** The columns of one place in two rows, the most significant first. */
    static int compareColumns(Object[] a, Object[] b) {
        int compared = 0;
        for (int i = 0; i < a.length && compared == 0; i++) {
            compared = a[i] instanceof Number && b[i] instanceof Number ? compareNumbers(a[i], b[i]) : compare(a[i], b[i]);
        }
        return compared;
    }

    /** Whether the values in two slots compare so; null stands for an empty slot, which is not equal to any. */
    static boolean holds(Object[] a, Operator operator, Object[] b) {
        return a == null || b == null ? operator == Operator.NOT_EQUAL : holds(compareColumns(a, b), operator);
    }

    /** Whether values compare so of which the first is less than, equal to or greater than the second. */
    private static boolean holds(int comparison, Operator operator) {
        return switch (operator) {
            case EQUAL -> comparison == 0;
            case NOT_EQUAL -> comparison != 0;
            case LESS -> comparison < 0;
            case LESS_OR_EQUAL -> comparison <= 0;
            case GREATER -> comparison > 0;
            case GREATER_OR_EQUAL -> comparison >= 0;
        };
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
