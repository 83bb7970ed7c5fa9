package dev.espalier.internal.search.total;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sums of many objects. */
@Tag("pure")
class SumsTest {

    @Test
    void wholeNumbersLeave64BitsOnTheWayAndAtTheEnd() {
        Sums sums = new Sums();
        sums.add(1, Long.MAX_VALUE);
        sums.add(1, Long.MAX_VALUE);
        sums.add(1, Long.MAX_VALUE);
        sums.add(2, Long.MIN_VALUE);
        sums.add(2, -1L);
        sums.add(2, Long.MAX_VALUE);
        assertThat(all(sums)).isEqualTo(Map.of(1L, "27670116110564327421 of 3", 2L, "-2 of 3"));
    }

    @Test
    void floatsOfAnySizeAreRoundedOnce() {
        Random random = new Random(20261127);
        for (int round = 0; round < 200; round++) {
            Sums sums = new Sums();
            BigDecimal exact = BigDecimal.ZERO;
            for (int i = 0; i < 40; i++) {
                double value = Math.scalb(random.nextDouble() - 0.5, random.nextInt(round + 1) * 10 - 5 * round);
                if (Double.isFinite(value)) {
                    sums.add(7, value);
                    exact = exact.add(new BigDecimal(value));
                }
            }
            double expected = exact.doubleValue();
            sums.forEach((id, at) -> assertThat(sums.rounded(at)).isEqualTo(expected));
        }
    }

    @Test
    void aSumOfFloatsBeyondTheirRangeComesBack() {
        Sums sums = new Sums();
        sums.add(1, Double.MAX_VALUE);
        sums.add(1, Double.MAX_VALUE);
        sums.add(1, -Double.MAX_VALUE);
        sums.forEach((id, at) -> assertThat(sums.rounded(at)).isEqualTo(Double.MAX_VALUE));
    }

    @Test
    void infiniteValuesMakeAnInfiniteSum() {
        Sums sums = new Sums();
        sums.add(1, 1.5);
        sums.add(1, Double.POSITIVE_INFINITY);
        sums.add(1, -2.5);
        sums.add(2, Double.POSITIVE_INFINITY);
        sums.add(2, Double.NEGATIVE_INFINITY);
        sums.add(3, 4.5);
        Map<Long, Double> infinite = new HashMap<>();
        sums.forEach((id, at) -> infinite.put(id, sums.infinite(at)));
        assertThat(infinite).isEqualTo(Map.of(1L, Double.POSITIVE_INFINITY, 2L, Double.NaN, 3L, 0.0));
        assertThat(all(sums).get(1L)).endsWith(" of 3");
    }

    @Test
    void everyObjectOfManyHasItsOwnSum() {
        Sums sums = new Sums();
        Map<Long, String> expected = new HashMap<>();
        for (long id = 1; id <= 5_000; id++) {
            sums.add(id << 33, new BigDecimal("0.10"));
        }
        for (long id = 1; id <= 5_000; id++) {
            sums.add(id << 33, BigDecimal.valueOf(id), 2);
            expected.put(id << 33, id + ".10 of 3");
        }
        assertThat(all(sums)).isEqualTo(expected);
    }

    private static Map<Long, String> all(Sums sums) {
        Map<Long, String> all = new HashMap<>();
        sums.forEach((id, at) -> all.put(id, sums.sum(at) + " of " + sums.count(at)));
        return all;
    }
}
