package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.CHANGED_DURING_STORE;
import static dev.espalier.error.ErrorCode.NOT_LOADED;
import static dev.espalier.error.ErrorCode.NULL_OBJECT;
import static dev.espalier.error.ErrorCode.OBJECT_OUTSIDE_MODEL;
import static dev.espalier.error.ErrorCode.TWO_OBJECTS;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.NotLoadedException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.SizeLimit;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.InverseMembers;
import dev.espalier.internal.model.NotLoaded;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Walks the objects that can be reached from some roots once and builds what has to be written; for one call. No object is
 * touched before {@link #stored}.
 */
public final class WriteSetBuilder {

    private final Schema schema;
    private final IntToLongFunction ids;
    private final Identity identity;
    private final StoredValues stored;
    private final Claims.Unit claims;
    private final RowEncoder encoder;
    private final ByIdentity<Node> nodes = new ByIdentity<>();
    /** Members of inverses that were deleted, so that the walk leaves them out. */
    private Set<Object> deleted = ByObject.none();

    private final Fingerprinter fingerprinter = new Fingerprinter(target ->
            !deleted.isEmpty() && deleted.contains(target) && nodes.get(target) == null ? 0 : node(target).id);
    private final List<Node> inOrder = new ArrayList<>();
    /** Whether the class of an object of the walk has inverse collections. */
    private boolean hasInverses;

    private int newObjects;
    /** The number of different objects that the caller has named. They were met first. */
    private int rootCount;

    private final Map<Long, Reference> insertedReferences = new HashMap<>();
    private @Nullable Node owner;
    private final StoredReferences storedReferences;
    private final Inverses inverses = new Inverses(new Inverses.Reached() {
        @Override
        public long id(Object object) {
            Node node = nodes.get(object);
            return node == null ? 0 : node.id;
        }

        @Override
        public @Nullable KnownState known(Object object) {
            Node node = nodes.get(object);
            return node == null ? null : node.known;
        }

        @Override
        public PersistentClass typeOf(Object object) {
            Node node = nodes.get(object);
            return node == null ? ObjectWalk.typeOf(schema.model(), object) : node.table.type();
        }

        @Override
        public Collection<Object> objects() {
            List<Object> objects = new ArrayList<>(inOrder.size());
            for (Node node : inOrder) {
                objects.add(node.object);
            }
            return objects;
        }

        @Override
        public boolean refers(CollectionAttribute inverse, long member, long owner) {
            return storedReferences.refers(schema.inverse(inverse).get(0), member, owner);
        }

        @Override
        public void holds(Object owner, CollectionAttribute inverse, @Nullable Object member, long id) {
            KnownState known = identity.known(owner);
            if (known != null
                    && known.fingerprint() != null
                    && known.fingerprint().one(inverse.name()) != id) {
                identity.know(
                        typeOf(owner),
                        owner,
                        new KnownState(
                                known.id(),
                                known.version(),
                                known.fingerprint().withOne(inverse.name(), member, id),
                                known.notLoaded()));
            }
        }
    });
    /** The attributes of the owner that must not be written; null for none. */
    private @Nullable BitSet ownerNotLoaded;
    /** An object that another unit of work is storing or deleting; null for none. */
    private @Nullable Object taken;
    /** Where references of the owner to objects that were there before are gathered. */
    private Map<Long, Reference> references = insertedReferences;

    /** The table of the object that was met last: most objects of a large graph follow others of their class. */
    private @Nullable ClassTable lastTable;
    /** By what the model finds the class of that object. */
    private @Nullable Object lastKey;

    /**
     * The node of the object that was referred to last: fingerprint and row ask for it one after the other, and for the members of a collection in the order in
     * which they were met.
     */
    private @Nullable Node lastNode;

    /** One object of the walk. */
    private static final class Node {
        final Object object;
        final ClassTable table;
        final @Nullable KnownState known;
        final boolean isNew;
        /** In the order in which objects were met. */
        final int place;

        long id;

        @Nullable
        KnownState after;

        Node(Object object, ClassTable table, @Nullable KnownState known, long id, int place) {
            this.object = object;
            this.table = table;
            this.known = known;
            this.id = id;
            this.isNew = id == 0;
            this.place = place;
        }
    }

    /** The stored objects as the unit of work has read them. */
    @FunctionalInterface
    public interface StoredValues {

        /** All rows of a collection, in order, as they stood when the owner had the version that the registry knows; null if that is not known. */
        @Nullable
        List<Object[]> rows(long owner, LinkTable link);

        /**
         * Whether an attribute of the object certainly has the stored value.
         *
         * @param known what the registry knows of the object
         * @param attribute has a simple value
         */
        default boolean isUnchanged(Object object, KnownState known, ValueAttribute attribute) {
            return false;
        }
    }

    /**
     * @param sizes the sizes that the server takes; asked only when a large value is met
     * @param ids gives the first of that many new ids
     * @param identity what is known of objects
     * @param stored what was read of stored objects
     * @param references asks the database for single references
     * @param claims of the unit of work
     */
    public WriteSetBuilder(
            Schema schema,
            Dialect dialect,
            Supplier<SizeLimit> sizes,
            IntToLongFunction ids,
            Identity identity,
            StoredValues stored,
            StoredReferences references,
            Claims.Unit claims) {
        this.schema = schema;
        this.ids = ids;
        this.identity = identity;
        this.claims = claims;
        this.stored = stored;
        this.storedReferences = references;
        this.encoder = new RowEncoder(dialect, sizes, this::refer);
    }

    private long refer(Object target, Attribute attribute) {
        Node node = node(target);
        Node from = requireNonNull(owner);
        if (!node.isNew && !RowEncoder.isLeftOut(from.table.type(), attribute, ownerNotLoaded)) {
            references.putIfAbsent(node.id, new Reference(node.table, from.table.type(), from.id, attribute.name()));
        }
        return node.id;
    }

    /**
     * The node of an object that the owner refers to.
     *
     * @throws StoreException if another thread has added the object since it was looked for
     */
    private Node node(Object target) {
        Node last = lastNode;
        if (last != null && last.object == target) {
            return last;
        }
        Node node = last != null && last.place + 1 < inOrder.size() ? inOrder.get(last.place + 1) : null;
        if (node == null || node.object != target) {
            node = nodes.get(target);
        }
        if (node == null) {
            throw changedMeanwhile(
                    "a reference to an object of " + schema.model().classNameOf(target)
                            + " that was not there when the store began",
                    null);
        }
        lastNode = node;
        return node;
    }

    private StoreException changedMeanwhile(String found, @Nullable Throwable cause) {
        return new StoreException(
                CHANGED_DURING_STORE,
                describe(requireNonNull(owner)) + ": found " + found
                        + "; expected no change while the object is stored. Nothing was"
                        + " stored; let one thread at a time change and store objects that threads share, and store again",
                cause);
    }

    /**
     * Finds all objects that can be reached from the roots, and claims those that are new.
     *
     * @return an object that another unit of work is storing: to be called again when that has ended. Null if all is found
     * @throws StoreException if an object cannot be stored
     */
    public @Nullable Object collect(Collection<?> roots) {
        while (true) {
            nodes.clear(roots.size());
            lastNode = null;
            inOrder.clear();
            deleted = ByObject.none();
            hasInverses = false;
            newObjects = 0;
            taken = null;
            walk(roots);
            List<Object> unstored = new ArrayList<>(newObjects);
            for (Node node : inOrder) {
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
        for (Node node : inOrder) {
            if (node.known == null
                    && (identity.known(node.object) != null
                            || identity.idOf(node.table.type(), node.object, null) != node.id)) {
                return false;
            }
        }
        return true;
    }

    /**
     * What has to be written so that all objects that were collected stand in the database as they are now.
     *
     * @param overwriting those that replace what is stored, whatever it is
     * @throws StoreException if an object cannot be stored
     */
    public WriteSet build(Collection<?> overwriting) {
        if (hasInverses) {
            inOrder.forEach(node -> inverses.check(node.table.type(), node.object));
        }
        giveIds();
        Set<Object> overwritten = ByObject.none();
        for (Object one : overwriting) {
            overwritten = ByObject.with(one, overwritten);
        }
        Map<Table, List<Object[]>> inserts = new TreeMap<>(schema.order());
        List<WriteSet.Update> updates = new ArrayList<>();
        Map<Long, Node> updated = new HashMap<>();
        for (Node node : inOrder) {
            owner = node;
            try {
                if (node.isNew) {
                    insert(node, inserts);
                } else if (update(node, overwritten.contains(node.object), updates)) {
                    Node other = updated.putIfAbsent(node.id, node);
                    if (other != null) {
                        requireSame(node, other);
                        updates.remove(updates.size() - 1);
                        node.after = null;
                    }
                }
            } catch (ConcurrentModificationException e) {
                throw changedMeanwhile("a collection that was changed by another thread", e);
            }
        }
        updates.sort(WriteSet.ORDER);
        return new WriteSet(inserts, updates, insertedReferences, named());
    }

    /** The stored objects that the caller has named and that may be parts. */
    private Map<Long, PersistentClass> named() {
        Map<Long, PersistentClass> named = new HashMap<>();
        for (int i = 0; i < rootCount; i++) {
            Node root = inOrder.get(i);
            if (!root.isNew && schema.mayHoldPartsOfOwners(root.table.table())) {
                named.put(root.id, root.table.type());
            }
        }
        return named;
    }

    /** Several copies of one object, as JSON leads to, may be stored if they are the same and nothing is known of them. */
    private static void requireSame(Node node, Node other) {
        if (node.known != null
                || other.known != null
                || !Objects.equals(
                        requireNonNull(node.after).fingerprint(),
                        requireNonNull(other.after).fingerprint())) {
            throw twoObjects(node.table.type(), node.id);
        }
    }

    /**
     * Records in the objects and the registry that the set was written.
     *
     * @param version an object's version now, by its id and the version that was known of it
     */
    public void stored(VersionOf version) {
        for (Node node : inOrder) {
            KnownState after = node.after;
            if (node.isNew && node.table.type().id() != null) {
                node.table.type().id().set(node.object, node.id);
            }
            if (after != null) {
                identity.know(node.table.type(), node.object, after.at(version.apply(node.id, after.version())));
            }
        }
        if (hasInverses) {
            inverses.bringUpToDate();
        }
    }

    /** An object's version. */
    @FunctionalInterface
    public interface VersionOf {
        int apply(long id, int version);
    }

    /** Receives the objects of the walk. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * @param before the id it had; 0 for a new one
         * @param id the id it has or gets
         * @param isWritten whether anything of it is sent
         */
        void object(Object object, long before, long id, boolean isWritten);
    }

    /** Hands out the objects of the walk. */
    public void forEach(Visitor visitor) {
        inOrder.forEach(node -> visitor.object(node.object, node.isNew ? 0 : node.id, node.id, node.after != null));
    }

    private void walk(Collection<?> roots) {
        Queue<Node> open = new ArrayDeque<>();
        for (Object root : roots) {
            if (root == null) {
                throw new StoreException(NULL_OBJECT, "null cannot be stored");
            }
            visit(root, open);
        }
        rootCount = inOrder.size();
        Consumer<Object> visit = target -> visit(target, open);
        for (Node node = open.poll(); node != null; node = open.poll()) {
            owner = node;
            try {
                PersistentClass type = node.table.type();
                if (type.inverses().isEmpty()) {
                    ObjectWalk.targets(type, node.object, visit);
                } else {
                    type.attributes().forEach(attribute -> walk(attribute, requireNonNull(owner), open));
                    Inverses.removed(type, node.object, member -> visitStored(member, open));
                }
            } catch (ConcurrentModificationException e) {
                throw changedMeanwhile("a collection that was changed by another thread", e);
            } catch (StoreException e) {
                throw e.errorCode() == OBJECT_OUTSIDE_MODEL
                        ? new StoreException(
                                e.errorCode(), e.getMessage() + " (referred to by " + describe(owner) + ")", e)
                        : e;
            }
        }
    }

    private void walk(Attribute attribute, Node from, Queue<Node> open) {
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
    private boolean isDeleted(Object member, CollectionAttribute inverse, Node from) {
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

    private void visitStored(Object object, Queue<Node> open) {
        if (identity.idOf(object) != 0) {
            visit(object, open);
        }
    }

    private void visit(Object object, Queue<Node> open) {
        int place = nodes.find(object);
        if (nodes.value(place) == null) {
            if (claims.isTaken(object)) {
                taken = object;
                return;
            }
            ClassTable table = tableOf(object);
            PersistentClass type = table.type();
            KnownState known = identity.known(object);
            Node node = new Node(object, table, known, identity.idOf(type, object, known), inOrder.size());
            nodes.add(place, object, node);
            inOrder.add(node);
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

    private static String describe(Node node) {
        return node.table.type() + (node.isNew ? "" : " " + node.id);
    }

    private void giveIds() {
        if (newObjects > 0) {
            long next = ids.applyAsLong(newObjects);
            for (Node node : inOrder) {
                if (node.isNew) {
                    node.id = next++;
                }
            }
        }
    }

    private void insert(Node node, Map<Table, List<Object[]>> inserts) {
        refuseNotLoaded(node.table, node.object);
        identity.refuseRest(node.table.type(), node.object, fingerprinter);
        ownerNotLoaded = null;
        references = insertedReferences;
        // Before the row is encoded: what another thread changes from now on differs from the fingerprint, and is
        // written by the next store.
        Fingerprint fingerprint = fingerprinter.of(node.table.type(), node.object, null);
        inserts.computeIfAbsent(node.table.table(), table -> new ArrayList<>())
                .add(encoder.row(node.table, node.object, node.id, 0));
        for (LinkTable link : node.table.links()) {
            encoder.members(
                    link,
                    node.object,
                    node.id,
                    row -> inserts.computeIfAbsent(link.table(), table -> new ArrayList<>())
                            .add(row));
        }
        PersistentClass type = node.table.type();
        node.after = new KnownState(
                node.id,
                0,
                fingerprint,
                type.inverses().isEmpty() ? null : LeftOut.withNotLoaded(type, node.object, null, fingerprinter));
    }

    /** Refuses a new object with a collection of another one that was not loaded: it would be stored without members. */
    static void refuseNotLoaded(ClassTable table, Object object) {
        for (LinkTable link : table.links()) {
            if (LeftOut.isNotLoaded(link.attribute(), object)) {
                throw new NotLoadedException(
                        NOT_LOADED,
                        table.type() + "." + link.attribute().name()
                                + ": found a collection that was not loaded in a new object, expected its members: it belongs to another"
                                + " object, of which the bounds of the read left it out; load that one with wider bounds");
            }
        }
    }

    /** Refuses a collection of another object that was not loaded: its members are not known, and the object's own would stay in silence. */
    private static void refuseNotLoadedOfAnother(Node node) {
        for (LinkTable link : node.table.links()) {
            if (NotLoaded.isOfAnother(
                    link.attribute().access().get(node.object),
                    node.id,
                    link.attribute().name())) {
                throw new NotLoadedException(
                        NOT_LOADED,
                        node.table.type() + " " + node.id + "."
                                + link.attribute().name()
                                + ": found a collection that was not loaded and belongs to another object or field, expected the members to"
                                + " store; load that object with wider bounds, and take its members");
            }
        }
    }

    /** Whether the object has changed, or may have. */
    private boolean update(Node node, boolean overwrites, List<WriteSet.Update> updates) {
        KnownState known = node.known;
        if (known != null && known.version() == VersionAccess.UNKNOWN) {
            if (overwrites
                    || !requireNonNull(known.notLoaded()).isAsLoaded(node.table.type(), node.object, fingerprinter)) {
                throw standIn(node);
            }
            if (node.table.type().version() == null) {
                return false;
            }
        }
        refuseNotLoadedOfAnother(node);
        LeftOut leftOut = LeftOut.withNotLoaded(
                node.table.type(),
                node.object,
                known == null || known.notLoaded() == null
                        ? null
                        : known.notLoaded().atStore(node.table.type(), node.object, node.id, fingerprinter),
                fingerprinter);
        BitSet notLoaded = leftOut == null ? null : leftOut.attributes();
        Fingerprint now = fingerprinter.of(node.table.type(), node.object, notLoaded);
        int version =
                overwrites ? VersionAccess.UNKNOWN : identity.versionOf(node.table.type(), node.object, node.id, known);
        Fingerprint before =
                known != null && !overwrites && Identity.isContentKnown(known, version) ? known.fingerprint() : null;
        boolean referencesChanged = before == null || now.references() != before.references();
        boolean columnsChanged = before == null || referencesChanged || now.columns() != before.columns();
        boolean uniquesChanged = columnsChanged && (before == null || now.uniques() != before.uniques());
        boolean collectionsChanged = before == null || now.collections() != before.collections();
        if (!columnsChanged && !collectionsChanged) {
            return false;
        }
        ownerNotLoaded = notLoaded;
        references = new HashMap<>();
        Object[] row = columnsChanged ? encoder.row(node.table, node.object, node.id, 0) : null;
        BitSet changed = columnsChanged && before != null
                ? changedColumns(node, now.columns() != before.columns(), referencesChanged)
                : null;
        Map<Long, Reference> rowReferences = referencesChanged ? references : Map.of();
        List<WriteSet.Members> collections = new ArrayList<>();
        if (collectionsChanged) {
            for (LinkTable link : node.table.links()) {
                if (!RowEncoder.isLeftOut(node.table.type(), link.attribute(), notLoaded)) {
                    WriteSet.Members members = members(node, link, now, before);
                    if (members != null) {
                        collections.add(members);
                    }
                }
            }
        }
        WriteSet.Basis basis =
                before != null ? WriteSet.Basis.KNOWN : overwrites ? WriteSet.Basis.NONE : WriteSet.Basis.COMPARED;
        updates.add(new WriteSet.Update(
                node.table,
                node.id,
                basis,
                version,
                row,
                changed,
                uniquesChanged,
                notLoaded,
                List.copyOf(collections),
                rowReferences));
        node.after = new KnownState(node.id, Math.max(version, 0), now, leftOut);
        return true;
    }

    /**
     * A collection that may have changed; null if it has not.
     *
     * @param content the stored content; null if it is not known
     */
    private WriteSet.@Nullable Members members(
            Node node, LinkTable link, Fingerprint now, @Nullable Fingerprint content) {
        references = new HashMap<>();
        Object container = link.attribute().access().get(node.object);
        boolean isOrdered = container == null || link.attribute().containers().isOrdered(container);
        List<Object[]> known = content != null ? stored.rows(node.id, link) : null;
        MemberBlocks before =
                content != null ? content.blocks().get(link.attribute().name()) : null;
        MemberBlocks after = now.blocks().get(link.attribute().name());
        MemberBlocks.Changed changed = before == null || after == null ? null : before.changedTo(after);
        if (changed != null && after != null && changed.isNothing(after.size())) {
            return null;
        }
        if (changed == null || after == null || known != null) {
            List<Object[]> rows = new ArrayList<>();
            encoder.members(link, node.object, node.id, rows::add);
            return new WriteSet.Members(link, rows, references, known, changed, isOrdered);
        }
        Map<Long, Reference> of = references;
        BitSet notLoaded = ownerNotLoaded;
        MemberRows rows =
                new MemberRows(link, requireNonNull(container), changed.blocks(), (position, key, element) -> {
                    owner = node;
                    ownerNotLoaded = notLoaded;
                    references = of;
                    return encoder.member(link, node.id, position, key, element);
                });
        if (rows.size() != after.size()) {
            throw new ConcurrentModificationException();
        }
        return new WriteSet.Members(link, rows, of, null, changed, isOrdered);
    }

    /**
     * The columns of the row that may differ from the stored ones. To be called after the row was encoded: what another thread changes before is sent, and
     * what it changes later differs from the fingerprint.
     */
    private BitSet changedColumns(Node node, boolean valuesChanged, boolean referencesChanged) {
        BitSet changed = new BitSet();
        for (ClassTable.Field field : node.table.fields()) {
            boolean isUnchanged;
            if (field.attribute() instanceof ReferenceAttribute) {
                isUnchanged = !referencesChanged;
            } else if (field.attribute() instanceof ValueAttribute value) {
                isUnchanged = !valuesChanged || stored.isUnchanged(node.object, requireNonNull(node.known), value);
            } else {
                isUnchanged = !valuesChanged
                        && (!referencesChanged || field.slot().references().isEmpty());
            }
            if (!isUnchanged) {
                changed.set(field.slot().at(), field.slot().at() + field.slot().width());
            }
        }
        return changed;
    }

    private static NotLoadedException standIn(Node node) {
        return new NotLoadedException(
                NOT_LOADED,
                describe(node)
                        + ": this object stands for one that was not loaded: db.reference made it, or bounds left"
                        + " the object out; found a change of it, which would not be written; refresh the object before it is changed");
    }

    /** The changes of one would be lost. */
    public static StoreException twoObjects(PersistentClass type, long id) {
        return new StoreException(
                TWO_OBJECTS,
                type + " " + id + ": two Java objects stand for it, and both were changed; change one of them");
    }
}
