package dev.espalier.internal.catalog.tables;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class SharedTextsTest {

    private final SharedTexts texts = new SharedTexts();

    @Test
    void equalTextsAreOne() {
        String first = texts.shared(new String("dog"));
        assertThat(texts.shared(new String("dog"))).isSameAs(first);
    }

    @Test
    void textsThatDifferStayApartThoughTheirHashesAreEqual() {
        assertThat(texts.shared("Aa")).isEqualTo("Aa");
        assertThat(texts.shared("BB")).isEqualTo("BB");
        assertThat(texts.shared("Aa")).isEqualTo("Aa");
    }

    @Test
    void eachOfManyTextsIsItself() {
        for (int i = 0; i < 20_000; i++) {
            assertThat(texts.shared("dog" + i)).isEqualTo("dog" + i);
        }
    }
}
