package dev.espalier.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class HasherTest {

    /** More digits than a long has. */
    private static final int MOST_DIGITS = 40;

    @Test
    void equalDecimalsAreAddedAlikeWhateverTheirScale() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int digits = 0; digits <= MOST_DIGITS; digits++) {
            BigDecimal number = random(random, digits);
            for (int zeros = 0; zeros <= MOST_DIGITS; zeros++) {
                BigDecimal longer = number.setScale(number.scale() + zeros);
                assertThat(hash(longer)).as("%s, seed %d", longer, seed).isEqualTo(hash(number));
            }
        }
    }

    @Test
    void differentDecimalsAreAddedDifferently() {
        Random random = new Random(1);
        Set<BigDecimal> numbers = new HashSet<>();
        for (int digits = 0; digits <= MOST_DIGITS; digits++) {
            BigDecimal number = random(random, digits);
            for (BigDecimal near : new BigDecimal[] {
                number,
                number.negate(),
                number.add(number.ulp()),
                number.movePointRight(1),
                number.movePointLeft(1),
                number.movePointRight(MOST_DIGITS)
            }) {
                numbers.add(near.signum() == 0 ? BigDecimal.ZERO : near.stripTrailingZeros());
            }
        }
        assertThat(numbers.stream().map(HasherTest::hash)).doesNotHaveDuplicates();
    }

    private static BigDecimal random(Random random, int digits) {
        StringBuilder text = new StringBuilder("0");
        for (int i = 0; i < digits; i++) {
            text.append((char) ('0' + random.nextInt(10)));
        }
        return new BigDecimal(new BigInteger(text.toString()), random.nextInt(2 * MOST_DIGITS) - MOST_DIGITS);
    }

    private static long hash(BigDecimal number) {
        Hasher hasher = new Hasher();
        hasher.add(number);
        return hasher.result();
    }
}
