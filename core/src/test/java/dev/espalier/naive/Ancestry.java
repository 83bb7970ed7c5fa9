package dev.espalier.naive;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Which objects lead to which. */
final class Ancestry {

    private final Map<Object, Set<Object>> parents = new IdentityHashMap<>();
    private final Map<Object, Set<Object>> found = new IdentityHashMap<>();

    /** @param children what each object leads to at once */
    Ancestry(Collection<?> objects, Function<Object, Set<Object>> children) {
        objects.forEach(object -> parents.put(object, Paths.identitySet(Set.of())));
        objects.forEach(object ->
                children.apply(object).forEach(child -> parents.get(child).add(object)));
    }

    /** All that lead to an object by whatever way; itself only where it is on a circle. */
    Set<Object> ancestors(Object object) {
        return found.computeIfAbsent(object, of -> {
            Set<Object> ancestors = Paths.identitySet(parents.get(of));
            while (true) {
                Set<Object> more = Paths.identitySet(ancestors);
                ancestors.forEach(ancestor -> more.addAll(parents.get(ancestor)));
                if (more.size() == ancestors.size()) {
                    return ancestors;
                }
                ancestors = more;
            }
        });
    }

    /** Whether nothing leads to it but what it leads to itself. */
    boolean isRoot(Object object) {
        return ancestors(object).stream()
                .allMatch(ancestor -> ancestors(ancestor).contains(object));
    }

    boolean isOnCircle(Object object) {
        return ancestors(object).contains(object);
    }
}
