package dev.espalier.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.ModelDraft;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NameListTest {

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    @Test
    void fewNamesAreAllListed() {
        assertThat(NameList.of(numbers(2))).isEqualTo("0, 1");
        assertThat(NameList.lines(numbers(2))).isEqualTo("0\n  1");
    }

    @Test
    void ofManyNamesSomeAreListed() {
        assertThat(NameList.of(numbers(300))).endsWith("10, 11 and 288 more");
        assertThat(NameList.lines(numbers(300))).endsWith("10\n  11\n  and 288 more");
    }

    @Test
    void draftsOfManyClassesListSome() {
        ModelDraft draft = ModelDraft.empty();
        for (int i = 0; i < 300; i++) {
            draft = draft.addClass(ClassDraft.of("Class" + i, AttributeDraft.of("name", "String")));
        }
        ModelDraft many = draft;
        assertThat(catchThrowable(() -> many.addAttribute("Missing", AttributeDraft.of("name", "String"))))
                .hasMessageContaining(" and 288 more");
        assertThat(catchThrowable(() -> many.addRelation("Class1", AttributeDraft.of("text", "String"))))
                .hasMessageContaining(" and 288 more");
    }
}
