package dev.espalier.console;

import dev.espalier.LoadBounds;
import dev.espalier.Node;
import dev.espalier.Query;
import java.util.HashSet;
import java.util.Set;

/** The bounds of what a page shows: objects alone, or with what they refer to. Parts come with their owner, however many there are, so they are left out by their paths. */
final class ShownBounds {

    private final ModelView model;

    ShownBounds(ModelView model) {
        this.model = model;
    }

    /** Loads objects without any other ones. */
    Query<Node> alone(String className, Query<Node> query) {
        return query.depth(0).stopAt(paths(model.partsBelow(className)));
    }

    /** Loads objects without any other ones. */
    LoadBounds alone(String className, LoadBounds bounds) {
        return bounds.depth(0).stopAt(paths(model.partsBelow(className)));
    }

    /** Loads objects with what they refer to, without the members of their collections, which may be many. */
    Query<Node> withReferences(String className, Query<Node> query) {
        return query.depth(1).stopAt(beyondReferences(className, model.collectionsBelow(className)));
    }

    /** Loads objects with what they refer to, without the members of their collections, which may be many. */
    LoadBounds withReferences(String className, LoadBounds bounds) {
        return without(className, model.collectionsBelow(className), bounds);
    }

    /** Loads objects with what they refer to, and the members of all collections but these. */
    LoadBounds without(String className, Set<String> collections, LoadBounds bounds) {
        return bounds.depth(1).stopAt(beyondReferences(className, collections));
    }

    private String[] beyondReferences(String className, Set<String> collections) {
        Set<String> all = new HashSet<>(collections);
        all.addAll(model.partsOfReferred(className));
        return paths(all);
    }

    private static String[] paths(Set<String> paths) {
        return paths.toArray(String[]::new);
    }
}
