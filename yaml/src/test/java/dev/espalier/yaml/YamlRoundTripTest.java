package dev.espalier.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Model;
import dev.espalier.evolution.ModelDraft;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is written of a model is read as the same model: for each class of the tests of core that can be stored. */
class YamlRoundTripTest {

    @Test
    void theModelsOfAllTestClassesAreReadAsTheyWereWritten() throws Exception {
        int models = 0;
        for (String name : testClasses()) {
            Model model = model(name);
            if (model != null) {
                models++;
                ModelDraft draft = ModelDraft.of(model);
                String text = YamlModel.text(draft);
                assertThat(YamlModel.parse(text, name)).as(text).isEqualTo(draft);
                assertThat(ModelDraft.of(YamlModel.parse(text, name).toModel()))
                        .as(text)
                        .isEqualTo(draft);
            }
        }
        assertThat(models).isGreaterThan(300);
    }

    /** Core's tests are a folder when all modules are built together, and else a jar. */
    private static List<String> testClasses() throws Exception {
        Path place = Path.of(Class.forName("dev.espalier.contract.samples.Values")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isDirectory(place)) {
            return names(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return names(jar.getPath("/"));
        }
    }

    private static List<String> names(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".class")
                            && !file.toString().endsWith("package-info.class"))
                    .map(file -> root.relativize(file)
                            .toString()
                            .replace(".class", "")
                            .replaceAll("[/\\\\]", "."))
                    .sorted()
                    .toList();
        }
    }

    /** Null for a class that cannot be stored. */
    private static @Nullable Model model(String name) {
        try {
            return Model.of(Class.forName(name, false, YamlRoundTripTest.class.getClassLoader()));
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            return null;
        }
    }
}
