package dev.espalier.internal.graph;

import static dev.espalier.error.ErrorCode.BAD_BOUNDS;

import dev.espalier.error.ModelException;
import dev.espalier.error.QueryException;
import dev.espalier.internal.model.DeclaredBounds;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of classes, for reads that say none: those of settings, else those that the class declares, else those of the nearest class above. Unchanging, safe
 * for any number of threads.
 */
public final class ClassBounds {

    /** By the places of the classes in the model; null for a class without bounds. */
    private final @Nullable Bounds[] byPlace;

    private ClassBounds(@Nullable Bounds[] byPlace) {
        this.byPlace = byPlace;
    }

    /** Of a model none of whose classes has bounds. */
    public static ClassBounds none(ObjectModel model) {
        return new ClassBounds(new @Nullable Bounds[model.classes().size()]);
    }

    /**
     * Those of a program's model.
     *
     * @param settings replace what the class declares
     * @throws ModelException {@code bad-bounds} if a path names no relation, or a class has those of two classes above
     */
    public static ClassBounds of(ObjectModel model, Map<PersistentClass, Bounds> settings) {
        Map<PersistentClass, Bounds> own = declared(model);
        settings.forEach((type, bounds) -> own.put(type, bounds.alone()));
        own.forEach((type, bounds) -> check(model, type, bounds));
        ClassBounds all = none(model);
        for (PersistentClass type : model.classes()) {
            List<PersistentClass> nearest = nearest(type, own);
            if (nearest.stream().map(own::get).distinct().count() > 1) {
                throw new ModelException(
                        BAD_BOUNDS,
                        type + ": found the bounds of " + nearest.get(0) + " and of " + nearest.get(1)
                                + ", of which neither is nearer; expected bounds of the class itself");
            }
            all.put(type, nearest, own);
        }
        return all;
    }

    /**
     * Those of a model that a catalog describes, whose programs may have changed classes and bounds one after the other: a path that names no relation leads
     * nowhere.
     *
     * @param settings replace what the class declares
     * @throws ModelException {@code bad-bounds} if a path of the settings names no relation
     */
    public static ClassBounds ofCatalog(ObjectModel model, Map<PersistentClass, Bounds> settings) {
        settings.forEach((type, bounds) -> check(model, type, bounds));
        Map<PersistentClass, Bounds> own = declared(model);
        settings.forEach((type, bounds) -> own.put(type, bounds.alone()));
        ClassBounds all = none(model);
        model.classes().forEach(type -> all.put(type, nearest(type, own), own));
        return all;
    }

    private void put(PersistentClass type, List<PersistentClass> nearest, Map<PersistentClass, Bounds> own) {
        if (!nearest.isEmpty()) {
            byPlace[type.index()] = own.get(nearest.get(0));
        }
    }

    private static Map<PersistentClass, Bounds> declared(ObjectModel model) {
        Map<PersistentClass, Bounds> own = new HashMap<>();
        for (PersistentClass type : model.classes()) {
            DeclaredBounds bounds = type.bounds();
            if (bounds != null) {
                String problem = bounds.problem();
                if (problem != null) {
                    throw new ModelException(BAD_BOUNDS, type + ": " + problem);
                }
                own.put(
                        type,
                        Bounds.NONE
                                .withDepth(bounds.depth())
                                .withOnly(bounds.only())
                                .withStopAt(bounds.stopAt())
                                .withFollow(bounds.follow()));
            }
        }
        return own;
    }

    private static void check(ObjectModel model, PersistentClass type, Bounds bounds) {
        try {
            PathState.first(bounds, model, type);
        } catch (QueryException e) {
            throw new ModelException(BAD_BOUNDS, "the bounds of class " + type + ": " + e.getMessage(), e);
        }
    }

    /** The class itself, or the nearest classes above it that have bounds, by name. */
    private static List<PersistentClass> nearest(PersistentClass type, Map<PersistentClass, Bounds> own) {
        if (own.containsKey(type)) {
            return List.of(type);
        }
        List<PersistentClass> above = new ArrayList<>(type.superclasses());
        above.retainAll(own.keySet());
        return above.stream()
                .filter(one -> above.stream().noneMatch(other -> other != one && other.isSubclassOf(one)))
                .sorted(Comparator.comparing(PersistentClass::name))
                .toList();
    }

    /** The bounds that the class adds to those that were said, as text: {@code depth 2, stopAt buyer.orders}; empty for nothing. */
    String addition(PersistentClass root, Bounds asked) {
        Bounds bounds = of(root, asked);
        List<String> parts = new ArrayList<>();
        if (asked.fromClass() == Bounds.FromClass.ALL) {
            if (bounds.depth() != asked.depth()) {
                parts.add("depth " + bounds.depth());
            }
            add(parts, "only", bounds.only());
            add(parts, "stopAt", bounds.stopAt());
            add(parts, "follow", bounds.follow());
            if (bounds.inverses()) {
                parts.add("complete");
            }
        }
        if (bounds.maxObjects() != asked.maxObjects()) {
            parts.add("maxObjects " + bounds.maxObjects());
        }
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, String what, List<String> paths) {
        if (!paths.isEmpty()) {
            parts.add(what + " " + String.join(" ", paths));
        }
    }

    /** The bounds in force for a read of objects of a class. */
    Bounds of(PersistentClass root, Bounds asked) {
        Bounds ofClass = byPlace[root.index()];
        return ofClass == null ? asked : asked.orOf(ofClass);
    }
}
