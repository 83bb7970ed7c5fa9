package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.INVERSE_MISMATCH;

import dev.espalier.error.StoreException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.InverseMembers;
import dev.espalier.internal.model.NotLoaded;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Keeps fields that are inverses of references in agreement with these references, in memory. The reference is what is stored. A side that the
 * program has not changed follows the other one; if it has changed both, they have to agree.
 */
final class Inverses {

    /** What a store knows of the objects that it has reached. */
    interface Reached {

        /** The object's id; 0 for a new one, and for one that was not reached. */
        long id(Object object);

        /** The state when the walk came to the object; null for none. */
        @Nullable
        KnownState known(Object object);

        /** The class of an object. */
        PersistentClass typeOf(Object object);

        /** The objects that it has reached. */
        Collection<Object> objects();

        /** Whether an object that was not reached refers to the owner of an inverse in the database. */
        boolean refers(CollectionAttribute inverse, long member, long owner);

        /** An inverse holds the object with that id from now on; null and 0 for none. */
        void holds(Object owner, CollectionAttribute inverse, @Nullable Object member, long id);
    }

    private final Reached reached;
    /** The reached objects that refer to the owner of an inverse; null before they were gathered. */
    private @Nullable Referring referring;

    Inverses(Reached reached) {
        this.reached = reached;
    }

    /** Hands out what was taken out of the object's inverses since they were loaded or stored: its references may have changed. */
    static void removed(PersistentClass type, Object object, Consumer<Object> each) {
        for (CollectionAttribute inverse : type.inverses()) {
            if (inverse.access().get(object) instanceof InverseMembers members && members.remembered() != null) {
                Set<Object> now = identities((Collection<?>) members);
                members.remembered().stream()
                        .filter(member -> !now.contains(member))
                        .forEach(each);
            }
        }
    }

    /** @throws StoreException {@code inverse-mismatch} if an inverse was changed so that it contradicts the references */
    void check(PersistentClass type, Object owner) {
        for (CollectionAttribute inverse : type.inverses()) {
            if (inverse.isOne()) {
                checkOne(type, owner, inverse);
                continue;
            }
            Object container = inverse.access().get(owner);
            KnownState known = reached.known(owner);
            boolean isOfAnother = known != null
                    && known.fingerprint() != null
                    && wasLoaded(type, known, inverse)
                    && NotLoaded.isOfAnother(container, known.id(), inverse.name());
            if (!isOfAnother && !isKept(type, owner, inverse)) {
                continue;
            }
            List<Object> remembered = container instanceof InverseMembers members ? members.remembered() : null;
            if (remembered == null && known != null && known.fingerprint() != null) {
                throw mismatch(
                        type,
                        owner,
                        inverse,
                        "found another collection; expected the one that was loaded or stored, with members added or removed");
            }
            Set<Object> before = remembered == null ? Set.of() : identities(remembered);
            Set<Object> now = container == null ? Set.of() : identities((Collection<?>) container);
            for (Object member : now) {
                if (!before.contains(member) && !leadsTo(member, inverse, owner)) {
                    throw mismatch(type, owner, inverse, found(member, inverse));
                }
            }
            for (Object member : before) {
                if (!now.contains(member) && reached.id(member) != 0 && leadsTo(member, inverse, owner)) {
                    throw mismatch(type, owner, inverse, removed(inverse, title(member)));
                }
            }
        }
    }

    /** Checks an inverse that holds one object. What it held is known by its id: an object that was taken out of it may be reached in another way, or not at all. */
    private void checkOne(PersistentClass type, Object owner, CollectionAttribute inverse) {
        List<Object> referrers = referring().to(owner, inverse);
        if (referrers.size() > 1) {
            throw mismatch(
                    type,
                    owner,
                    inverse,
                    "found " + title(referrers.get(0)) + " and " + title(referrers.get(1)) + ", whose "
                            + inverse.inverseOf()
                            + " refers to it; expected one of them, because the relation has one object on each side");
        }
        if (!isKept(type, owner, inverse)) {
            return;
        }
        Object now = inverse.access().get(owner);
        KnownState known = reached.known(owner);
        Fingerprint held = known == null ? null : known.fingerprint();
        long before = held == null ? 0 : held.one(inverse.name());
        if (now != null
                && !leadsTo(now, inverse, owner)
                && (before == 0 || reached.id(now) != before)
                && !isDeleted(now, held, inverse)) {
            throw mismatch(type, owner, inverse, found(now, inverse));
        }
        if (now == null && before != 0) {
            Object member = reached.objects().stream()
                    .filter(object -> reached.id(object) == before)
                    .findFirst()
                    .orElse(null);
            if (member != null ? leadsTo(member, inverse, owner) : reached.refers(inverse, before, reached.id(owner))) {
                throw mismatch(
                        type,
                        owner,
                        inverse,
                        removed(inverse, inverse.members() + " " + before)
                                + (member == null ? "; store it in the same call or before" : ""));
            }
        }
    }

    /** Whether an inverse still holds an object that has left it and was deleted then. */
    private boolean isDeleted(Object member, @Nullable Fingerprint held, CollectionAttribute inverse) {
        return reached.id(member) == 0 && held != null && held.isOne(inverse.name(), member);
    }

    private String found(@Nullable Object member, CollectionAttribute inverse) {
        return "found "
                + (member == null
                        ? "null"
                        : title(member) + ", whose " + inverse.inverseOf() + " is another one or null")
                + "; expected a member that refers to it: set " + inverse.members() + "." + inverse.inverseOf()
                + ", which is what is stored";
    }

    private static String removed(CollectionAttribute inverse, String member) {
        return member + " was removed, but still refers to it; expected another " + inverse.members() + "."
                + inverse.inverseOf() + ", or null: that is what is stored";
    }

    /** Hands out the members of an object of a bulk load, which changes no inverse in memory; each has to refer to the object. */
    static void forEachMember(PersistentClass type, Object owner, long id, Consumer<Object> each) {
        for (CollectionAttribute inverse : type.inverses()) {
            Object container = inverse.access().get(owner);
            if (container != null) {
                inverse.containers().forEach(container, (position, key, member) -> {
                    if (member == null
                            || inverse.reference(ObjectWalk.typeOf(
                                                    inverse.members().model(), member))
                                            .access()
                                            .get(member)
                                    != owner) {
                        throw new StoreException(
                                INVERSE_MISMATCH,
                                type + " " + id + "." + inverse.name()
                                        + ": found a member that does not refer to it; expected" + " each member's "
                                        + inverse.inverseOf() + " to be this object: that is what is stored");
                    }
                });
                inverse.containers().forEach(container, (position, key, member) -> each.accept(member));
            }
        }
    }

    /** Updates the inverses of all reached objects after a store. */
    void bringUpToDate() {
        referring = null;
        for (Object owner : reached.objects()) {
            PersistentClass type = reached.typeOf(owner);
            for (CollectionAttribute inverse : type.inverses()) {
                if (isKept(type, owner, inverse)) {
                    List<Object> referrers = referring().to(owner, inverse);
                    if (inverse.isOne()) {
                        bringOneUpToDate(owner, inverse, referrers);
                    } else {
                        bringUpToDate(owner, inverse, referrers);
                    }
                }
            }
        }
    }

    /** An object whose reference is not known stays: it is a stand-in, or bounds have left the reference out. */
    private void bringOneUpToDate(Object owner, CollectionAttribute inverse, List<Object> referrers) {
        Object now = inverse.access().get(owner);
        Object held =
                now != null && reached.id(now) != 0 && (leadsTo(now, inverse, owner) || !isReferenceKnown(now, inverse))
                        ? now
                        : referrers.isEmpty() ? null : referrers.get(0);
        if (held != now) {
            inverse.access().set(owner, held);
        }
        reached.holds(owner, inverse, held, held == null ? 0 : reached.id(held));
    }

    private boolean isReferenceKnown(Object member, CollectionAttribute inverse) {
        PersistentClass type = reached.typeOf(member);
        return isKept(type, member, inverse.reference(type));
    }

    private Referring referring() {
        Referring known = referring;
        if (known == null) {
            known = new Referring(reached);
            referring = known;
        }
        return known;
    }

    /** The reached objects that refer to the owners of inverses. */
    private static final class Referring {

        private final IdentityHashMap<Object, Map<String, List<Object>>> byOwner = new IdentityHashMap<>();

        Referring(Reached reached) {
            for (Object object : reached.objects()) {
                PersistentClass type = reached.typeOf(object);
                for (CollectionAttribute inverse : type.inversesOfReferences()) {
                    Object owner = inverse.reference(type).access().get(object);
                    if (owner != null) {
                        List<Object> referrers = byOwner.computeIfAbsent(owner, any -> new HashMap<>(2))
                                .computeIfAbsent(inverse.name(), any -> new ArrayList<>());
                        // Classes that inherit an inverse have one each for the same reference.
                        if (referrers.isEmpty() || referrers.get(referrers.size() - 1) != object) {
                            referrers.add(object);
                        }
                    }
                }
            }
        }

        List<Object> to(Object owner, CollectionAttribute inverse) {
            return byOwner.getOrDefault(owner, Map.of()).getOrDefault(inverse.name(), List.of());
        }
    }

    private void bringUpToDate(Object owner, CollectionAttribute inverse, List<Object> referring) {
        Object container = inverse.access().get(owner);
        Collection<?> now = container == null ? List.of() : (Collection<?>) container;
        Set<Object> members = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Object> inOrder = new ArrayList<>();
        for (Object member : now) {
            boolean isStored = reached.id(member) != 0;
            if (isStored && leadsTo(member, inverse, owner) && members.add(member)) {
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
            if (owner != null
                    && inverse.isOne()
                    && inverse.declaringClass().isInstance(owner)
                    && inverse.access().get(owner) == object) {
                inverse.access().set(owner, null);
            } else if (owner != null
                    && !inverse.isOne()
                    && inverse.declaringClass().isInstance(owner)
                    && inverse.access().get(owner) instanceof InverseMembers members
                    && members.remembered() != null) {
                ((Collection<?>) members).removeIf(member -> member == object);
                members.remember();
            } else if (owner != null
                    && !inverse.isOne()
                    && inverse.declaringClass().isInstance(owner)
                    && inverse.access().get(owner) instanceof Collection<?> members
                    && !NotLoaded.isIn(members)
                    && members.stream().anyMatch(member -> member == object)) {
                // The program's own, as after a bulk load: a rollback puts it back into the field.
                Object[] rest =
                        members.stream().filter(member -> member != object).toArray();
                Object container = inverse.containers().create(rest.length);
                inverse.containers().fill(container, null, rest, 0, rest.length);
                inverse.access().set(owner, container);
            }
        }
    }

    /** Whether the object holds what it has in that attribute: it is no stand-in, and bounds have not left the attribute out, of it or of the object of which it is a copy. */
    private boolean isKept(PersistentClass type, Object object, Attribute attribute) {
        if (NotLoaded.isIn(attribute.access().get(object))) {
            return false;
        }
        KnownState known = reached.known(object);
        return known == null || wasLoaded(type, known, attribute);
    }

    private static boolean wasLoaded(PersistentClass type, KnownState known, Attribute attribute) {
        return known.version() != VersionAccess.UNKNOWN
                && (known.notLoaded() == null
                        || !known.notLoaded().attributes().get(type.attributes().indexOf(attribute)));
    }

    private boolean leadsTo(Object member, CollectionAttribute inverse, Object owner) {
        if (member == null) {
            return false;
        }
        Object target = inverse.reference(reached.typeOf(member)).access().get(member);
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
        return new StoreException(
                INVERSE_MISMATCH, type + (id == 0 ? "" : " " + id) + "." + inverse.name() + ": " + detail);
    }
}
