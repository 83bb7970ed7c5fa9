package dev.espalier;

import dev.espalier.internal.Arguments;
import dev.espalier.internal.Insides;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.schema.Schema;

/**
 * The classes whose objects a database stores. Immutable and safe for concurrent use. Reading the classes takes milliseconds, so a program makes one
 * model and keeps it.
 */
public final class Model {

    static {
        Insides.offer(Model.class, Schema.class, Model::schema);
        Insides.offer(Schema.class, Model.class, Model::new);
    }

    private final Schema schema;

    private Model(Schema schema) {
        this.schema = schema;
    }

    /**
     * Makes a model of classes and of all classes that their fields lead to. The subclasses of a sealed class belong to it too; other subclasses have to
     * be named. No annotation is needed.
     *
     * @param classes the classes, at least one
     * @return the model
     * @throws dev.espalier.error.ModelException if a class cannot be stored; the message names all classes, fields and reasons
     */
    public static Model of(Class<?>... classes) {
        return new Model(Schema.of(ObjectModel.of(Arguments.members("classes", classes, "a class"))));
    }

    Schema schema() {
        return schema;
    }

    /** Returns the names of the classes. */
    @Override
    public String toString() {
        return "Model" + schema.model().classes();
    }
}
