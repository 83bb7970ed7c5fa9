package dev.espalier.internal.query;

import static dev.espalier.error.ErrorCode.WRONG_TYPE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * A collection of one object, as a program names it.
 *
 * @param owner the object's class, or one above
 * @param id of the object
 * @param path the name of the field
 * @param keys the class of a map's keys, or one above; null for anything else
 * @param elements the class of the members, or of a map's values, or one above
 */
public record CollectionName(
        NamedClass owner, long id, String path, @Nullable Class<?> keys, Class<?> elements) {

    public CollectionName {
        requireNonNull(owner);
        requireNonNull(path);
        requireNonNull(elements);
    }

    /** @throws QueryException {@code wrong-type} if the members cannot be given as these classes */
    void check(CollectionAttribute found) {
        Element key = found.key();
        if (key == null && keys != null) {
            throw refused(field(found) + " is no map; ask for its members in place of its entries");
        }
        if (key != null && keys == null) {
            throw refused(field(found) + " is a map; ask for its entries in place of its members");
        }
        if (key != null && keys != null) {
            check(found, "keys", key, keys);
        }
        check(found, key == null ? "members" : "values", found.element(), elements);
    }

    private void check(CollectionAttribute found, String side, Element element, Class<?> asked) {
        if (asked == Object.class) {
            return;
        }
        Class<?> declared = wrapped(declared(element));
        if (!wrapped(asked).isAssignableFrom(declared)) {
            throw refused("the " + side + " of " + field(found) + " are asked for as " + asked.getSimpleName()
                    + "; expected " + declared.getSimpleName() + " or a class above");
        }
    }

    private static Class<?> declared(Element element) {
        if (element instanceof Element.Reference reference) {
            return reference.target().javaClass();
        }
        return element instanceof Element.Embedded embedded
                ? embedded.type().javaClass()
                : ((Element.Value) element).type().javaClass();
    }

    private static Class<?> wrapped(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    private static String field(CollectionAttribute found) {
        return found.declaringClass() + "." + found.name();
    }

    private QueryException refused(String detail) {
        return new QueryException(WRONG_TYPE, path, 1, detail);
    }
}
