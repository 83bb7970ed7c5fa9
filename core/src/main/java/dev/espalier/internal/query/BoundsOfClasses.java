package dev.espalier.internal.query;

import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.graph.ClassBounds;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import java.util.HashMap;
import java.util.Map;

/**
 * The bounds of classes that settings say.
 *
 * @param byClass the last one of each class
 */
public record BoundsOfClasses(Map<NamedClass, Bounds> byClass) {

    public static final BoundsOfClasses NONE = new BoundsOfClasses(Map.of());

    public BoundsOfClasses {
        byClass = Map.copyOf(byClass);
    }

    /** The same with the bounds of one more class, in place of those that it had. */
    public BoundsOfClasses with(NamedClass type, Bounds bounds) {
        Map<NamedClass, Bounds> more = new HashMap<>(byClass);
        more.put(type, bounds);
        return new BoundsOfClasses(more);
    }

    /**
     * The bounds of the classes of a program's model.
     *
     * @throws dev.espalier.error.ModelException if a class is not in the model, or bounds do not fit it
     */
    public ClassBounds in(ObjectModel model) {
        return ClassBounds.of(model, types(model));
    }

    /**
     * The bounds of the classes that a catalog describes.
     *
     * @throws dev.espalier.error.ModelException if a class is not there, or bounds of the settings do not fit it
     */
    public ClassBounds inCatalog(ObjectModel model) {
        return ClassBounds.ofCatalog(model, types(model));
    }

    private Map<PersistentClass, Bounds> types(ObjectModel model) {
        Map<PersistentClass, Bounds> types = new HashMap<>();
        byClass.forEach((named, bounds) -> types.put(named.in(model), bounds));
        return types;
    }
}
