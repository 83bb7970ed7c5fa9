package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.TWO_OBJECTS;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.StoreException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.SizeLimit;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds what has to be written so that some objects, and those that can be reached from them, stand in the database; for one call. No object is touched before
 * {@link #stored}.
 */
public final class WriteSetBuilder {

    private final Schema schema;
    private final IntToLongFunction ids;
    private final Identity identity;
    private final StoredValues stored;
    private final RowEncoder encoder;
    private final WalkedObjects objects = new WalkedObjects();
    private final StoreWalk walk;
    private final Inverses inverses;
    private final Fingerprinter fingerprinter;

    private final Map<Long, Reference> insertedReferences = new HashMap<>();
    /** The object that is encoded; null before the first. */
    private @Nullable WalkedObject owner;
    /** The attributes of the owner that must not be written; null for none. */
    private @Nullable BitSet ownerNotLoaded;
    /** Where references of the owner to objects that were there before are gathered. */
    private Map<Long, Reference> references = insertedReferences;

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
        this.stored = stored;
        this.walk = new StoreWalk(objects, schema, identity, claims);
        this.inverses = new Inverses(new WalkedInverses(objects, schema, identity, references));
        this.fingerprinter = new Fingerprinter(target -> walk.leavesOut(target) ? 0 : node(target).id);
        this.encoder = new RowEncoder(dialect, sizes, this::refer);
    }

    private long refer(Object target, Attribute attribute) {
        WalkedObject node = node(target);
        WalkedObject from = requireNonNull(owner);
        if (!node.isNew && !RowEncoder.isLeftOut(from.table.type(), attribute, ownerNotLoaded)) {
            references.putIfAbsent(node.id, new Reference(node.table, from.table.type(), from.id, attribute.name()));
        }
        return node.id;
    }

    /** @throws StoreException if another thread has added the object since it was looked for */
    private WalkedObject node(Object target) {
        WalkedObject node = objects.referred(target);
        if (node == null) {
            throw requireNonNull(owner)
                    .changedMeanwhile(
                            "a reference to an object of "
                                    + schema.model().classNameOf(target)
                                    + " that was not there when the store began",
                            null);
        }
        return node;
    }

    /**
     * Finds all objects that can be reached from the roots, and claims those that are new.
     *
     * @return an object that another unit of work is storing: to be called again when that has ended. Null if all is found
     * @throws StoreException if an object cannot be stored
     */
    public @Nullable Object collect(Collection<?> roots) {
        return walk.collect(roots);
    }

    /**
     * What has to be written so that all objects that were collected stand in the database as they are now.
     *
     * @param overwriting those that replace what is stored, whatever it is
     * @throws StoreException if an object cannot be stored
     */
    public WriteSet build(Collection<?> overwriting) {
        if (walk.hasInverses()) {
            objects.forEach(node -> inverses.check(node.table.type(), node.object));
        }
        giveIds();
        Set<Object> overwritten = ByObject.none();
        for (Object one : overwriting) {
            overwritten = ByObject.with(one, overwritten);
        }
        Map<Table, List<Object[]>> inserts = new TreeMap<>(schema.order());
        List<WriteSet.Update> updates = new ArrayList<>();
        Map<Long, WalkedObject> updated = new HashMap<>();
        for (WalkedObject node : objects) {
            owner = node;
            try {
                if (node.isNew) {
                    insert(node, inserts);
                } else if (update(node, overwritten.contains(node.object), updates)) {
                    WalkedObject other = updated.putIfAbsent(node.id, node);
                    if (other != null) {
                        requireSame(node, other);
                        updates.remove(updates.size() - 1);
                        node.after = null;
                    }
                }
            } catch (ConcurrentModificationException e) {
                throw node.changedMeanwhile("a collection that was changed by another thread", e);
            }
        }
        updates.sort(WriteSet.ORDER);
        return new WriteSet(inserts, updates, insertedReferences, named());
    }

    /** The stored objects that the caller has named and that may be parts. */
    private Map<Long, PersistentClass> named() {
        Map<Long, PersistentClass> named = new HashMap<>();
        for (int i = 0; i < walk.rootCount(); i++) {
            WalkedObject root = objects.get(i);
            if (!root.isNew && schema.mayHoldPartsOfOwners(root.table.table())) {
                named.put(root.id, root.table.type());
            }
        }
        return named;
    }

    /** Several copies of one object, as JSON leads to, may be stored if they are the same and nothing is known of them. */
    private static void requireSame(WalkedObject node, WalkedObject other) {
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
        for (WalkedObject node : objects) {
            KnownState after = node.after;
            if (node.isNew && node.table.type().id() != null) {
                node.table.type().id().set(node.object, node.id);
            }
            if (after != null) {
                identity.know(node.table.type(), node.object, after.at(version.apply(node.id, after.version())));
            }
        }
        if (walk.hasInverses()) {
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
        objects.forEach(node -> visitor.object(node.object, node.isNew ? 0 : node.id, node.id, node.after != null));
    }

    private void giveIds() {
        if (walk.newObjects() > 0) {
            long next = ids.applyAsLong(walk.newObjects());
            for (WalkedObject node : objects) {
                if (node.isNew) {
                    node.id = next++;
                }
            }
        }
    }

    private void insert(WalkedObject node, Map<Table, List<Object[]>> inserts) {
        NotLoadedRefusals.ofNew(node.table, node.object);
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

    /** Whether the object has changed, or may have. */
    private boolean update(WalkedObject node, boolean overwrites, List<WriteSet.Update> updates) {
        KnownState known = node.known;
        if (known != null && known.version() == VersionAccess.UNKNOWN) {
            if (overwrites
                    || !requireNonNull(known.notLoaded()).isAsLoaded(node.table.type(), node.object, fingerprinter)) {
                throw NotLoadedRefusals.changedStandIn(node);
            }
            if (node.table.type().version() == null) {
                return false;
            }
        }
        NotLoadedRefusals.ofAnother(node);
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
            WalkedObject node, LinkTable link, Fingerprint now, @Nullable Fingerprint content) {
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
        encoder.refuseEqualMembers(link, requireNonNull(container), node.id);
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
    private BitSet changedColumns(WalkedObject node, boolean valuesChanged, boolean referencesChanged) {
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

    /** The changes of one would be lost. */
    public static StoreException twoObjects(PersistentClass type, long id) {
        return new StoreException(
                TWO_OBJECTS,
                type + " " + id + ": two Java objects stand for it, and both were changed; change one of them");
    }
}
