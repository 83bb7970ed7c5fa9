package dev.espalier.model;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The classes that a database keeps, unchanging and safe for any number of threads.
 */
public final class ObjectModel {

    private final List<PersistentClass> classes;
    private final Map<Class<?>, PersistentClass> byClass;

    ObjectModel(List<PersistentClass> classes) {
        this.classes = List.copyOf(classes);
        this.byClass = classes.stream().collect(Collectors.toUnmodifiableMap(PersistentClass::javaClass, Function.identity()));
    }

    /**
     * Reads the classes and all that can be reached from them: the classes of their fields and of their collections' members,
     * their superclasses, and the permitted subclasses of sealed ones. Other subclasses have to be named.
     *
     * @throws dev.espalier.error.ModelException if one of them cannot be kept; it names
     *     class, field and reason of every one
     */
    public static ObjectModel of(Class<?>... roots) {
        return new ModelReader(roots).read();
    }

    /** All classes, abstract ones and interfaces too, by name. */
    public List<PersistentClass> classes() {
        return classes;
    }

    /** The class of the model for exactly that Java class, or null. */
    public PersistentClass find(Class<?> javaClass) {
        return byClass.get(javaClass);
    }
}
