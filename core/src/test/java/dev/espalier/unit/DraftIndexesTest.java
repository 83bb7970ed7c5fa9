package dev.espalier.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.error.ModelException;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.ModelDraft;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An index is added where there is none, and deleted where there is one: no addition takes uniqueness away. */
@Tag("pure")
class DraftIndexesTest {

    private static final ModelDraft DRAFT = ModelDraft.of(
            List.of(ClassDraft.of("Order", AttributeDraft.of("number", "long"), AttributeDraft.of("buyer", "Order"))),
            List.of(),
            List.of());

    private static final UnaryOperator<ModelDraft> INDEX = draft -> draft.addValueIndex("Order", "number");
    private static final UnaryOperator<ModelDraft> UNIQUE = draft -> draft.addUniqueValueIndex("Order", "number");

    private static AttributeDraft attribute(ModelDraft draft, int at) {
        return draft.classes().get(0).attributes().get(at);
    }

    @Test
    void anIndexIsAddedAndDeleted() {
        assertThat(attribute(INDEX.apply(DRAFT), 0)).hasToString("number: long, index");
        assertThat(attribute(UNIQUE.apply(DRAFT), 0)).hasToString("number: long, unique");
        assertThat(attribute(DRAFT.addRelationIndex("Order", "buyer"), 1)).hasToString("buyer: Order, index");
        assertThat(attribute(DRAFT.addUniqueRelationIndex("Order", "buyer"), 1)).hasToString("buyer: Order, unique");
        assertThat(attribute(UNIQUE.apply(DRAFT).deleteValueIndex("Order", "number"), 0))
                .hasToString("number: long");
    }

    @Test
    void aSecondIndexIsRefused() {
        for (UnaryOperator<ModelDraft> first : List.of(INDEX, UNIQUE)) {
            for (UnaryOperator<ModelDraft> second : List.of(INDEX, UNIQUE)) {
                ModelDraft indexed = first.apply(DRAFT);
                assertThatThrownBy(() -> second.apply(indexed))
                        .isInstanceOf(ModelException.class)
                        .hasMessage("Order.number: found the index already; expected none");
            }
        }
    }

    @Test
    void anIndexThatIsNotThereIsNotDeleted() {
        assertThatThrownBy(() -> DRAFT.deleteValueIndex("Order", "number"))
                .hasMessage("Order.number: found no index; expected one");
        assertThatThrownBy(() -> DRAFT.addValueIndex("Order", "buyer"))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("buyer");
    }
}
