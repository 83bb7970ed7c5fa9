package dev.espalier.internal.catalog.match;

import dev.espalier.internal.model.ObjectModel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The spelling of an answer in messages: an annotation of a Java class, or a key of a model file. */
public final class Answers {

    private static final Pattern NAMES = Pattern.compile("@Was\\(\\{?((?:\"[^\"]*\"(?:, )?)*)\\}?\\)");

    private Answers() {}

    /** The text as the model's author reads it: {@code was: [name]} in place of {@code @Was("name")} if the model has no Java classes. */
    public static String spelled(ObjectModel model, String text) {
        return model.hasJavaClasses()
                ? text
                : NAMES.matcher(text)
                        .replaceAll(names -> "was: ["
                                + Matcher.quoteReplacement(names.group(1).replace("\"", "")) + "]")
                        .replace("@Was", "was");
    }
}
