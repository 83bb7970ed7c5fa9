package dev.espalier;

import dev.espalier.model.ObjectModel;
import dev.espalier.schema.Schema;
import java.util.Objects;

/**
 * The classes that a database keeps. Unchanging, safe for any number of threads; making one takes milliseconds, so a program
 * makes it once.
 */
public final class Model {

    private final Schema schema;

    private Model(Schema schema) {
        this.schema = schema;
    }

    /**
     * Reads the classes and all that can be reached from their fields. Subclasses are found where a class is sealed; others are
     * named here too. No annotation is needed.
     *
     * @param classes at least one
     * @return the model
     * @throws dev.espalier.error.ModelException if a class cannot be kept; it names all classes, fields and reasons
     */
    public static Model of(Class<?>... classes) {
        for (Class<?> type : classes) {
            Objects.requireNonNull(type, "a class of the model is null");
        }
        return new Model(Schema.of(ObjectModel.of(classes)));
    }

    Schema schema() {
        return schema;
    }

    /** The classes' names. */
    @Override
    public String toString() {
        return "Model" + schema.model().classes();
    }
}
