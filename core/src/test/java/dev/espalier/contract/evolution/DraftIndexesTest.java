package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.error.ModelException;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.ModelDraft;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An index is added where there is none, and deleted where there is one: no addition takes uniqueness away. */
@Tag("pure")
class DraftIndexesTest {

    private static final ModelDraft DRAFT = ModelDraft.of(
            List.of(ClassDraft.of("Order", AttributeDraft.of("number", "long"), AttributeDraft.of("buyer", "Order"))),
            List.of(),
            List.of());

    private static ModelDraft indexed(ModelDraft draft) {
        return draft.addValueIndex("Order", "number");
    }

    private static ModelDraft unique(ModelDraft draft) {
        return draft.addUniqueValueIndex("Order", "number");
    }

    private static AttributeDraft attribute(ModelDraft draft, int at) {
        return draft.classes().get(0).attributes().get(at);
    }

    @Test
    void anIndexIsAddedAndDeleted() {
        assertThat(attribute(indexed(DRAFT), 0)).hasToString("number: long, index");
        assertThat(attribute(unique(DRAFT), 0)).hasToString("number: long, unique");
        assertThat(attribute(DRAFT.addRelationIndex("Order", "buyer"), 1)).hasToString("buyer: Order, index");
        assertThat(attribute(DRAFT.addUniqueRelationIndex("Order", "buyer"), 1)).hasToString("buyer: Order, unique");
        assertThat(attribute(unique(DRAFT).deleteValueIndex("Order", "number"), 0))
                .hasToString("number: long");
    }

    @Test
    void aSecondIndexIsRefused() {
        for (ModelDraft indexed : List.of(indexed(DRAFT), unique(DRAFT))) {
            assertThatThrownBy(() -> indexed(indexed))
                    .isInstanceOf(ModelException.class)
                    .hasMessage("Order.number: found the index already; expected none");
            assertThatThrownBy(() -> unique(indexed))
                    .isInstanceOf(ModelException.class)
                    .hasMessage("Order.number: found the index already; expected none");
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
