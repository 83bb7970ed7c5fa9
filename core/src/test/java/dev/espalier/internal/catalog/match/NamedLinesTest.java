package dev.espalier.internal.catalog.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import dev.espalier.internal.catalog.tables.StoredType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class NamedLinesTest {

    private static final int ATTRIBUTES = 2_000;

    @Test
    void theIndexFindsWhatAScanOfAllLinesFinds() {
        long seed = new Random().nextLong();
        Map<String, Line> lines = randomLines(new Random(seed));
        NamedLines named = new NamedLines(lines);

        List<String> wanted = names();
        wanted.add("unknown");
        for (String name : wanted) {
            assertThat(named.called(name)).as("called %s, seed %d", name, seed).isEqualTo(scanned(lines, name));
            assertThat(named.oldestCalled(name))
                    .as("oldest called %s, seed %d", name, seed)
                    .isEqualTo(lines.entrySet().stream()
                            .filter(line -> line.getValue().names().contains(name))
                            .map(Map.Entry::getKey)
                            .findFirst()
                            .orElse(null));
        }
    }

    @Test
    void linesAreReadOnceForAllNames() {
        AtomicInteger lookups = new AtomicInteger();
        Map<String, Line> counted = new LinkedHashMap<>(randomLines(new Random(1))) {
            @Override
            public @Nullable Line get(Object name) {
                lookups.incrementAndGet();
                return super.get(name);
            }

            @Override
            public Set<Map.Entry<String, Line>> entrySet() {
                lookups.addAndGet(size());
                return super.entrySet();
            }
        };
        NamedLines named = new NamedLines(counted);
        int found = 0;
        for (String name : names()) {
            found += named.called(name).size();
        }

        // Sorting looks at each line that was found a few times, and at no other one.
        assertThat(found).isBetween(ATTRIBUTES, 3 * ATTRIBUTES);
        assertThat(lookups.get()).isLessThan(20 * found);
    }

    private static List<String> scanned(Map<String, Line> lines, String name) {
        return lines.entrySet().stream()
                .filter(line ->
                        line.getKey().equals(name) || line.getValue().names().contains(name))
                .sorted(Map.Entry.comparingByValue(
                        Comparator.comparingInt(Line::number).reversed()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> names() {
        return new ArrayList<>(
                IntStream.range(0, ATTRIBUTES).mapToObj(i -> "field" + i).toList());
    }

    /** Each attribute has up to two names of others, as after many renames. */
    private static Map<String, Line> randomLines(Random random) {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (String name : names()) {
            Set<String> others = new HashSet<>();
            random.ints(random.nextInt(3), 0, ATTRIBUTES).forEach(i -> others.add("field" + i));
            lines.put(
                    name,
                    new Line(lines.size(), List.of(StoredType.of("int")), List.of(name), null, others, null, true));
        }
        return lines;
    }
}
