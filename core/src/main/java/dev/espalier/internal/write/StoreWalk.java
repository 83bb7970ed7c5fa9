package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.NULL_OBJECT;
import static dev.espalier.error.ErrorCode.OBJECT_OUTSIDE_MODEL;

import dev.espalier.error.StoreException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.InverseMembers;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Walks the objects that can be reached from some roots, each once. It changes none. For one thread. */
final class StoreWalk {

    private final WalkedObjects objects;
    private final Schema schema;
    private final Identity identity;
    private final Claims.Unit claims;

    /** Members of inverses that were deleted, so that the walk leaves them out. */
    private Set<Object> deleted = ByObject.none();
    /** Whether the class of an object of the walk has inverse collections. */
    private boolean hasInverses;

    private int newObjects;
    /** The number of different objects that the caller has named. They were met first. */
    private int rootCount;

    /** An object that another unit of work is storing or deleting; null for none. */
    private @Nullable Object taken;

    /** The table of the object that was met last: most objects of a large graph follow others of their class. */
    private @Nullable ClassTable lastTable;
    /** By what the model finds the class of that object. */
    private @Nullable Object lastKey;

    /** @param objects are filled */
    StoreWalk(WalkedObjects objects, Schema schema, Identity identity, Claims.Unit claims) {
        this.objects = objects;
        this.schema = schema;
        this.identity = identity;
        this.claims = claims;
    }

    boolean hasInverses() {
        return hasInverses;
    }

    int newObjects() {
        return newObjects;
    }

    int rootCount() {
        return rootCount;
    }

    /** Whether an object is a deleted member of an inverse, which nothing else refers to. */
    boolean leavesOut(Object object) {
        return !deleted.isEmpty() && deleted.contains(object) && objects.of(object) == null;
    }

    /**
     * Finds all objects that can be reached from the roots, and claims those that are new.
     *
     * @return an object that another unit of work is storing: to be called again when that has ended. Null if all is found
     * @throws StoreException if an object cannot be stored
     */
    @Nullable
    Object collect(Collection<?> roots) {
        while (true) {
            objects.clear(roots.size());
            deleted = ByObject.none();
            hasInverses = false;
            newObjects = 0;
            taken = null;
            walk(roots);
            List<Object> unstored = new ArrayList<>(newObjects);
            for (WalkedObject node : objects) {
                if (taken == null && node.known == null && claims.isTaken(node.object)) {
                    taken = node.object;
                }
                if (node.isNew) {
                    unstored.add(node.object);
                }
            }
            if (taken != null) {
                return taken;
            }
            taken = claims.claim(unstored);
            if (taken != null) {
                return taken;
            }
            // Another unit may have stored or given up one of them after the walk had met it, and have ended before the
            // claim.
            if (isAsMet()) {
                return null;
            }
        }
    }

    private boolean isAsMet() {
        for (WalkedObject node : objects) {
            if (node.known == null
                    && (identity.known(node.object) != null
                            || identity.idOf(node.table.type(), node.object, null) != node.id)) {
                return false;
            }
        }
        return true;
    }

    private void walk(Collection<?> roots) {
        Queue<WalkedObject> open = new ArrayDeque<>();
        for (Object root : roots) {
            if (root == null) {
                throw new StoreException(NULL_OBJECT, "null cannot be stored");
            }
            visit(root, open);
        }
        rootCount = objects.size();
        Consumer<Object> visit = target -> visit(target, open);
        while (!open.isEmpty()) {
            WalkedObject node = open.remove();
            try {
                PersistentClass type = node.table.type();
                if (type.inverses().isEmpty()) {
                    ObjectWalk.targets(type, node.object, visit);
                } else {
                    type.attributes().forEach(attribute -> walk(attribute, node, open));
                    Inverses.removed(type, node.object, member -> visitStored(member, open));
                }
            } catch (ConcurrentModificationException e) {
                throw node.changedMeanwhile("a collection that was changed by another thread", e);
            } catch (StoreException e) {
                throw e.errorCode() == OBJECT_OUTSIDE_MODEL
                        ? new StoreException(e.errorCode(), e.getMessage() + " (referred to by " + node + ")", e)
                        : e;
            }
        }
    }

    private void walk(Attribute attribute, WalkedObject from, Queue<WalkedObject> open) {
        if (attribute instanceof CollectionAttribute inverse && inverse.isInverse()) {
            ObjectWalk.targets(attribute, from.object, member -> {
                if (isDeleted(member, inverse, from)) {
                    deleted = ByObject.with(member, deleted);
                } else {
                    visit(member, open);
                }
            });
        } else {
            ObjectWalk.targets(attribute, from.object, target -> visit(target, open));
        }
    }

    /**
     * Whether a member was deleted since the inverse was loaded or stored: it is remembered, and has no id. One that was deleted by itself is stored again if the
     * program has it refer to the owner; one that was deleted as a part refers to it all the time.
     */
    private boolean isDeleted(Object member, CollectionAttribute inverse, WalkedObject from) {
        PersistentClass type = ObjectWalk.typeOf(schema.model(), member);
        Object target = inverse.reference(type).access().get(member);
        boolean refers = target == from.object || target != null && !from.isNew && identity.idOf(target) == from.id;
        long deletedPart = refers && !from.isNew ? identity.idOfDeletedPart(type, member) : 0;
        if (inverse.isOne()) {
            Fingerprint known = from.known == null ? null : from.known.fingerprint();
            return known != null
                    && (refers
                            ? deletedPart != 0 && known.one(inverse.name()) == deletedPart
                            : identity.idOf(member) == 0 && known.isOne(inverse.name(), member));
        }
        return (refers ? deletedPart != 0 : identity.idOf(member) == 0)
                && inverse.access().get(from.object) instanceof InverseMembers members
                && members.remembered() != null
                && members.remembered().stream().anyMatch(one -> one == member);
    }

    private void visitStored(Object object, Queue<WalkedObject> open) {
        if (identity.idOf(object) != 0) {
            visit(object, open);
        }
    }

    private void visit(Object object, Queue<WalkedObject> open) {
        int found = objects.find(object);
        if (!objects.isMet(found)) {
            if (claims.isTaken(object)) {
                taken = object;
                return;
            }
            ClassTable table = tableOf(object);
            PersistentClass type = table.type();
            KnownState known = identity.known(object);
            WalkedObject node =
                    new WalkedObject(object, table, known, identity.idOf(type, object, known), objects.size());
            objects.addAt(found, node);
            hasInverses |= !type.inverses().isEmpty();
            newObjects += node.isNew ? 1 : 0;
            open.add(node);
        }
    }

    private ClassTable tableOf(Object object) {
        Object key = schema.model().keyOf(object);
        ClassTable table = lastTable;
        if (table == null || key == null || key != lastKey) {
            table = schema.table(ObjectWalk.typeOf(schema.model(), object));
            lastTable = table;
            lastKey = key;
        }
        return table;
    }
}
