package dev.espalier.differential;

import dev.espalier.Model;
import dev.espalier.naive.Objects;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The classes of a model, nested in one.
 *
 * @param source what they were compiled from; empty if they are the town's
 */
record ModelClasses(Class<?> enclosing, String source) {

    static ModelClasses town() {
        return new ModelClasses(Town.class, "");
    }

    static ModelClasses of(String source) {
        return source.isEmpty() ? town() : new ModelClasses(SourceCompiler.compile(RandomModel.NAME, source), source);
    }

    /** Those of objects, by name; abstract ones and interfaces too. What a query may ask for. */
    List<Class<?>> roots() {
        return Arrays.stream(enclosing.getDeclaredClasses())
                .filter(type -> !type.isEnum() && !(type.isRecord() && Objects.field(type, "id") == null))
                .sorted(Comparator.comparing(Class::getName))
                .toList();
    }

    /** Those that objects are made of. */
    List<Class<?>> concrete() {
        return roots().stream()
                .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                .toList();
    }

    Model model() {
        return Model.of(roots().toArray(Class<?>[]::new));
    }

    /** One of them, or an enum, by its simple name. */
    Class<?> named(String name) {
        return Arrays.stream(enclosing.getDeclaredClasses())
                .filter(type -> type.getSimpleName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no class " + name));
    }
}
