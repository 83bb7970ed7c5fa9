package dev.espalier.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.IdentityHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class ByIdentityTest {

    @Test
    void eachObjectHasItsOwnValueHoweverManyThereAre() {
        ByIdentity<String> table = new ByIdentity<>();
        Map<Object, String> expected = new IdentityHashMap<>();
        for (int i = 0; i < 100_000; i++) {
            Object object = new int[1];
            int place = table.find(object);
            assertThat(table.value(place)).isNull();
            table.add(place, object, "v" + i);
            expected.put(object, "v" + i);
        }
        expected.forEach((object, value) -> assertThat(table.get(object)).isEqualTo(value));
        assertThat(table.get(new int[1])).isNull();
    }

    @Test
    void equalObjectsAreTwo() {
        ByIdentity<String> table = new ByIdentity<>();
        String one = new String("same");
        String other = new String("same");
        table.add(table.find(one), one, "one");
        assertThat(table.get(other)).isNull();
        table.add(table.find(other), other, "other");
        assertThat(table.get(one)).isEqualTo("one");
        assertThat(table.get(other)).isEqualTo("other");
    }

    @Test
    void nothingIsLeftWhenItIsCleared() {
        ByIdentity<String> table = new ByIdentity<>();
        Object object = new Object();
        table.add(table.find(object), object, "before");
        for (int objects : new int[] {1, 100, 2, Integer.MAX_VALUE}) {
            table.clear(objects);
            assertThat(table.get(object)).isNull();
            table.add(table.find(object), object, "after");
            assertThat(table.get(object)).isEqualTo("after");
        }
    }
}
