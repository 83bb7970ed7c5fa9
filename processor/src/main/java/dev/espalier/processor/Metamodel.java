package dev.espalier.processor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One class to be generated.
 *
 * @param name its simple name, for example {@code Order_}
 * @param type the class whose paths it has
 * @param isPublic as the class itself
 * @param isObject whether there are objects of the class, not only records in the columns of others
 * @param steps the methods
 * @param nested those of records with type arguments, which are others in each field
 */
record Metamodel(
        String name, String type, boolean isPublic, boolean isObject, List<Step> steps, List<Metamodel> nested) {

    Metamodel {
        steps = List.copyOf(steps);
        nested = List.copyOf(nested);
    }

    /**
     * A method that leads on.
     *
     * @param method its name
     * @param rql how queries write it
     * @param path the class of the path
     * @param value what the path's class takes as an argument beside the class where it begins; null for nothing
     * @param route how its route is made of the present one
     * @param starts whether a path may begin with it
     */
    record Step(
            String method,
            String rql,
            String path,
            @Nullable String value,
            String route,
            boolean starts) {

        String type(String root) {
            return path + "<" + root + (value == null ? "" : ", " + value) + ">";
        }
    }
}
