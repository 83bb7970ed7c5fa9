package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Model;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A draft of a model is the model: of all classes of the tests, and of random ones. */
class DraftsOfModelsTest {

    private static final int RANDOM_MODELS = 40;

    @Test
    @Tag("pure")
    void theModelOfADraftHasTheSameDraft() throws IOException {
        int models = 0;
        for (String name : testClasses()) {
            Model model = model(name);
            if (model != null) {
                models++;
                ModelDraft draft = ModelDraft.of(model);
                assertThat(draft.problems()).as(name).isEmpty();
                assertThat(ModelDraft.of(draft.toModel())).as(name).isEqualTo(draft);
            }
        }
        assertThat(models).isGreaterThan(300);
    }

    @OnEveryEngine
    void theDatabaseOfRandomClassesNeedsNoChangeForThemOrTheirDraft(TestDatabase database) {
        int models = Sample.of(database.engine().isServer() ? 3 : RANDOM_MODELS, database.engine());
        for (Seeds.Run run : Seeds.runs("DraftsOfModelsTest", models, 1)) {
            for (int i = 0; i < run.amount(); i++) {
                check(database, RandomModel.source(run.random(i)), "-Despalier.seed=" + (run.seed() + i));
            }
        }
    }

    private static void check(TestDatabase database, String source, String seed) {
        try {
            Model model = ModelClasses.of(source).model();
            ModelDraft draft = ModelDraft.of(model);
            assertThat(draft.problems()).as(source).isEmpty();
            assertThat(ModelDraft.of(draft.toModel())).as(source).isEqualTo(draft);
            database.clear();
            database.open(model, database.settings()).close();
            assertThat(SchemaAdmin.at(database.url(), database.settings())
                            .plan(model)
                            .steps())
                    .as(source)
                    .isEmpty();
            assertThat(SchemaAdmin.at(database.url(), database.settings())
                            .plan(draft.toModel())
                            .steps())
                    .as(source)
                    .isEmpty();
            ModelDraft stored = ModelDraft.ofDatabase(database.url(), database.settings());
            assertThat(SchemaAdmin.at(database.url(), database.settings())
                            .plan(stored.toModel())
                            .steps())
                    .as(source)
                    .isEmpty();
            assertThat(ModelDraft.of(stored.toModel())).as(source).isEqualTo(stored);
            database.clear();
            database.open(draft.toModel(), database.settings()).close();
            assertThat(SchemaAdmin.at(database.url(), database.settings())
                            .plan(model)
                            .steps())
                    .as(source)
                    .isEmpty();
            database.clear();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(seed + "\n" + source, e);
        }
    }

    /** The names of all classes of the tests. */
    private static List<String> testClasses() throws IOException {
        Path root = Path.of("target/test-classes");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".class") && !file.endsWith("package-info.class"))
                    .map(file -> root.relativize(file)
                            .toString()
                            .replace(".class", "")
                            .replace(java.io.File.separatorChar, '.'))
                    .sorted()
                    .toList();
        }
    }

    /** Null for a class that cannot be stored. */
    private static Model model(String name) {
        try {
            return Model.of(Class.forName(name, false, DraftsOfModelsTest.class.getClassLoader()));
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            return null;
        }
    }
}
