package dev.espalier.internal.model;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Java type with its type variables replaced as far as the place where it stands shows: {@code T} declared by {@code Base<T>}
 * is {@code String} in {@code class Names extends Base<String>}.
 *
 * @param raw the class; for what is not known its bound
 * @param arguments the type arguments; an array has its component type here; empty if the class takes none or all that is
 *     known is a bound
 * @param unknown how the source spells what is not known, a type variable or a wildcard; null if the type is known
 */
record JavaType(
        Class<?> raw, List<JavaType> arguments, @Nullable String unknown) {

    JavaType {
        requireNonNull(raw);
        arguments = List.copyOf(arguments);
    }

    /** The class by itself: its own type variables are not known. */
    static JavaType of(Class<?> type) {
        if (type.isArray()) {
            return new JavaType(type, List.of(of(type.getComponentType())), null);
        }
        return new JavaType(
                type,
                Arrays.stream(type.getTypeParameters()).map(JavaType::unknown).toList(),
                null);
    }

    /** Whether a type that was found here can be used, be it by a bound that is a class of the user's. */
    boolean isSettled() {
        return (unknown == null || !isOfJdk(raw)) && arguments.stream().allMatch(JavaType::isSettled);
    }

    /** How many classes its source names: 3 of {@code Map<String, Integer>}. */
    int size() {
        return 1 + arguments.stream().mapToInt(JavaType::size).sum();
    }

    /** The type at that place among the arguments. */
    JavaType argument(int index) {
        return index < arguments.size() ? arguments.get(index) : new JavaType(Object.class, List.of(), "?");
    }

    /** The meaning here of {@code type}, as a member of this type's source spells it. */
    JavaType resolve(Type type) {
        if (type instanceof Class<?> plain) {
            return of(plain);
        }
        if (type instanceof ParameterizedType parameterized) {
            List<JavaType> resolved = Arrays.stream(parameterized.getActualTypeArguments())
                    .map(this::resolve)
                    .toList();
            return new JavaType((Class<?>) parameterized.getRawType(), resolved, null);
        }
        if (type instanceof GenericArrayType array) {
            JavaType component = resolve(array.getGenericComponentType());
            return new JavaType(component.raw.arrayType(), List.of(component), null);
        }
        if (type instanceof WildcardType wildcard) {
            Type bound = wildcard.getUpperBounds()[0];
            return bound == Object.class ? new JavaType(Object.class, List.of(), wildcard.toString()) : resolve(bound);
        }
        TypeVariable<?> variable = (TypeVariable<?>) type;
        int index = Arrays.asList(raw.getTypeParameters()).indexOf(variable);
        return index < 0 ? unknown(variable) : argument(index);
    }

    /** This class and the ones it extends, the topmost first; without {@code Object} and {@code Record}. */
    List<JavaType> lineage() {
        Deque<JavaType> levels = new ArrayDeque<>();
        for (JavaType level = this; level != null && !isRoot(level.raw); level = level.superclass()) {
            levels.addFirst(level);
        }
        return List.copyOf(levels);
    }

    /** This type seen as one of {@code supertype}: {@code class Tags extends ArrayList<String>} is a {@code Collection<String>}. */
    JavaType as(Class<?> supertype) {
        if (raw == supertype) {
            return this;
        }
        List<Type> parents = new ArrayList<>(Arrays.asList(raw.getGenericInterfaces()));
        if (raw.getGenericSuperclass() != null) {
            parents.add(raw.getGenericSuperclass());
        }
        for (Type parent : parents) {
            JavaType resolved = resolve(parent);
            if (supertype.isAssignableFrom(resolved.raw)) {
                return resolved.as(supertype);
            }
        }
        throw new IllegalArgumentException(raw + " is no " + supertype);
    }

    /** Whether the class comes with Java itself, so that its fields are closed to us. */
    static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private @Nullable JavaType superclass() {
        Type parent = raw.getGenericSuperclass();
        return parent == null ? null : resolve(parent);
    }

    private static boolean isRoot(Class<?> type) {
        return type == Object.class || type == Record.class;
    }

    private static JavaType unknown(TypeVariable<?> variable) {
        return new JavaType(erasure(variable.getBounds()[0]), List.of(), variable.getName());
    }

    /** Only the class of a bound: its own arguments may name the variable again, as in {@code T extends Comparable<T>}. */
    private static Class<?> erasure(Type bound) {
        if (bound instanceof Class<?> plain) {
            return plain;
        }
        if (bound instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        return erasure(((TypeVariable<?>) bound).getBounds()[0]);
    }
}
