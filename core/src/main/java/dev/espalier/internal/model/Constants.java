package dev.espalier.internal.model;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds classes whose only objects are constants of theirs, which a load would make once more: {@code ==} would be false. */
final class Constants {

    /** The field in which Kotlin keeps an {@code object}. */
    private static final String INSTANCE = "INSTANCE";

    private Constants() {}

    /** Returns the constants that are all objects of a class: of {@code object Idle} in Kotlin, or the same in Java; none if it can have others. */
    static List<String> only(Class<?> type) {
        if (type.isRecord() || type.isEnum() || Modifier.isAbstract(type.getModifiers()) || canBeMadeElsewhere(type)) {
            return List.of();
        }
        List<String> constants = Arrays.stream(type.getDeclaredFields())
                .filter(field -> field.getType() == type && isConstant(field))
                .map(Field::getName)
                .toList();
        return constants.contains(INSTANCE) || !holdsAnything(type) || isFixed(type) ? constants : List.of();
    }

    private static boolean canBeMadeElsewhere(Class<?> type) {
        return Arrays.stream(type.getDeclaredConstructors())
                .map(Constructor::getModifiers)
                .anyMatch(modifiers -> !Modifier.isPrivate(modifiers));
    }

    private static boolean isConstant(Field field) {
        return Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
    }

    private static boolean holdsAnything(Class<?> type) {
        return anyState(type, field -> true);
    }

    /** Whether its objects never change, and neither it nor a class within it returns any, as factories and builders do. */
    private static boolean isFixed(Class<?> type) {
        return !anyState(type, field -> !Modifier.isFinal(field.getModifiers()))
                && Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredClasses()))
                        .flatMap(owner -> Arrays.stream(owner.getDeclaredMethods()))
                        .map(Method::getReturnType)
                        .noneMatch(type::equals);
    }

    private static boolean anyState(Class<?> type, Predicate<Field> wanted) {
        return JavaType.of(type).lineage().stream()
                .flatMap(level -> Arrays.stream(level.raw().getDeclaredFields()))
                .anyMatch(field -> !Modifier.isStatic(field.getModifiers()) && wanted.test(field));
    }
}
