package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.OBJECT_OUTSIDE_MODEL;

import dev.espalier.error.StoreException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the objects that an object refers to directly, through references, collections, map keys and embedded records. */
public final class ObjectWalk {

    private ObjectWalk() {}

    /** Hands out every object that is referred to, as often as it is, in the order in which a loader would fetch them. */
    public static void targets(PersistentClass type, Object object, Consumer<Object> each) {
        for (Attribute attribute : type.attributes()) {
            targets(attribute, object, each);
        }
    }

    /** Hands out every object to which one attribute refers. */
    static void targets(Attribute attribute, Object owner, Consumer<Object> each) {
        if (attribute instanceof ReferenceAttribute) {
            accept(attribute.access().get(owner), each);
        } else if (attribute instanceof CollectionAttribute collection) {
            boolean keys = collection.key() != null && refers(collection.key());
            boolean elements = refers(collection.element());
            Object container = keys || elements ? attribute.access().get(owner) : null;
            if (container != null) {
                collection.containers().forEach(container, (position, key, element) -> {
                    if (keys) {
                        member(collection.key(), key, each);
                    }
                    if (elements) {
                        member(collection.element(), element, each);
                    }
                });
            }
        } else if (attribute instanceof EmbeddedAttribute embedded) {
            embedded(embedded.type(), attribute.access().get(owner), each);
        }
    }

    private static void member(@Nullable Element element, @Nullable Object value, Consumer<Object> each) {
        if (element instanceof Element.Reference) {
            accept(value, each);
        } else if (element instanceof Element.Embedded embedded) {
            embedded(embedded.type(), value, each);
        }
    }

    /** A value that is no record of that type refers to nothing; the encoder refuses it. */
    private static void embedded(EmbeddedType type, @Nullable Object value, Consumer<Object> each) {
        if (value != null && type.isInstance(value)) {
            for (Attribute component : type.components()) {
                targets(component, value, each);
            }
        }
    }

    private static void accept(@Nullable Object target, Consumer<Object> each) {
        if (target != null) {
            each.accept(target);
        }
    }

    private static boolean refers(Element element) {
        return !(element instanceof Element.Value);
    }

    private static StoreException outside(ObjectModel model, Object object) {
        return new StoreException(
                OBJECT_OUTSIDE_MODEL,
                model.hasJavaClasses()
                        ? "an object of " + object.getClass().getName()
                                + " cannot be stored: the class is not in the model; "
                                + model.adviceToName(object.getClass())
                        : "an object of " + model.classNameOf(object)
                                + " cannot be stored: this database was opened without Java classes; expected a Node that it has"
                                + " made or loaded itself");
    }

    /**
     * The object's class in the model.
     *
     * @throws StoreException if it has none, or an abstract one
     */
    static PersistentClass typeOf(ObjectModel model, Object object) {
        PersistentClass type = model.classOf(object);
        if (type == null || type.isAbstract()) {
            throw outside(model, object);
        }
        return type;
    }
}
