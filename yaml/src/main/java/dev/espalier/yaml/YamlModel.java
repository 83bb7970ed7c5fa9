package dev.espalier.yaml;

import static dev.espalier.error.ErrorCode.BAD_MODEL;

import dev.espalier.Model;
import dev.espalier.error.ModelException;
import dev.espalier.evolution.ModelDraft;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/**
 * A model as a YAML file, {@code espalier-model.yaml}: read, written, edited, and compared with the classes of a program. The reference
 * is {@code docs/reference/model-yaml.md}.
 *
 * <pre>{@code
 * class ModelFileTest {
 *     @Test
 *     void theModelFileIsThatOfTheClasses() {
 *         YamlModel.check(Path.of("espalier-model.yaml"), Model.of(Order.class));
 *     }
 * }
 * }</pre>
 */
public final class YamlModel {

    private YamlModel() {}

    /**
     * Reads a model file. Objects of the model are {@link dev.espalier.Node}s.
     *
     * @param file a YAML file in UTF-8
     * @return the model, for {@link dev.espalier.Database#open(String, Model)}
     * @throws ModelException {@code bad-model} with file, line and column of each mistake
     * @throws UncheckedIOException if the file cannot be read
     */
    public static Model read(Path file) {
        return new YamlReader(file.toString(), content(file)).model();
    }

    /**
     * Reads a model file as a draft, which can be changed.
     *
     * @param file a YAML file in UTF-8
     * @return the draft
     * @throws ModelException {@code bad-model} with file, line and column of each mistake
     * @throws UncheckedIOException if the file cannot be read
     */
    public static ModelDraft readDraft(Path file) {
        return new YamlReader(file.toString(), content(file)).draft();
    }

    /**
     * Reads the text of a model file as a draft.
     *
     * @param text YAML
     * @param name the name of the text in messages
     * @return the draft
     * @throws ModelException {@code bad-model} with line and column of each mistake
     */
    public static ModelDraft parse(String text, String name) {
        return new YamlReader(name, text).draft();
    }

    /**
     * Writes a draft as the text of a model file.
     *
     * @param draft the draft
     * @return YAML
     */
    public static String text(ModelDraft draft) {
        return YamlWriter.file(Tree.of(draft, Tree.prefix(draft)));
    }

    /**
     * Returns the Java package that most classes and enums of a draft have.
     *
     * @param draft the draft
     * @return the package; empty for none
     */
    public static String packageOf(ModelDraft draft) {
        String prefix = Tree.prefix(draft);
        return prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1);
    }

    /**
     * Writes a draft to a model file. Of a file that is there, only lines that have to differ are changed; others keep their order and their comments.
     *
     * @param file the file
     * @param draft the draft
     * @throws ModelException {@code bad-model} if the file is there, and is no model file
     * @throws UncheckedIOException if the file cannot be read or written
     */
    public static void write(Path file, ModelDraft draft) {
        String before = Files.exists(file) ? content(file) : "";
        String after = before.isBlank() ? text(draft) : edited(before, file.toString(), draft);
        try {
            if (!after.equals(before)) {
                Files.writeString(file, after);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": cannot be written: " + e.getMessage(), e);
        }
    }

    /**
     * Changes the text of a model file to that of another draft. Only lines that have to differ are changed; others keep their order and their comments.
     *
     * @param text YAML
     * @param name the name of the text in messages
     * @param draft the draft
     * @return the changed text
     * @throws ModelException {@code bad-model} if the text is no model file
     */
    public static String edited(String text, String name, ModelDraft draft) {
        YamlReader reader = new YamlReader(name, text);
        ModelDraft before = reader.draft();
        if (ModelDifference.between("", before, "", draft).isEmpty()) {
            return text;
        }
        String changed = changed(text, reader.root(), before, draft, reader.prefix());
        return changed == null ? text(draft) : changed;
    }

    /** Null if the lines cannot be changed one by one. */
    private static @Nullable String changed(
            String text, @Nullable Node root, ModelDraft before, ModelDraft draft, String prefix) {
        String changed = YamlEdit.changed(text, root, Tree.of(before, prefix), Tree.of(draft, prefix));
        try {
            return changed != null
                            && ModelDifference.between("", parse(changed, ""), "", draft)
                                    .isEmpty()
                    ? changed
                    : null;
        } catch (ModelException e) {
            return null;
        }
    }

    /**
     * Compares a model file with a model. The order of classes and attributes says nothing.
     *
     * @param file a YAML file in UTF-8
     * @param model the model, for example {@code Model.of(Order.class)}
     * @return a line for each difference; empty if there is none
     * @throws ModelException {@code bad-model} with file, line and column of each mistake
     * @throws UncheckedIOException if the file cannot be read
     */
    public static List<String> differences(Path file, Model model) {
        ModelDraft own = ModelDraft.of(model);
        ModelDraft read = readDraft(file);
        if (read.classes().isEmpty()) {
            return ModelDifference.between("the file", read, "the classes", own);
        }
        // The model of a file spells each type in one way, whatever the file does.
        return ModelDifference.between("the file", ModelDraft.of(read(file)), "the classes", own);
    }

    /**
     * Checks that a model file describes a model. For a test of the build.
     *
     * @param file a YAML file in UTF-8
     * @param model the model, for example {@code Model.of(Order.class)}
     * @throws AssertionError with a line for each difference
     * @throws ModelException {@code bad-model} with file, line and column of each mistake
     * @throws UncheckedIOException if the file cannot be read
     */
    public static void check(Path file, Model model) {
        List<String> differences = differences(file, model);
        if (!differences.isEmpty()) {
            throw new AssertionError(file + " differs from the classes:\n  " + String.join("\n  ", differences)
                    + "\nUpdate the file: espalier schema check " + file
                    + " --write, or YamlModel.write(file, ModelDraft.of(model))");
        }
    }

    private static String content(Path file) {
        try {
            String text = Files.readString(file);
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (NoSuchFileException e) {
            throw new UncheckedIOException(file + ": found no such file; expected a model file", e);
        } catch (CharacterCodingException e) {
            throw new ModelException(
                    BAD_MODEL, file + ":1:1: found bytes that are no UTF-8; expected a text in UTF-8", e);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }
}
