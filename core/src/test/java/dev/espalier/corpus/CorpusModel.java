package dev.espalier.corpus;

import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.schema.Schema;
import java.util.List;
import java.util.function.Supplier;

/**
 * A model of the corpus.
 *
 * @param folder where its queries are
 * @param classes those of its objects
 * @param populate makes new objects, always the same
 */
record CorpusModel(String folder, List<Class<?>> classes, Supplier<Population> populate) {

    static final List<CorpusModel> ALL =
            List.of(Published.MODEL, Persons.MODEL, Parts.MODEL, Units.MODEL, Library.MODEL, Shop.MODEL, Words.MODEL);

    static CorpusModel of(String folder) {
        return ALL.stream()
                .filter(model -> model.folder.equals(folder))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no model " + folder));
    }

    Class<?> type(String name) {
        return classes.stream()
                .filter(type -> ("." + type.getCanonicalName()).endsWith("." + name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(folder + " has no class " + name));
    }

    Class<?>[] array() {
        return classes.toArray(Class<?>[]::new);
    }

    Schema schema() {
        return Schema.of(ObjectModel.of(array()));
    }

    @Override
    public String toString() {
        return folder;
    }
}
