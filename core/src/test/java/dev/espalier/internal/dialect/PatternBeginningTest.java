package dev.espalier.internal.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class PatternBeginningTest {

    private static final int[] CHARACTERS = {'a', 'b', '%', '_', '\\', 0x7f, 0xd7ff, 0xe000, 0xffff, 0x1f600, 0x10ffff};

    @Test
    void beginningEndsAtTheFirstWildcard() {
        assertThat(PatternBeginning.of("ab%c")).isEqualTo(new PatternBeginning("ab", "ac", false));
        assertThat(PatternBeginning.of("ab%")).isEqualTo(new PatternBeginning("ab", "ac", true));
        assertThat(PatternBeginning.of("ab%%")).isEqualTo(new PatternBeginning("ab", "ac", true));
        assertThat(PatternBeginning.of("ab%_")).isEqualTo(new PatternBeginning("ab", "ac", false));
        assertThat(PatternBeginning.of("ab")).isEqualTo(new PatternBeginning("ab", "ac", false));
        assertThat(PatternBeginning.of("%")).isEqualTo(new PatternBeginning("", "", true));
        assertThat(PatternBeginning.of("")).isEqualTo(new PatternBeginning("", "", false));
    }

    @Test
    void escapedWildcardIsPartOfTheBeginning() {
        assertThat(PatternBeginning.of("a\\%%")).isEqualTo(new PatternBeginning("a%", "a&", true));
        assertThat(PatternBeginning.of("a\\_\\\\_")).isEqualTo(new PatternBeginning("a_\\", "a_]", false));
        assertThat(PatternBeginning.of("a\\")).isEqualTo(new PatternBeginning("a\\", "a]", false));
    }

    @Test
    void firstTextBehindIsAWholeCharacter() {
        assertThat(PatternBeginning.after("a\ud7ff")).isEqualTo("a\ue000");
        assertThat(PatternBeginning.after("a\uffff")).isEqualTo("a" + Character.toString(0x10000));
        assertThat(PatternBeginning.after("a" + Character.toString(0x10ffff))).isEqualTo("b");
        assertThat(PatternBeginning.after(Character.toString(0x10ffff))).isEmpty();
    }

    @Test
    void cutBeginningHoldsForLongerTextsToo() {
        String face = Character.toString(0x1f600);
        assertThat(PatternBeginning.of(face + face + "%").cut(1))
                .isEqualTo(new PatternBeginning(face, Character.toString(0x1f601), false));
        assertThat(PatternBeginning.of(face + face + "%").cut(2)).isEqualTo(PatternBeginning.of(face + face + "%"));
    }

    /** By code point, as the language compares texts. */
    @Test
    void textsOfTheRangeAreThoseThatBeginSo() {
        List<String> texts = new ArrayList<>(List.of(""));
        for (int length = 0; length < 3; length++) {
            for (String text : List.copyOf(texts)) {
                for (int character : CHARACTERS) {
                    texts.add(text + Character.toString(character));
                }
            }
        }
        for (String beginning : texts.subList(1, 200)) {
            String after = PatternBeginning.after(beginning);
            assertThat(texts)
                    .allSatisfy(text -> assertThat(
                                    compare(text, beginning) >= 0 && (after.isEmpty() || compare(text, after) < 0))
                            .as(text + " and " + beginning)
                            .isEqualTo(text.startsWith(beginning)));
        }
    }

    private static int compare(String a, String b) {
        return Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
    }
}
