package dev.espalier.internal.search.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The range of an operation is the least one with all its results. */
@Tag("pure")
class WholeRangeTest {

    private static WholeRange random(Random random) {
        int a = random.nextInt(13) - 6;
        int b = random.nextInt(13) - 6;
        return new WholeRange(BigInteger.valueOf(Math.min(a, b)), BigInteger.valueOf(Math.max(a, b)));
    }

    private static List<BigInteger> numbers(WholeRange range) {
        return Stream.iterate(range.least(), n -> n.compareTo(range.greatest()) <= 0, n -> n.add(BigInteger.ONE))
                .toList();
    }

    private static WholeRange of(WholeRange a, WholeRange b, BinaryOperator<BigInteger> operation) {
        List<BigInteger> results = numbers(a).stream()
                .flatMap(x -> numbers(b).stream().map(y -> operation.apply(x, y)))
                .sorted()
                .toList();
        return new WholeRange(results.get(0), results.get(results.size() - 1));
    }

    @Test
    void rangesAreThoseOfAllResults() {
        Random random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            WholeRange a = random(random);
            WholeRange b = random(random);
            assertThat(a.plus(b)).isEqualTo(of(a, b, BigInteger::add));
            assertThat(a.plus(b.negated())).isEqualTo(of(a, b, BigInteger::subtract));
            assertThat(a.times(b)).isEqualTo(of(a, b, BigInteger::multiply));
            assertThat(a.isWithin(b)).isEqualTo(numbers(b).containsAll(numbers(a)));
        }
    }

    @Test
    void theProductOfTheLeastNumbersNeedsOneBitMore() {
        WholeRange ints = WholeRange.ofBits(32);
        assertThat(ints.times(ints).isWithin(WholeRange.BITS_64)).isTrue();
        assertThat(ints.times(ints).greatest()).isEqualTo(BigInteger.ONE.shiftLeft(62));
        assertThat(WholeRange.BITS_64.negated().isWithin(WholeRange.BITS_64)).isFalse();
    }
}
