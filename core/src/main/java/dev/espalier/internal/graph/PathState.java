package dev.espalier.internal.graph;

import static dev.espalier.error.ErrorCode.UNKNOWN_FIELD;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A state of the walk along the named paths of {@link Bounds}, as of an automaton: it decides which references are followed next. Chains of references from
 * a root that lead to the same state are followed alike. Safe for any number of threads.
 */
final class PathState {

    /** Every reference is followed, and no inverse collection but those of the roots. */
    static final PathState ALL = first(new Place(null, new Branch(), Set.of(), new Branch(), Set.of()));

    /** No path leads on from here: parts alone are followed. */
    private static final Branch PARTS_ALONE = new Branch();

    private final Place place;
    /** The states that the first one leads to, each once: the walk of each read goes through the same few. */
    private final Map<Place, PathState> all;
    /** The states behind fields, by their names, as far as somebody has asked; empty if the way ends there. */
    private final Map<String, Optional<PathState>> behind = new ConcurrentHashMap<>();

    private final Map<String, Optional<PathState>> behindParts = new ConcurrentHashMap<>();
    /** Whether no field leads to another state. */
    private final boolean isOnly;

    /**
     * A place among the named paths: equal places are one state.
     *
     * @param only the position in the tree of the paths that are followed; null if all are
     * @param stops where it stands among those that are not, for each of its endings
     * @param follow the paths whose inverse collections are followed
     * @param follows where it stands among those, for each of its endings; without their first names
     */
    private record Place(@Nullable Branch only, Branch stopAt, Set<Branch> stops, Branch follow, Set<Branch> follows) {}

    private PathState(Place place, Map<Place, PathState> all) {
        this.place = place;
        this.all = all;
        this.isOnly = place.only == null && place.stopAt.next.isEmpty() && place.follow.isFlat();
    }

    private static PathState first(Place place) {
        Map<Place, PathState> all = new ConcurrentHashMap<>();
        return all.computeIfAbsent(place, one -> new PathState(one, all));
    }

    /** Paths with the same beginning, as a tree of names. */
    static final class Branch {
        private final Map<String, Branch> next = new HashMap<>();
        private boolean isEnd;

        private void add(String[] names) {
            Branch branch = this;
            for (String name : names) {
                branch = branch.next.computeIfAbsent(name, n -> new Branch());
            }
            branch.isEnd = true;
        }

        /** Whether no path has more than one name. */
        private boolean isFlat() {
            return next.values().stream().allMatch(branch -> branch.next.isEmpty());
        }
    }

    /**
     * The state at the roots.
     *
     * @throws QueryException if a path names a field that is not there
     */
    static PathState first(Bounds bounds, ObjectModel model, PersistentClass root) {
        return first(bounds, model, List.of(root));
    }

    /**
     * The state at roots of different classes, or at embedded records.
     *
     * @throws QueryException if a path names a field that none of them has
     */
    static PathState first(Bounds bounds, ObjectModel model, Collection<?> roots) {
        Set<Object> anywhere = new LinkedHashSet<>(model.classes());
        anywhere.addAll(roots);
        bounds.only().forEach(path -> check(path, roots));
        bounds.stopAt().forEach(path -> check(path, anywhere));
        bounds.follow().forEach(path -> check(path, anywhere));
        return unchecked(bounds);
    }

    /** The state at the roots for paths that were checked before. Names of no field lead nowhere. */
    static PathState unchecked(Bounds bounds) {
        return first(new Place(
                bounds.only().isEmpty() ? null : tree(bounds.only()),
                tree(bounds.stopAt()),
                Set.of(),
                tree(bounds.follow()),
                Set.of()));
    }

    private static Branch tree(List<String> paths) {
        Branch tree = new Branch();
        paths.forEach(path -> tree.add(names(path)));
        return tree;
    }

    private static String[] names(String path) {
        return Arrays.stream(path.split("\\.", -1)).map(String::strip).toArray(String[]::new);
    }

    /** The state behind a field, or null if the way ends before it. */
    @Nullable
    PathState next(Attribute attribute) {
        return next(attribute.name(), attribute.isPart());
    }

    /**
     * The same for a field of that name.
     *
     * @param isPart whether the field holds parts, which only a path of {@link Bounds#stopAt} leaves out
     */
    @Nullable
    PathState next(String name, boolean isPart) {
        if (isOnly) {
            return this;
        }
        Map<String, Optional<PathState>> states = isPart ? behindParts : behind;
        Optional<PathState> known = states.get(name);
        if (known == null) {
            known = Optional.ofNullable(nextPlace(name, isPart))
                    .map(next -> all.computeIfAbsent(next, one -> new PathState(one, all)));
            states.put(name, known);
        }
        return known.orElse(null);
    }

    private @Nullable Place nextPlace(String name, boolean isPart) {
        Branch only = place.only;
        Branch onlyNext = null;
        if (only != null) {
            onlyNext = only.next.get(name);
            if (onlyNext == null && !isPart) {
                return null;
            }
            onlyNext = onlyNext == null ? PARTS_ALONE : onlyNext;
        }
        Set<Branch> stopsNext = next(place.stopAt, place.stops, name);
        if (stopsNext.stream().anyMatch(stop -> stop.isEnd)) {
            return null;
        }
        Set<Branch> followsNext = next(place.follow, place.follows, name);
        followsNext.removeIf(branch -> branch.next.isEmpty());
        return new Place(onlyNext, place.stopAt, stopsNext, place.follow, followsNext);
    }

    /** Whether the inverse collection of that name is followed from objects that are not roots. */
    boolean followsInverse(String name) {
        return place.only != null
                || place.follow.next.containsKey(name)
                || place.follows.stream().anyMatch(branch -> branch.next.containsKey(name));
    }

    private static Set<Branch> next(Branch beginning, Set<Branch> places, String name) {
        Set<Branch> all = new HashSet<>();
        for (Branch place : places) {
            addNext(place, name, all);
        }
        addNext(beginning, name, all);
        return all;
    }

    private static void addNext(Branch from, String name, Set<Branch> into) {
        Branch next = from.next.get(name);
        if (next != null) {
            into.add(next);
        }
    }

    // ---- reading paths

    private static void check(String path, Collection<?> from) {
        String[] names = names(path);
        Collection<?> owners = from;
        int position = 1;
        for (int i = 0; i < names.length; i++) {
            Set<Object> targets = new LinkedHashSet<>();
            Set<String> known = new TreeSet<>();
            boolean isFound = false;
            for (Object owner : owners) {
                for (Attribute attribute : attributes(owner)) {
                    List<Object> ends = targets(attribute);
                    if (!ends.isEmpty()) {
                        known.add(attribute.name());
                    }
                    if (attribute.name().equals(names[i])) {
                        isFound |= targets.addAll(ends);
                    }
                }
            }
            if (!isFound) {
                throw new QueryException(
                        UNKNOWN_FIELD,
                        path,
                        position,
                        (i == 0 && from.size() > 1 ? "no class has a relation '" : "there is no relation '") + names[i]
                                + "'; there are: " + NameList.of(known));
            }
            owners = targets;
            position += names[i].length() + 1;
        }
    }

    /** The fields of a class and of those below it, or of an embedded record. */
    private static Set<Attribute> attributes(Object owner) {
        Set<Attribute> attributes = new LinkedHashSet<>();
        if (owner instanceof PersistentClass type) {
            attributes.addAll(type.attributes());
            type.concreteClasses().forEach(below -> attributes.addAll(below.attributes()));
        } else {
            attributes.addAll(((EmbeddedType) owner).components());
        }
        return attributes;
    }

    private static List<Object> targets(Attribute attribute) {
        if (attribute instanceof ReferenceAttribute reference) {
            return List.of(reference.target());
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return List.of(embedded.type());
        }
        if (attribute instanceof CollectionAttribute collection
                && collection.element() instanceof Element.Reference reference) {
            return List.of(reference.target());
        }
        if (attribute instanceof CollectionAttribute collection
                && collection.element() instanceof Element.Embedded embedded) {
            return List.of(embedded.type());
        }
        return List.of();
    }
}
