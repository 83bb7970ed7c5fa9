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

    @Test
    void numbersThatAreNotZeroMayComeBehindOthers() {
        IdMap map = new IdMap();
        for (long id = 1; id <= 100; id++) {
            map.putIfAbsent(id, 0);
        }
        for (long id = 101; id <= 300; id++) {
            map.putIfAbsent(id, id % 2 * id);
        }
        for (long id = 1; id <= 300; id++) {
            assertThat(map.get(id)).isEqualTo(id > 100 ? id % 2 * id : 0);
        }
        assertThat(map.get(301)).isEqualTo(IdMap.ABSENT);
    }
}
