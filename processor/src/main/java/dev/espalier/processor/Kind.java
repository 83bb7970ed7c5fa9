package dev.espalier.processor;

import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** The kind of a field's or member's type in the model. The same as in the library, for types that are not loaded. */
sealed interface Kind {

    /**
     * A plain value.
     *
     * @param path the class of its paths
     * @param type the second argument of that class; null if it takes none
     * @param constants the enum, of which the values are; null for all others
     */
    record Value(
            String path, @Nullable String type, @Nullable TypeElement constants) implements Kind {}

    /** An Optional of something. */
    record Maybe(TypeMirror content) implements Kind {}

    /** A collection, an array or, with the type of its keys, a map. */
    record Many(@Nullable TypeMirror key, TypeMirror element) implements Kind {}

    /** A class, an interface or a record of the user's, with its type arguments. */
    record Structure(DeclaredType type) implements Kind {

        TypeElement element() {
            return (TypeElement) type.asElement();
        }
    }

    /** An unsupported type; the reason follows the field's name in a message. */
    record Refused(String reason) implements Kind {}

    /** A type that the compiler does not know (yet). */
    record Unknown() implements Kind {}
}
