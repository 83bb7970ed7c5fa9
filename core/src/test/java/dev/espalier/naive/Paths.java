package dev.espalier.naive;

import dev.espalier.annotation.InverseOf;
import dev.espalier.internal.rql.Path;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Follows the paths of one question through objects in memory. What it has seen once it remembers: the objects must not change. */
final class Paths {

    private final Set<Object> population;
    private final List<Object> inOrder;
    private final ToLongFunction<Object> ids;
    private final Map<String, Map<Object, List<Slot>>> referrers;
    private final Map<Path.Step, Map<Object, Set<Object>>> walks = new IdentityHashMap<>();
    private final Map<Path.Step, Map<Object, Set<Object>>> rounds = new IdentityHashMap<>();

    Paths(Collection<?> objects, ToLongFunction<Object> ids) {
        this.ids = ids;
        population = identitySet(objects);
        inOrder = new ArrayList<>(objects);
        inOrder.sort(byId());
        referrers = new HashMap<>();
    }

    private Paths(Paths other) {
        population = other.population;
        inOrder = other.inOrder;
        ids = other.ids;
        referrers = other.referrers;
    }

    /** For another question about the same objects. */
    Paths afresh() {
        return new Paths(this);
    }

    /** Whether it is an object, and no value and no embedded record. */
    boolean contains(Object content) {
        return population.contains(content);
    }

    /** The classes of what paths lead to from an object or a record. Fields of other subclasses count, too. */
    PathTypes types(Object content) {
        Class<?> type = content.getClass();
        while (type.getSuperclass() != null && Objects.isStructure(type.getSuperclass())) {
            type = type.getSuperclass();
        }
        Set<Class<?>> classes = inOrder.stream().map(Object::getClass).collect(Collectors.toSet());
        return new PathTypes(type, classes);
    }

    Comparator<Object> byId() {
        return Comparator.comparingLong(ids);
    }

    long id(Object object) {
        return ids.applyAsLong(object);
    }

    /** All objects of a class and its subclasses, by id. */
    Stream<Object> all(Class<?> type) {
        return inOrder.stream().filter(type::isInstance);
    }

    /** Every way to a slot counts. */
    List<Slot> slots(List<Path.Step> steps, Slot from) {
        List<Slot> reached = List.of(from);
        for (Path.Step step : steps) {
            List<Slot> next = new ArrayList<>();
            reached.stream().filter(slot -> slot.content() != null).forEach(slot -> next.addAll(taken(step, slot)));
            reached = next;
        }
        return reached;
    }

    /** Each slot that holds something once, and each object once whatever slots hold it. */
    Set<Slot> present(List<Path.Step> steps, Slot from) {
        Set<Slot> present = new LinkedHashSet<>();
        for (Slot slot : slots(steps, from)) {
            if (slot.content() != null) {
                present.add(contains(slot.content()) ? Slot.of(slot.content()) : slot);
            }
        }
        return present;
    }

    /** Returns the slots to which a step leads: members in their order, objects that are reached by references or repeatedly by id. */
    List<Slot> ordered(Path.Step step, Slot from) {
        if (from.content() == null) {
            return List.of();
        }
        List<Slot> reached = new ArrayList<>(taken(step, from));
        if (step instanceof Path.Inverse || step.repetition().isPresent()) {
            reached.sort((a, b) -> byId().compare(a.content(), b.content()));
        }
        if (step instanceof Path.Field field
                && isOfObjects(Objects.field(from.content().getClass(), field.name()))) {
            reached.removeIf(slot -> slot.content() == null);
        }
        return reached;
    }

    /** Whether a field holds a collection of objects, of which a missing one is none. */
    private static boolean isOfObjects(Field field) {
        if (field == null || !Objects.isMany(field.getType())) {
            return false;
        }
        Class<?> member = PathTypes.content(field.getGenericType());
        return Objects.isStructure(member) && (!member.isRecord() || Objects.field(member, "id") != null);
    }

    private List<Slot> taken(Path.Step step, Slot from) {
        return step.repetition().isEmpty()
                ? once(step, from)
                : repeated(step, from.content()).stream().map(Slot::of).toList();
    }

    private Set<Object> repeated(Path.Step step, Object from) {
        Map<Object, Set<Object>> known = walks.computeIfAbsent(step, none -> new IdentityHashMap<>());
        if (!known.containsKey(from)) {
            known.put(from, repeated(step, step.repetition().orElseThrow(), from));
        }
        return known.get(from);
    }

    /** The objects that walks of an allowed length lead to. */
    private Set<Object> repeated(Path.Step step, Path.Repetition repetition, Object from) {
        List<Set<Object>> levels = new ArrayList<>();
        Set<Object> level = identitySet(List.of(from));
        while (!levels.contains(level)) {
            levels.add(level);
            level = next(step, level);
        }
        // From here on the levels come again and again; one of none is followed by none.
        int again = levels.indexOf(level);
        int period = levels.size() - again;
        Set<Object> reached = identitySet(List.of());
        int least = repetition.least();
        for (long length = least;
                length <= repetition.most().orElse(Integer.MAX_VALUE) && length <= (long) least + levels.size();
                length++) {
            reached.addAll(levels.get((int) (length < levels.size() ? length : again + (length - again) % period)));
        }
        return reached;
    }

    private Set<Object> next(Path.Step step, Set<Object> level) {
        Set<Object> next = identitySet(List.of());
        Map<Object, Set<Object>> known = rounds.computeIfAbsent(step, none -> new IdentityHashMap<>());
        for (Object object : level) {
            if (!known.containsKey(object)) {
                known.put(object, next(step, object));
            }
            next.addAll(known.get(object));
        }
        return next;
    }

    private Set<Object> next(Path.Step step, Object from) {
        List<Slot> reached = step instanceof Path.Group group
                ? slots(group.body().steps(), Slot.of(from))
                : once(step, Slot.of(from));
        return identitySet(reached.stream()
                .map(Slot::content)
                .filter(content -> content != null)
                .toList());
    }

    private List<Slot> once(Path.Step step, Slot from) {
        List<Slot> reached = step instanceof Path.Field field
                ? field(from, field.name())
                : referrers((Path.Inverse) step, from.content());
        return step.only().isEmpty()
                ? reached
                : reached.stream()
                        .filter(slot -> slot.content() != null
                                && isOfClass(slot.content(), step.only().get()))
                        .toList();
    }

    private List<Slot> field(Slot from, String name) {
        Object object = from.content();
        boolean isObject = contains(object);
        if (isObject && name.equals("id")) {
            // Every object has an id, written or not.
            return List.of(new Slot(object, "id", ids.applyAsLong(object)));
        }
        Field field = Objects.field(object.getClass(), name);
        if (field == null) {
            // It belongs to another subclass.
            return List.of();
        }
        Object owner = isObject ? object : from.owner();
        String place = isObject ? name : from.place() + "." + name;
        Object content = Objects.get(field, object);
        if (content == null && field.isAnnotationPresent(InverseOf.class)) {
            // A path through an inverse is the step back along the reference: nobody refers to the object.
            return List.of();
        }
        if (!Objects.isMany(field.getType())) {
            return List.of(new Slot(owner, place, content));
        }
        List<Slot> members = new ArrayList<>();
        for (Object member : Objects.members(content)) {
            members.add(new Slot(owner, place + "#" + members.size(), member));
        }
        return members;
    }

    private List<Slot> referrers(Path.Inverse inverse, Object target) {
        return referrers
                .computeIfAbsent(inverse.owner().name() + "." + inverse.name(), relation -> {
                    Map<Object, List<Slot>> found = new IdentityHashMap<>();
                    for (Object owner : inOrder) {
                        if (isOfClass(owner, inverse.owner())) {
                            Set<Object> targets = identitySet(List.of());
                            field(Slot.of(owner), inverse.name()).forEach(slot -> targets.add(slot.content()));
                            targets.forEach(each -> found.computeIfAbsent(each, none -> new ArrayList<>())
                                    .add(Slot.of(owner)));
                        }
                    }
                    return found;
                })
                .getOrDefault(target, List.of());
    }

    /** Whether a field that is not an embedded record's belongs to this object. */
    boolean hasField(Object object, Path.Step step) {
        return !(step instanceof Path.Field field) || Objects.field(object.getClass(), field.name()) != null;
    }

    static boolean isOfClass(Object object, Path.ClassName name) {
        return isOfClass(object.getClass(), name.name());
    }

    private static boolean isOfClass(Class<?> type, String name) {
        if (type == null) {
            return false;
        }
        return type.getSimpleName().equals(name)
                || name.equals(type.getCanonicalName())
                || isOfClass(type.getSuperclass(), name)
                || Stream.of(type.getInterfaces()).anyMatch(each -> isOfClass(each, name));
    }

    static Set<Object> identitySet(Collection<?> objects) {
        Set<Object> set = Collections.newSetFromMap(new IdentityHashMap<>());
        set.addAll(objects);
        return set;
    }
}
