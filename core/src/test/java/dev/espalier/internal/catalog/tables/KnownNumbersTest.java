package dev.espalier.internal.catalog.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.catalog.tables.KnownNumbers.Run;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class KnownNumbersTest {

    @Test
    void consecutiveNumbersAreOneRun() {
        assertThat(new KnownNumbers(Set.of(3, 1, 9, 2)).runs()).containsExactly(new Run(1, 3), new Run(9, 9));
        assertThat(new KnownNumbers(Set.of()).runs()).isEmpty();
    }

    @Test
    void runsHaveTheSameNumbers() {
        Random random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            Set<Integer> numbers = new HashSet<>();
            int size = random.nextInt(30);
            while (numbers.size() < size) {
                numbers.add(random.nextInt(60));
            }
            KnownNumbers known = new KnownNumbers(numbers);
            assertThat(KnownNumbers.of(known.runs())).isEqualTo(known);
        }
    }
}
