package dev.espalier.internal.search;

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
        assertThat(FloatScale.of(Double.MIN_NORMAL / 2, Double.MIN_VALUE, 1_000))
                .contains(new FloatScale(List.of(0x1.8p-1012)));
    }

    @Test
    void aMillionPricesAreHeldByThreeLevels() {
        assertThat(FloatScale.of(9_999.99, 0.01, 1_000_000).orElseThrow().levels(COLUMN))
                .hasSize(3);
        assertThat(FloatScale.of(9_999.99, 1_000, 1_000).orElseThrow().levels(COLUMN))
                .hasSize(2);
        assertThat(FloatScale.of(0, 1, 0)).isPresent();
    }

    @Test
    void valuesThatAreFarApartOrNotFiniteAreNotHeld() {
        assertThat(FloatScale.of(1e300, 1e-300, 2)).isEmpty();
        assertThat(FloatScale.of(1, 0x1p-100, 1_000_000)).isEmpty();
        assertThat(FloatScale.of(Double.MAX_VALUE, Double.MAX_VALUE, 2)).isEmpty();
        assertThat(FloatScale.of(Double.POSITIVE_INFINITY, 1, 2)).isEmpty();
        assertThat(FloatScale.of(Double.NaN, 1, 2)).isEmpty();
    }

    /** Returns whether levels hold the values. */
    private static boolean assertLevels(double[] values, Random random) {
        double greatest = Arrays.stream(values).map(Math::abs).max().orElse(0);
        double least =
                Arrays.stream(values).map(Math::abs).filter(x -> x > 0).min().orElse(1);
        Optional<FloatScale> scale = FloatScale.of(greatest, least, values.length);
        if (scale.isEmpty()) {
            return false;
        }
        BigDecimal exact = Arrays.stream(values).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal found = BigDecimal.ZERO;
        for (Expression level : scale.get().levels(COLUMN)) {
            List<Double> parts = new ArrayList<>();
            Arrays.stream(values).forEach(value -> parts.add(value(level, value)));
            Collections.shuffle(parts, random);
            found = found.add(new BigDecimal(parts.stream().reduce(0.0, Double::sum)));
        }
        assertThat(found).isEqualByComparingTo(exact);
        return true;
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
