package dev.espalier.internal.graph;

import static dev.espalier.error.ErrorCode.AMBIGUOUS_FIELD;
import static dev.espalier.error.ErrorCode.NO_COLLECTION;
import static dev.espalier.error.ErrorCode.UNKNOWN_FIELD;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.QueryException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Nearest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The name of a collection of a class, or of one below it.
 *
 * @param owner the class
 * @param path the name as it was written
 */
record CollectionPath(ModelLayout layout, PersistentClass owner, String path) {

    /**
     * The collection of that name.
     *
     * @throws QueryException if there is none, or if classes below have different ones
     */
    CollectionLayout find() {
        String name = path.strip();
        if (name.indexOf('.') >= 0) {
            throw refused(
                    NO_COLLECTION,
                    path.indexOf('.') + 1,
                    "found a path through other objects; expected the name of a collection of " + owner
                            + ": ask for the collection of the object to which the path leads");
        }
        Set<CollectionLayout> found = new LinkedHashSet<>();
        for (ClassLayout type : layout.concrete(owner)) {
            for (ClassLayout.Many many : type.collections) {
                if (many.attribute().name().equals(name)
                        && !many.layout().attribute.isOne()) {
                    found.add(many.layout());
                }
            }
        }
        if (found.isEmpty()) {
            throw noCollection(name);
        }
        if (found.size() > 1) {
            throw refused(
                    AMBIGUOUS_FIELD,
                    "different collections: "
                            + NameList.of(found.stream().map(one -> one.name).toList())
                            + "; expected the class of the owner, which has one of them");
        }
        return found.iterator().next();
    }

    /** The refusal of an owner whose class does not have the collection, which a class beside it has. */
    QueryException notOf(PersistentClass found, long id) {
        return refused(
                UNKNOWN_FIELD,
                found + " " + id + " has no field '" + path.strip() + "'; its collections: " + names(List.of(found)));
    }

    private QueryException noCollection(String name) {
        List<PersistentClass> classes = owner.concreteClasses();
        boolean isKnown = classes.stream().anyMatch(type -> type.attribute(name) != null);
        String collections = names(classes);
        if (isKnown) {
            return refused(
                    NO_COLLECTION,
                    owner + "." + name + " is no collection; the collections of " + owner + ": " + collections);
        }
        return refused(
                UNKNOWN_FIELD,
                owner + " has no field '" + name + "'; its collections: " + collections
                        + Nearest.to(name, collections(classes))
                                .map(meant -> "; did you mean " + meant + "?")
                                .orElse(""));
    }

    private static String names(List<PersistentClass> classes) {
        Set<String> names = collections(classes);
        return names.isEmpty() ? "none" : NameList.of(names);
    }

    private static Set<String> collections(List<PersistentClass> classes) {
        Set<String> names = new TreeSet<>();
        for (PersistentClass type : classes) {
            for (Attribute attribute : type.attributes()) {
                if (attribute instanceof CollectionAttribute collection && !collection.isOne()) {
                    names.add(collection.name());
                }
            }
        }
        return names;
    }

    /** The refusal of the whole name. */
    QueryException refused(ErrorCode code, String detail) {
        return refused(code, 1, detail);
    }

    private QueryException refused(ErrorCode code, int position, String detail) {
        return new QueryException(code, path, position, detail);
    }
}
