package dev.espalier.internal.query;

import static dev.espalier.error.ErrorCode.OUTSIDE_MODEL;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.ModelException;
import dev.espalier.internal.Arguments;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Nearest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The class that a program names: a Java class, or by its name one that only a catalog describes.
 *
 * @param javaClass null for a name
 * @param name the name; of a Java class the full one
 */
public record NamedClass(@Nullable Class<?> javaClass, String name) {

    public NamedClass {
        requireNonNull(name);
    }

    public static NamedClass of(Class<?> javaClass) {
        return new NamedClass(
                javaClass, Arguments.required("type", javaClass, "a class").getName());
    }

    public static NamedClass of(String name) {
        return new NamedClass(null, Arguments.required("className", name, "the name of a class"));
    }

    /**
     * Its class in a model.
     *
     * @throws ModelException {@code outside-model} if there is none
     */
    PersistentClass in(ObjectModel model) {
        return javaClass == null ? in(model, name) : in(model, javaClass);
    }

    private static PersistentClass in(ObjectModel model, String name) {
        if (model.hasJavaClasses()) {
            throw new ModelException(
                    OUTSIDE_MODEL,
                    "found the name of a class, " + name
                            + "; expected a Java class, because this database was opened with"
                            + " a model. Open it with Database.openCatalog to use names");
        }
        PersistentClass type = model.find(name);
        if (type == null) {
            List<String> known =
                    model.classes().stream().map(PersistentClass::name).toList();
            throw new ModelException(
                    OUTSIDE_MODEL,
                    "found the class " + name + "; expected one of " + classes(model)
                            + Nearest.to(name, known)
                                    .map(meant -> "; did you mean " + meant + "?")
                                    .orElse(""));
        }
        return type;
    }

    /** @throws ModelException {@code outside-model} if the class is not in the model */
    static PersistentClass in(ObjectModel model, Class<?> javaClass) {
        PersistentClass type = model.find(javaClass);
        if (type == null) {
            throw new ModelException(
                    OUTSIDE_MODEL,
                    javaClass.getName()
                            + (model.hasJavaClasses()
                                    ? " is not in the model, which has "
                                            + classes(model) + "; "
                                            + model.adviceToName(javaClass)
                                    : ": this database was opened without Java classes; expected the name of one of "
                                            + classes(model)));
        }
        return type;
    }

    private static String classes(ObjectModel model) {
        return "[" + NameList.of(model.classes()) + "]";
    }

    /** The name in messages. */
    public String title() {
        return javaClass == null ? name : javaClass.getSimpleName();
    }
}
