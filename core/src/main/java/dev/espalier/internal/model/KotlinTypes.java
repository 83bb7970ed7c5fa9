package dev.espalier.internal.model;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recognises types of Kotlin that the compiled class does not show. A property of a value class is a field of the type that the value class wraps. Its
 * accessors have a name with {@code -} and a hash of the property's type, which no compiler of Java gives. A private property has none, and is not recognised.
 */
final class KotlinTypes {

    /** The hashes in the names of getters (what they return), and of setters (what they take), as in kotlin-stdlib 2.1: {@code UIntArray.get-pVg5ArA}. */
    private static final Map<String, String> UNSIGNED = Map.of(
            "pVg5ArA", "UInt", "s-VKNKU", "ULong", "w2LRezQ", "UByte", "Mh2AYeg", "UShort", "WZ4Q5Ns", "UInt",
            "VKZWuLQ", "ULong", "7apg3OU", "UByte", "xj2QHRw", "UShort");

    private KotlinTypes() {}

    /** The unsigned type of the property that the field belongs to; null for another. */
    static @Nullable String unsigned(Field field) {
        if (!field.getType().isPrimitive()) {
            return null;
        }
        String name = field.getName();
        String property = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        return methods(field.getDeclaringClass())
                .map(method -> unsigned(method.getName(), name, property))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String unsigned(String method, String field, String property) {
        int dash = method.indexOf('-');
        String accessor = dash < 0 ? "" : method.substring(0, dash);
        // A property named isSmall has the getter isSmall and the setter setSmall.
        boolean isOfField = accessor.equals("get" + property)
                || accessor.equals("set" + property)
                || field.startsWith("is") && (accessor.equals(field) || accessor.equals("set" + field.substring(2)));
        return isOfField ? UNSIGNED.get(method.substring(dash + 1)) : null;
    }

    /** Whether objects of the class are a value class's, as they are where a property may be null, and in collections. */
    static boolean isValueClass(Class<?> type) {
        return methods(type).anyMatch(method -> method.getName().equals("unbox-impl"));
    }

    private static Stream<Method> methods(Class<?> type) {
        try {
            return Arrays.stream(type.getDeclaredMethods());
        } catch (LinkageError e) { // a method names a class that the program does not have
            return Stream.empty();
        }
    }
}
