package dev.espalier.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class IdMapTest {

    @Test
    void idMapAgreesWithAHashMap() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<Long, Long> expected = new HashMap<>();
        IdMap map = new IdMap(random.nextInt(100));
        for (int i = 0; i < 20_000; i++) {
            long id = random.nextBoolean() ? 1 + random.nextInt(10_000) : random.nextLong() | 1;
            long value = random.nextInt(Integer.MAX_VALUE);
            boolean isNew = !expected.containsKey(id);
            expected.putIfAbsent(id, value);

            assertThat(map.putIfAbsent(id, value)).as("seed %d", seed).isEqualTo(isNew);
        }
        assertThat(map.size()).isEqualTo(expected.size());
        expected.forEach(
                (id, value) -> assertThat(map.get(id)).as("seed %d", seed).isEqualTo(value));
        for (int i = 0; i < 1_000; i++) {
            long id = random.nextLong() | 1;
            assertThat(map.contains(id)).as("seed %d", seed).isEqualTo(expected.containsKey(id));
        }
    }
}
