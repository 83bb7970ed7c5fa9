package dev.espalier.internal.search.total;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Adds floats exactly, in any order, and rounds once. Two doubles hold the sum as long as they can; a value that they cannot take goes to a superaccumulator, which
 * has a place for each bit of a double: Neal 2015, Fast exact summation using small and large superaccumulators. For one thread.
 */
public final class FloatSum {

    /** Enough digits that rounding a quotient that is close to zero, and then to a double, equals rounding once. */
    private static final MathContext QUOTIENT = new MathContext(800);

    /** The bits of a quotient. A double has 53; another one, which is set if something is left over, tells how to round. */
    private static final int QUOTIENT_BITS = 66;

    /** The bits of the numbers that a limb takes. The rest of its 64 is for carries. */
    private static final int BITS = 32;

    private static final long MASK = (1L << BITS) - 1;
    /** The limbs that hold every double: the greatest is less than 2^2098 times the least. */
    private static final int LIMBS = 66;
    /** The additions, each of less than 2^33, after which a limb may be full. */
    private static final int FULL = 1 << 29;

    private static final BigDecimal LEAST = new BigDecimal(Double.MIN_VALUE);

    private final int full;
    /** The sum of both is exact; neither has digits that the other has. */
    private double high;

    private double low;
    /** The sum of values that are not finite, which only other programs write; 0 for none. */
    private double infinite;
    /** Limbs for the values that do not fit into the two doubles. Their value is the sum of each limb times 2^(32 * its place - 1074). Null as long as there are none. */
    private long @Nullable [] limbs;

    private int additions;
    /** The sum of limbs that were emptied because they were full, in multiples of the least double. */
    private BigInteger beyond = BigInteger.ZERO;

    /** Creates the sum of no values. */
    public FloatSum() {
        this(FULL);
    }

    /** @param full the additions after which limbs are emptied */
    FloatSum(int full) {
        this.full = full;
    }

    /** Adds a value. */
    public void add(double value) {
        double sum = high + value;
        double rest = lost(high, value, sum);
        double rests = low + rest;
        if (Double.isFinite(sum) && lost(low, rest, rests) == 0) {
            high = sum;
            low = rests;
        } else if (Double.isFinite(value)) {
            addToLimbs(value);
        } else {
            infinite += value;
        }
    }

    /** Returns what the sum of two numbers lacks, which is a float too: Knuth, The Art of Computer Programming, volume 2, 4.2.2, theorem B. */
    static double lost(double a, double b, double sum) {
        double part = sum - a;
        return (a - (sum - part)) + (b - part);
    }

    private void addToLimbs(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) & 0x7FF;
        long digits = bits & (1L << 52) - 1;
        if (exponent > 0) {
            digits |= 1L << 52;
            exponent--;
        }
        long lower = (digits & MASK) << exponent % BITS;
        long upper = (digits >>> BITS) << exponent % BITS;
        int at = exponent / BITS;
        int sign = bits < 0 ? -1 : 1;
        long[] all = limbs == null ? new long[LIMBS] : limbs;
        all[at] += sign * (lower & MASK);
        all[at + 1] += sign * ((lower >>> BITS) + (upper & MASK));
        all[at + 2] += sign * (upper >>> BITS);
        limbs = all;
        if (++additions == full) {
            beyond = beyond.add(whole(all));
            Arrays.fill(all, 0);
            additions = 0;
        }
    }

    private static BigInteger whole(long[] limbs) {
        BigInteger sum = BigInteger.ZERO;
        for (int i = limbs.length - 1; i >= 0; i--) {
            sum = sum.shiftLeft(BITS).add(BigInteger.valueOf(limbs[i]));
        }
        return sum;
    }

    /** Returns the sum of the finite values. */
    private BigDecimal exact() {
        BigDecimal sum = new BigDecimal(high).add(new BigDecimal(low));
        return limbs == null ? sum : sum.add(new BigDecimal(beyond.add(whole(limbs))).multiply(LEAST));
    }

    /** Returns the sum, rounded; not finite if it is too large, or a value is not finite. */
    public double rounded() {
        return infinite != 0 ? infinite : limbs == null ? high + low : exact().doubleValue();
    }

    /** Returns the average of so many values, rounded once; not finite if a value is not finite. */
    public double average(long count) {
        return infinite != 0 ? infinite : quotient(exact(), count);
    }

    /** Returns the quotient of a sum of floats and the number of them, rounded once. */
    public static double quotient(BigDecimal sum, long count) {
        BigInteger divisor = BigInteger.valueOf(count).multiply(BigInteger.TEN.pow(Math.max(0, sum.scale())));
        BigInteger dividend = sum.unscaledValue().abs().multiply(BigInteger.TEN.pow(Math.max(0, -sum.scale())));
        int shift = QUOTIENT_BITS + divisor.bitLength() - dividend.bitLength();
        if (shift - QUOTIENT_BITS > -Double.MIN_EXPONENT - 2) {
            return sum.divide(BigDecimal.valueOf(count), QUOTIENT).doubleValue();
        }
        BigInteger[] parts =
                dividend.shiftLeft(Math.max(0, shift)).divideAndRemainder(divisor.shiftLeft(Math.max(0, -shift)));
        BigInteger bits = parts[1].signum() == 0 ? parts[0] : parts[0].setBit(0);
        return Math.scalb(sum.signum() * bits.doubleValue(), -shift);
    }
}
