package dev.espalier.model;

import java.util.List;

/**
 * The classes that a database keeps, unchanging and safe for any number of threads.
 */
public final class ObjectModel {

    private final List<PersistentClass> classes;
    private final ClassValue<PersistentClass> byClass;

    ObjectModel(List<PersistentClass> classes) {
        this.classes = List.copyOf(classes);
        this.byClass = new ClassValue<>() {
            @Override
            protected PersistentClass computeValue(Class<?> type) {
                return ObjectModel.this.classes.stream().filter(c -> c.javaClass() == type).findFirst().orElse(null);
            }
        };
    }

    /**
     * Reads the classes and all that can be reached from them.
     *
     * @throws dev.espalier.error.ModelException if one of them cannot be kept; it names class, field and reason
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
