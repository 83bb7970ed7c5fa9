package dev.espalier.catalog;

import dev.espalier.model.ObjectModel;

/** The spelling of an answer in messages: an annotation of a Java class, or a key of a model file. */
final class Answers {

    private Answers() {}

    /** The text as the model's author reads it: {@code was: [name]} in place of {@code @Was("name")} where the model has no Java classes. */
    static String spelled(ObjectModel model, String text) {
        return model.hasJavaClasses() ? text : text.replaceAll("@Was\\(\"([^\"]*)\"\\)", "was: [$1]").replace("@Was({})", "was: []").replace("@Was", "was");
    }
}
