package dev.espalier.internal.catalog.match;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.DeclaredBounds;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes down the bounds that the classes of a program declare, for programs without these classes: with the names that the database has for classes and
 * attributes. For one opening, by one thread.
 */
public final class StoredBounds {

    private final Schema schema;
    private final Map<String, String> recorded;

    private StoredBounds(Schema schema, Map<String, String> recorded) {
        this.schema = schema;
        this.recorded = recorded;
    }

    /**
     * Returns the bounds of all classes: those of the program's classes as it declares them, and the others as they were.
     *
     * @param recorded the paths in the database of all attributes of the program, by the keys of {@link KnownNames#attribute}
     */
    public static Map<String, DeclaredBounds> merged(
            Map<String, DeclaredBounds> stored, Schema schema, Map<String, String> recorded) {
        StoredBounds names = new StoredBounds(schema, recorded);
        Map<String, DeclaredBounds> merged = new TreeMap<>(stored);
        for (PersistentClass type : schema.model().classes()) {
            DeclaredBounds bounds = type.bounds();
            if (bounds == null) {
                merged.remove(schema.nameOf(type));
            } else {
                merged.put(schema.nameOf(type), names.stored(type, bounds));
            }
        }
        return merged;
    }

    private DeclaredBounds stored(PersistentClass type, DeclaredBounds bounds) {
        List<PersistentClass> all = schema.model().classes();
        return new DeclaredBounds(
                bounds.depth(),
                stored(bounds.only(), List.of(type)),
                stored(bounds.stopAt(), all),
                stored(bounds.follow(), all));
    }

    private List<String> stored(List<String> paths, Collection<PersistentClass> from) {
        TreeSet<String> stored = new TreeSet<>();
        for (String path : paths) {
            List<Place> places = new ArrayList<>();
            from.forEach(type -> addPlaces(type, places));
            stored.addAll(stored(path.split("\\."), 0, places));
        }
        return List.copyOf(stored);
    }

    /**
     * Where a name of a path is looked up.
     *
     * @param attributes those of a class, or the components of a record
     * @param type the class
     * @param prefix the path from the class to the components, with a dot behind it
     */
    private record Place(List<Attribute> attributes, PersistentClass type, String prefix) {}

    private static void addPlaces(PersistentClass type, List<Place> places) {
        places.add(new Place(type.attributes(), type, ""));
        type.concreteClasses().forEach(below -> places.add(new Place(below.attributes(), below, "")));
    }

    /** The rest of a path. Several, if the database has different names for the same one in different classes. */
    private Collection<String> stored(String[] names, int at, List<Place> places) {
        if (at == names.length) {
            return List.of("");
        }
        String name = names[at].strip();
        Map<String, List<Place>> next = new LinkedHashMap<>();
        for (Place place : places) {
            for (Attribute attribute : place.attributes()) {
                String path =
                        recorded.get(KnownNames.attribute(place.type().name(), place.prefix() + attribute.name()));
                if (attribute.name().equals(name) && path != null) {
                    addNext(
                            place,
                            attribute,
                            next.computeIfAbsent(path.substring(path.lastIndexOf('.') + 1), any -> new ArrayList<>()));
                }
            }
        }
        List<String> stored = new ArrayList<>();
        next.forEach((first, behind) -> {
            for (String rest : stored(names, at + 1, behind)) {
                stored.add(rest.isEmpty() ? first : first + "." + rest);
            }
        });
        return stored;
    }

    private static void addNext(Place place, Attribute attribute, List<Place> next) {
        String path = place.prefix() + attribute.name();
        if (attribute instanceof ReferenceAttribute reference) {
            addPlaces(reference.target(), next);
        } else if (attribute instanceof EmbeddedAttribute embedded) {
            next.add(new Place(embedded.type().components(), place.type(), path + "."));
        } else if (attribute instanceof CollectionAttribute collection) {
            if (collection.element() instanceof Element.Reference reference) {
                addPlaces(reference.target(), next);
            } else if (collection.element() instanceof Element.Embedded embedded) {
                next.add(new Place(embedded.type().components(), place.type(), path + Schema.MEMBER + "."));
            }
        }
    }
}
