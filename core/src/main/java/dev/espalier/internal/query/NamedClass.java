package dev.espalier.internal.query;

import static java.util.Objects.requireNonNull;

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
        return new NamedClass(javaClass, javaClass.getName());
    }

    public static NamedClass of(String name) {
        return new NamedClass(null, name);
    }

    /** The name in messages. */
    public String title() {
        return javaClass == null ? name : javaClass.getSimpleName();
    }
}
