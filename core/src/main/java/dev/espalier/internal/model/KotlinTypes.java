package dev.espalier.internal.model;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recognises types of Kotlin that the compiled class does not show: a property of a value class is a field of the type that the value class wraps. The class's
 * metadata name the property's type, also of one without accessors. If a tool has taken them away, accessors are left: their names have {@code -} and a hash
 * of the property's type, which no compiler of Java gives.
 */
final class KotlinTypes {

    /** What is wrong with the numbers that these types are compiled to, by the names of the types. {@code UByteArray} holds the right bytes. */
    private static final Map<String, String> REFUSED;

    static {
        String unsigned = " cannot be kept: its larger values would be negative in the database, and conditions"
                + " would not find them; use a signed type that holds all its values, such as ";
        Map<String, String> refused = new HashMap<>();
        for (String type : List.of("UInt", "ULong", "UByte", "UShort")) {
            refused.put("kotlin/" + type, unsigned + "Long for UInt and BigInteger for ULong");
        }
        for (String type : List.of("UIntArray", "ULongArray", "UShortArray")) {
            refused.put("kotlin/" + type, unsigned + "LongArray for UIntArray");
        }
        refused.put(
                "kotlin/time/Duration",
                " cannot be kept: it is compiled to a number that counts in different units, and conditions would"
                        + " compare them wrongly; use java.time.Duration");
        REFUSED = Map.copyOf(refused);
    }

    /** The hashes in the names of getters (what they return), and of setters (what they take), as in kotlin-stdlib 2.1: {@code UIntArray.get-pVg5ArA}. */
    private static final Map<String, String> HASHES = Map.of(
            "pVg5ArA",
            "kotlin/UInt",
            "s-VKNKU",
            "kotlin/ULong",
            "w2LRezQ",
            "kotlin/UByte",
            "Mh2AYeg",
            "kotlin/UShort",
            "WZ4Q5Ns",
            "kotlin/UInt",
            "VKZWuLQ",
            "kotlin/ULong",
            "7apg3OU",
            "kotlin/UByte",
            "xj2QHRw",
            "kotlin/UShort");

    private static final ClassValue<Map<String, String>> TYPES = new ClassValue<>() {
        @Override
        protected Map<String, String> computeValue(Class<?> type) {
            return KotlinMetadata.typesOfFields(type);
        }
    };

    private KotlinTypes() {}

    /** Why the property that the field belongs to cannot be kept; null if it can. */
    static @Nullable String refusal(Field field) {
        String type = refused(field);
        return type == null ? null : type.replace('/', '.') + REFUSED.get(type);
    }

    private static @Nullable String refused(Field field) {
        Class<?> compiled = field.getType();
        if (!compiled.isPrimitive()
                && !(compiled.isArray() && compiled.getComponentType().isPrimitive())) {
            return null;
        }
        String type = TYPES.get(field.getDeclaringClass()).get(field.getName());
        if (type == null) {
            return byAccessors(field);
        }
        if (type.isEmpty() || REFUSED.containsKey(type)) {
            return type.isEmpty() ? null : type;
        }
        Class<?> valueClass = load(type, field.getDeclaringClass().getClassLoader());
        return valueClass == null
                ? null
                : Arrays.stream(fields(valueClass))
                        .filter(wrapped -> !Modifier.isStatic(wrapped.getModifiers()))
                        .map(KotlinTypes::refused)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    private static @Nullable Class<?> load(String type, @Nullable ClassLoader loader) {
        try {
            return Class.forName(type.replace('/', '.'), false, loader);
        } catch (ClassNotFoundException | LinkageError e) { // nothing is known of it
            return null;
        }
    }

    private static Field[] fields(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0];
        }
    }

    private static @Nullable String byAccessors(Field field) {
        String name = field.getName();
        String property = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        return !field.getType().isPrimitive()
                ? null
                : methods(field.getDeclaringClass())
                        .map(method -> byAccessor(method.getName(), name, property))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    private static @Nullable String byAccessor(String method, String field, String property) {
        int dash = method.indexOf('-');
        String accessor = dash < 0 ? "" : method.substring(0, dash);
        // A property named isSmall has the getter isSmall and the setter setSmall.
        boolean isOfField = accessor.equals("get" + property)
                || accessor.equals("set" + property)
                || field.startsWith("is") && (accessor.equals(field) || accessor.equals("set" + field.substring(2)));
        // Behind the hash stands the module of an internal property: getTotal-s-VKNKU$shop.
        int module = method.indexOf('$', dash + 1);
        return isOfField ? HASHES.get(method.substring(dash + 1, module < 0 ? method.length() : module)) : null;
    }

    /** Whether objects of the class are a value class's, as they are if a property may be null, and in collections. */
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
