package dev.espalier.write;

import static dev.espalier.error.ErrorCode.INVERSE_MISMATCH;

import dev.espalier.error.StoreException;
import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.InverseMembers;
import dev.espalier.model.PersistentClass;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Keeps collections that are inverses of references in agreement with these references, in memory. The reference is what is stored. A side that the
 * program has not changed follows the other one; where it has changed both, they have to agree.
 */
final class Inverses {

    /** What a store knows of the objects that it has reached. */
    interface Reached {

        /** The object's id; 0 for a new one, and for one that was not reached. */
        long id(Object object);

        /** The state when the walk came to the object; null for none. */
        Registry.State known(Object object);
    }

    private final Reached reached;

    Inverses(Reached reached) {
        this.reached = reached;
    }

    /** Hands out what was taken out of the object's inverses since they were loaded or stored: its references may have changed. */
    static void removed(PersistentClass type, Object object, Consumer<Object> each) {
        for (CollectionAttribute inverse : type.inverses()) {
            if (inverse.access().get(object) instanceof InverseMembers members && members.remembered() != null) {
                Set<Object> now = identities((Collection<?>) members);
                members.remembered().stream().filter(member -> !now.contains(member)).forEach(each);
            }
        }
    }

    /** @throws StoreException {@code inverse-mismatch} if an inverse was changed so that it contradicts the references */
    void check(PersistentClass type, Object owner) {
        for (CollectionAttribute inverse : type.inverses()) {
            if (!isKept(type, owner, inverse)) {
                continue;
            }
            Object container = inverse.access().get(owner);
            List<Object> remembered = container instanceof InverseMembers members ? members.remembered() : null;
            Registry.State known = reached.known(owner);
            if (remembered == null && known != null && known.fingerprint() != null) {
                throw mismatch(type, owner, inverse, "found another collection; expected the one that was loaded or stored, with members added or removed");
            }
            Set<Object> before = remembered == null ? Set.of() : identities(remembered);
            Set<Object> now = container == null ? Set.of() : identities((Collection<?>) container);
            for (Object member : now) {
                if (!before.contains(member) && !leadsTo(member, inverse, owner)) {
                    throw mismatch(type, owner, inverse, "found " + (member == null ? "null" : title(member) + ", whose " + inverse.inverseOf()
                            + " is another one or null") + "; expected a member that refers to it: set " + inverse.members() + "." + inverse.inverseOf()
                            + ", which is what is stored");
                }
            }
            for (Object member : before) {
                if (!now.contains(member) && reached.id(member) != 0 && leadsTo(member, inverse, owner)) {
                    throw mismatch(type, owner, inverse, title(member) + " was removed, but still refers to it; expected another "
                            + inverse.members() + "." + inverse.inverseOf() + ", or null: that is what is stored");
                }
            }
        }
    }

    /** Hands out the members of an object of a bulk load, which changes no inverse in memory; each has to refer to the object. */
    static void forEachMember(PersistentClass type, Object owner, long id, Consumer<Object> each) {
        for (CollectionAttribute inverse : type.inverses()) {
            Collection<?> members = (Collection<?>) inverse.access().get(owner);
            PersistentClass member = inverse.members().concreteClasses().get(0);
            if (members != null && members.stream().anyMatch(one -> one == null || inverse.reference(member).access().get(one) != owner)) {
                throw new StoreException(INVERSE_MISMATCH, type + " " + id + "." + inverse.name() + ": found a member that does not refer to it; expected"
                        + " each member's " + inverse.inverseOf() + " to be this object: that is what is stored");
            }
            if (members != null) {
                members.forEach(each);
            }
        }
    }

    /** Updates the inverses of all these objects after a store. */
    void bringUpToDate(Collection<Object> objects, Function<Object, PersistentClass> typeOf) {
        IdentityHashMap<Object, IdentityHashMap<String, List<Object>>> wanted = new IdentityHashMap<>();
        for (Object object : objects) {
            PersistentClass type = typeOf.apply(object);
            for (CollectionAttribute inverse : type.inversesOfReferences()) {
                Object owner = inverse.reference(type).access().get(object);
                if (owner != null) {
                    wanted.computeIfAbsent(owner, any -> new IdentityHashMap<>()).computeIfAbsent(inverse.name().intern(), any -> new ArrayList<>()).add(object);
                }
            }
        }
        for (Object owner : objects) {
            PersistentClass type = typeOf.apply(owner);
            for (CollectionAttribute inverse : type.inverses()) {
                if (isKept(type, owner, inverse)) {
                    List<Object> referring = wanted.getOrDefault(owner, new IdentityHashMap<>()).getOrDefault(inverse.name().intern(), List.of());
                    bringUpToDate(owner, inverse, referring);
                }
            }
        }
    }

    private void bringUpToDate(Object owner, CollectionAttribute inverse, List<Object> referring) {
        Object container = inverse.access().get(owner);
        Collection<?> now = container == null ? List.of() : (Collection<?>) container;
        Set<Object> members = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Object> inOrder = new ArrayList<>();
        for (Object member : now) {
            if (leadsTo(member, inverse, owner) && members.add(member)) {
                inOrder.add(member);
            }
        }
        referring.stream().filter(members::add).forEach(inOrder::add);
        inOrder.sort(Comparator.comparingLong((ToLongFunction<Object>) reached::id));
        if (!(container instanceof InverseMembers)) {
            container = inverse.containers().create(inOrder.size());
            inverse.containers().fill(container, null, inOrder.toArray(), 0, inOrder.size());
            inverse.access().set(owner, container);
        } else if (!isSame(now, inOrder)) {
            @SuppressWarnings("unchecked")
            Collection<Object> same = (Collection<Object>) container;
            same.clear();
            same.addAll(inOrder);
        }
        ((InverseMembers) container).remember();
    }

    /** Takes an object that was deleted out of the inverses of what it refers to. */
    static void forget(PersistentClass type, Object object) {
        for (CollectionAttribute inverse : type.inversesOfReferences()) {
            Object owner = inverse.reference(type).access().get(object);
            if (owner != null && inverse.declaringClass().isInstance(owner)
                    && inverse.access().get(owner) instanceof InverseMembers members && members.remembered() != null) {
                ((Collection<?>) members).removeIf(member -> member == object);
                members.remember();
            }
        }
    }

    private boolean isKept(PersistentClass type, Object owner, CollectionAttribute inverse) {
        Registry.State known = reached.known(owner);
        return known == null || known.version() != WriteSet.Update.UNKNOWN
                && (known.notLoaded() == null || !known.notLoaded().attributes().get(type.attributes().indexOf(inverse)));
    }

    private boolean leadsTo(Object member, CollectionAttribute inverse, Object owner) {
        if (member == null) {
            return false;
        }
        Object target = inverse.reference(inverse.members().concreteClasses().get(0)).access().get(member);
        return target == owner || target != null && reached.id(target) != 0 && reached.id(target) == reached.id(owner);
    }

    private static boolean isSame(Collection<?> a, List<Object> b) {
        if (a.size() != b.size()) {
            return false;
        }
        int at = 0;
        for (Object member : a) {
            if (member != b.get(at++)) {
                return false;
            }
        }
        return true;
    }

    private static Set<Object> identities(Collection<?> members) {
        Set<Object> identities = Collections.newSetFromMap(new IdentityHashMap<>());
        identities.addAll(members);
        return identities;
    }

    private String title(Object object) {
        long id = reached.id(object);
        return object.getClass().getSimpleName() + (id == 0 ? "" : " " + id);
    }

    private StoreException mismatch(PersistentClass type, Object owner, CollectionAttribute inverse, String detail) {
        long id = reached.id(owner);
        return new StoreException(INVERSE_MISMATCH, type + (id == 0 ? "" : " " + id) + "." + inverse.name() + ": " + detail);
    }
}
