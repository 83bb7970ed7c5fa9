package dev.espalier.internal.search.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.sql.Expression;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sums by levels, as an engine makes them: by additions of doubles, in any order. */
@Tag("pure")
class FloatScaleTest {

    private static final Expression.ColumnOf COLUMN =
            new Expression.ColumnOf("t", new Column("weight", ColumnType.DOUBLE, true, false));

    @Test
    void levelsOfAnyDoublesAddUpExactlyInAnyOrder() {
        Random random = new Random(20261127);
        int held = 0;
        for (int round = 0; round < 5_000; round++) {
            int count = 1 + random.nextInt(round % 50 == 0 ? 5_000 : 40);
            int middle = random.nextInt(2_200) - 1_100;
            int width = 1 + random.nextInt(160);
            double[] values = random.doubles(count, -1, 1)
                    .map(fraction -> random.nextInt(10) == 0 ? 0 : Math.scalb(fraction, middle + random.nextInt(width)))
                    .filter(Double::isFinite)
                    .toArray();
            held += assertLevels(values, random) ? 1 : 0;
        }
        assertThat(held).isBetween(1_000, 4_000);
    }

    @Test
    void levelsHoldValuesAtTheirBounds() {
        Random random = new Random(20261128);
        for (int exponent = -1074; exponent < 1010; exponent += 1 + random.nextInt(12)) {
            double[] values = new double[1 + random.nextInt(2_000)];
            double greatest = Math.nextDown(Math.scalb(1.0, exponent + 1));
            double least = Math.nextUp(Math.scalb(1.0, exponent - random.nextInt(20)));
            for (int i = 0; i < values.length; i++) {
                values[i] = (random.nextInt(9) == 0 ? -1 : 1) * (random.nextInt(9) == 0 ? least : greatest);
            }
            assertThat(assertLevels(values, random)).isTrue();
        }
    }

    @Test
    void subnormalValuesAreRoundedByANormalNumber() {
        assertThat(FloatScale.of(new FloatRange(Double.MIN_NORMAL / 2, Double.MIN_VALUE, 1_000)))
                .contains(new FloatScale(-1021, 10, -1108, List.of(0x1.8p-1012)));
    }

    @Test
    void aMillionPricesAreHeldByThreeLevels() {
        assertThat(FloatScale.of(new FloatRange(9_999.99, 0.01, 1_000_000))
                        .orElseThrow()
                        .levels(COLUMN))
                .hasSize(3);
        assertThat(FloatScale.of(new FloatRange(9_999.99, 1_000, 1_000))
                        .orElseThrow()
                        .levels(COLUMN))
                .hasSize(2);
        assertThat(FloatScale.of(new FloatRange(0, Double.MAX_VALUE, 0))).isPresent();
    }

    @Test
    void valuesThatAreFarApartOrNotFiniteAreNotHeld() {
        assertThat(FloatScale.of(new FloatRange(1e300, 1e-300, 2))).isEmpty();
        assertThat(FloatScale.of(new FloatRange(1, 0x1p-100, 1_000_000))).isEmpty();
        assertThat(FloatScale.of(new FloatRange(Double.MAX_VALUE, Double.MAX_VALUE, 2)))
                .isEmpty();
        assertThat(FloatScale.of(new FloatRange(Double.POSITIVE_INFINITY, 1, 2)))
                .isEmpty();
        assertThat(FloatScale.of(new FloatRange(Double.NaN, 1, 2))).isEmpty();
    }

    @Test
    void aScaleHoldsNoValuesThatItsLevelsWouldRound() {
        FloatScale scale = FloatScale.of(new FloatRange(9_999.99, 0.01, 1_000)).orElseThrow();
        assertThat(scale.holds(new FloatRange(9_999.99, 0.01, 1_000))).isTrue();
        assertThat(scale.holds(new FloatRange(1, 1, 1))).isTrue();
        assertThat(scale.holds(new FloatRange(0, Double.MAX_VALUE, 1_000))).isTrue();
        assertThat(scale.holds(new FloatRange(16_384, 0.01, 1_000))).isFalse();
        assertThat(scale.holds(new FloatRange(9_999.99, 0x1p-100, 1_000))).isFalse();
        assertThat(scale.holds(new FloatRange(9_999.99, 0.01, 1_024))).isFalse();
        assertThat(scale.holds(new FloatRange(Double.POSITIVE_INFINITY, 0.01, 2)))
                .isFalse();
        assertThat(scale.holds(new FloatRange(Double.NaN, 0.01, 2))).isFalse();
    }

    @Test
    void valuesThatAScaleOfOthersHoldsAddUpExactly() {
        Random random = new Random(20261129);
        int held = 0;
        for (int round = 0; round < 20_000; round++) {
            double[] before = doubles(random, 1 + random.nextInt(40));
            double[] values = doubles(random, 1 + random.nextInt(80));
            Optional<FloatScale> scale = FloatScale.of(range(before)).filter(one -> one.holds(range(values)));
            if (scale.isPresent()) {
                assertLevels(scale.get(), values, random);
                held++;
            }
        }
        assertThat(held).isBetween(2_000, 18_000);
    }

    private static double[] doubles(Random random, int count) {
        int middle = random.nextInt(20);
        int width = 1 + random.nextInt(60);
        return random.doubles(count, -1, 1)
                .map(fraction -> Math.scalb(fraction, middle + random.nextInt(width)))
                .toArray();
    }

    /** Returns whether levels hold the values. */
    private static boolean assertLevels(double[] values, Random random) {
        Optional<FloatScale> scale = FloatScale.of(range(values));
        if (scale.isEmpty()) {
            return false;
        }
        assertThat(scale.get().holds(range(values))).isTrue();
        assertLevels(scale.get(), values, random);
        return true;
    }

    private static void assertLevels(FloatScale scale, double[] values, Random random) {
        BigDecimal exact = Arrays.stream(values).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal found = BigDecimal.ZERO;
        for (Expression level : scale.levels(COLUMN)) {
            List<Double> parts = new ArrayList<>();
            Arrays.stream(values).forEach(value -> parts.add(value(level, value)));
            Collections.shuffle(parts, random);
            found = found.add(new BigDecimal(parts.stream().reduce(0.0, Double::sum)));
        }
        assertThat(found).isEqualByComparingTo(exact);
    }

    private static FloatRange range(double... values) {
        return new FloatRange(
                Arrays.stream(values).map(Math::abs).max().orElse(0),
                Arrays.stream(values).map(Math::abs).filter(x -> x > 0).min().orElse(Double.MAX_VALUE),
                values.length);
    }

    private static double value(Expression expression, double column) {
        if (expression instanceof Expression.Rounded rounded) {
            double shift = (Double) rounded.shift().value();
            return value(rounded.number(), column) + shift - shift;
        }
        return expression instanceof Expression.Minus minus
                ? value(minus.left(), column) - value(minus.right(), column)
                : column;
    }
}
