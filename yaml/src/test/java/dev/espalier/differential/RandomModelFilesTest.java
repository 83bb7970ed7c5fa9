package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.testing.Sample;
import dev.espalier.yaml.YamlModel;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Files of random models are read as they were written, and become any other model by an edit. Stands in this package for the random models of core's tests. */
class RandomModelFilesTest {

    private static final int MODELS = Sample.of(160);

    @Test
    void filesOfRandomModelsAreReadAndEdited() {
        Random random = new Random(11_23);
        ModelDraft before = ModelDraft.empty();
        String text = YamlModel.text(before);
        for (int i = 0; i < MODELS; i++) {
            ModelDraft draft =
                    ModelDraft.of(ModelClasses.of(RandomModel.source(random)).model());
            String written = YamlModel.text(draft);
            assertThat(YamlModel.parse(written, "written")).as(written).isEqualTo(draft);
            String edited = YamlModel.edited("# a comment\n" + text, "edited", draft);
            assertThat(YamlModel.edited(edited, "again", draft)).as(edited).isEqualTo(edited);
            assertThat(sorted(YamlModel.parse(edited, "edited"))).as(edited).isEqualTo(sorted(draft));
            ModelDraft smaller = draft;
            while (!smaller.classes().isEmpty()
                    && !smaller.classes().get(0).attributes().isEmpty()
                    && random.nextInt(4) > 0) {
                String owner = smaller.classes().get(0).name();
                smaller = smaller.deleteAttribute(
                        owner, smaller.classes().get(0).attributes().get(0).name());
            }
            String less = YamlModel.edited("# a comment\n" + written, "less", smaller);
            assertThat(less).startsWith("# a comment\n");
            assertThat(YamlModel.parse(less, "less")).isEqualTo(smaller);
            before = draft;
            text = written;
        }
    }

    private static String sorted(ModelDraft draft) {
        return draft.classes().stream()
                        .map(type -> type.withAttributes(type.attributes().stream()
                                .sorted(Comparator.comparing(AttributeDraft::name))
                                .toList()))
                        .map(Object::toString)
                        .sorted()
                        .toList()
                + ""
                + draft.records().stream()
                        .map(type -> type.withComponents(type.components().stream()
                                .sorted(Comparator.comparing(AttributeDraft::name))
                                .toList()))
                        .map(Object::toString)
                        .sorted()
                        .toList()
                + draft.enums().stream().map(Object::toString).sorted().toList();
    }
}
