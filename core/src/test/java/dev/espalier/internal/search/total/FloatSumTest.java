package dev.espalier.internal.search.total;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Exact sums of floats, beside those of decimals. */
@Tag("pure")
class FloatSumTest {

    private static final double LARGEST = Double.MAX_VALUE;
    private static final double LEAST = Double.MIN_VALUE;

    @Test
    void sumsOfAnyDoublesAreThoseOfDecimalsRoundedOnce() {
        Random random = new Random(20261127);
        for (int round = 0; round < 3_000; round++) {
            List<Double> values = new ArrayList<>();
            for (int i = 0; i <= round % 60; i++) {
                double any = Double.longBitsToDouble(random.nextLong());
                if (Double.isFinite(any)) {
                    values.add(any);
                }
            }
            assertSum(values, random);
        }
    }

    @Test
    void sumsOfSubnormalAndNearbyDoublesAreExact() {
        Random random = new Random(20261128);
        for (int round = 0; round < 1_000; round++) {
            List<Double> values = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                double fraction = random.nextDouble() - 0.5;
                values.add(round % 2 == 0 ? fraction * 0x1p-1021 : Math.scalb(fraction, random.nextInt(120) - 60));
            }
            assertSum(values, random);
        }
    }

    @Test
    void valuesThatCancelLeaveTheLeast() {
        Random random = new Random(20261129);
        for (int round = 0; round < 500; round++) {
            List<Double> values = new ArrayList<>(List.of(round % 3 * LEAST, -0.0));
            for (int i = 0; i < 30; i++) {
                double any = Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
                values.addAll(List.of(any, -any));
            }
            assertThat(assertSum(values, random)).isEqualTo(round % 3 * LEAST);
        }
    }

    @Test
    void sumsBeyondTheLargestDoubleComeBackOrAreInfinite() {
        assertThat(sum(LARGEST, LARGEST, -LARGEST, 1.0).rounded()).isEqualTo(LARGEST);
        assertThat(sum(LARGEST, LARGEST, -LARGEST, -LARGEST, LEAST).rounded()).isEqualTo(LEAST);
        assertThat(sum(LARGEST, LARGEST).rounded()).isInfinite();
        assertThat(sum(LARGEST, LARGEST).average(2)).isEqualTo(LARGEST);
        assertThat(sum(LARGEST, Math.ulp(LARGEST) / 4).rounded()).isEqualTo(LARGEST);
        assertThat(sum(LARGEST, Math.ulp(LARGEST) / 2).rounded()).isInfinite();
    }

    @Test
    void halvesBetweenDoublesAreRoundedByTheLastBit() {
        assertThat(sum(1.0, 0x1p-53).rounded()).isEqualTo(1.0);
        assertThat(sum(1.0, 0x1p-53, LEAST).rounded()).isEqualTo(1.0 + 0x1p-52);
        assertThat(sum(LEAST, 0x1p-53, 1.0, -0x1p-900, 0x1p-900).rounded()).isEqualTo(1.0 + 0x1p-52);
    }

    @Test
    void aSumOfZerosIsZeroWithoutSign() {
        assertThat(Double.compare(sum(-0.0, -0.0).rounded(), 0.0)).isZero();
        assertThat(Double.compare(sum(-1e300, 1e300, -0.0).rounded(), 0.0)).isZero();
    }

    @Test
    void valuesThatAreNotFiniteMakeTheSum() {
        assertThat(sum(1, Double.POSITIVE_INFINITY, -LARGEST).rounded()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(sum(Double.NEGATIVE_INFINITY, 3).average(2)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(sum(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY).rounded())
                .isNaN();
        assertThat(sum(LEAST, Double.NaN).rounded()).isNaN();
    }

    @Test
    void fullLimbsAreEmptied() {
        Random random = new Random(20261130);
        FloatSum sum = new FloatSum(7);
        BigDecimal exact = BigDecimal.ZERO;
        for (int i = 0; i < 1_000; i++) {
            double value = Math.scalb(random.nextDouble() - 0.5, random.nextInt(1_600) - 800);
            sum.add(value);
            exact = exact.add(new BigDecimal(value));
        }
        assertThat(sum.rounded()).isEqualTo(exact.doubleValue());
    }

    /** Returns the sum, which is the same in any order. */
    private static double assertSum(List<Double> values, Random random) {
        BigDecimal exact = values.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
        int count = Math.max(1, values.size());
        Collections.shuffle(values, random);
        FloatSum sum = sum(values.stream().mapToDouble(Double::doubleValue).toArray());
        assertThat(sum.rounded()).isEqualTo(exact.doubleValue());
        assertThat(sum.average(count))
                .isEqualTo(exact.divide(BigDecimal.valueOf(count), new MathContext(2_200))
                        .doubleValue());
        return sum.rounded();
    }

    private static FloatSum sum(double... values) {
        FloatSum sum = new FloatSum();
        Arrays.stream(values).forEach(sum::add);
        return sum;
    }
}
