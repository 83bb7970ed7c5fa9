package dev.espalier.internal.model;

import dev.espalier.annotation.Transient;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** The rules that decide which fields of a class are kept. */
final class KeptFields {

    static final String ID = "id";

    private KeptFields() {}

    /** The fields that the class itself declares, in the order of its source; the id among them. */
    static List<Field> of(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .filter(KeptFields::isKept)
                .toList();
    }

    /** Whether the record has a component that makes it an object with an identity of its own. */
    static boolean hasId(Class<?> record) {
        return of(record).stream().anyMatch(field -> field.getName().equals(ID));
    }

    private static boolean isKept(Field field) {
        int modifiers = field.getModifiers();
        return !Modifier.isStatic(modifiers)
                && !Modifier.isTransient(modifiers)
                && !field.isSynthetic()
                && !field.isAnnotationPresent(Transient.class);
    }
}
