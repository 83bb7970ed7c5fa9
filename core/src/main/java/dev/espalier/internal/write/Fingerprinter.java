package dev.espalier.internal.write;

import dev.espalier.internal.graph.LoadContext;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.LostFields;
import dev.espalier.internal.model.NotLoaded;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.ValueType;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Takes objects' fingerprints. For one thread. */
final class Fingerprinter {

    /** Each part of the fingerprint of an object of which nothing was loaded. */
    static final long OF_NOTHING = new Hasher().result();

    private static final long[] NO_BLOCKS = {};
    private static final Object[] NO_PARTS = {};

    /** The maximum number of columns of one value. */
    private static final int MOST_PARTS = 4;

    private final ToLongFunction<Object> idOf;
    private final Hasher hasher = new Hasher();
    private final Hasher idHasher = new Hasher();
    private final Hasher uniqueHasher = new Hasher();
    /** Where ids go: those in an object's own columns are hashed apart from the values there. */
    private Hasher ids = idHasher;

    /** The columns of the value that is being hashed; none before the first one that has a way through its columns. */
    private Object[] parts = NO_PARTS;
    /** Of the collection that is being hashed. */
    private int members;

    /** Of the large collection that is being hashed. */
    private long[] blockHashes = NO_BLOCKS;

    private int blockCount;
    private long sum;
    private long columns;
    private long references;
    private long collections;
    private long uniques;
    private Map<String, MemberBlocks> blocks = Map.of();

    /** @param idOf the id of an object that is referred to; 0 if it has none yet */
    Fingerprinter(ToLongFunction<Object> idOf) {
        this.idOf = idOf;
    }

    /** What the object is now; attributes that were not loaded count as nothing. */
    Fingerprint of(PersistentClass type, Object object, @Nullable BitSet notLoaded) {
        take(type, object, notLoaded);
        return taken();
    }

    /** The fingerprint that was taken last. */
    Fingerprint taken() {
        return new Fingerprint(columns, references, collections, uniques, blocks);
    }

    /** The first part of the fingerprint that was taken last. */
    long columns() {
        return columns;
    }

    /** The second part of the fingerprint that was taken last. */
    long references() {
        return references;
    }

    /** The third part of the fingerprint that was taken last. */
    long collections() {
        return collections;
    }

    /** The last part of the fingerprint that was taken last. */
    long uniques() {
        return uniques;
    }

    /** The blocks of the large collections, by attribute, of the fingerprint that was taken last. */
    Map<String, MemberBlocks> blocks() {
        return blocks;
    }

    /** A hash of what one attribute of the object holds; the fingerprint that was taken last stays. */
    long of(Attribute attribute, Object object) {
        hasher.reset();
        ids = hasher;
        if (attribute instanceof CollectionAttribute collection) {
            add(collection, collection.access().get(object));
        } else {
            add(attribute, object);
        }
        return hasher.result();
    }

    /** Takes a fingerprint and keeps it until the next one. */
    void take(PersistentClass type, Object object, @Nullable BitSet notLoaded) {
        take(type, object, notLoaded, null);
    }

    /**
     * The same.
     *
     * @param known what the reference fields hold; null if only the object says it
     */
    void take(PersistentClass type, Object object, @Nullable BitSet notLoaded, LoadContext.@Nullable References known) {
        List<Attribute> attributes = type.attributes();
        hasher.reset();
        idHasher.reset();
        uniqueHasher.reset();
        ids = idHasher;
        for (int i = 0; i < attributes.size(); i++) {
            Attribute attribute = attributes.get(i);
            if (known != null && attribute instanceof ReferenceAttribute reference) {
                addReference(reference, known.id(i));
            } else if (!(attribute instanceof CollectionAttribute) && !(notLoaded != null && notLoaded.get(i))) {
                add(attribute, object);
            }
        }
        columns = hasher.result();
        references = idHasher.result();
        uniques = uniqueHasher.result();
        hasher.reset();
        ids = hasher;
        blocks = Map.of();
        for (int i = 0; i < attributes.size(); i++) {
            if (attributes.get(i) instanceof CollectionAttribute collection
                    && !(notLoaded != null && notLoaded.get(i))) {
                if (!collection.isInverse()) {
                    take(collection, collection.access().get(object));
                } else if (collection.isOne()) {
                    takeOne(collection, collection.access().get(object));
                }
            }
        }
        collections = hasher.result();
    }

    private void takeOne(CollectionAttribute inverse, @Nullable Object member) {
        long id = member == null ? 0 : idOf.applyAsLong(member);
        if (member != null && id != 0) {
            keep(inverse, MemberBlocks.ofOne(member, id));
        }
    }

    private void keep(CollectionAttribute collection, MemberBlocks of) {
        if (blocks.isEmpty()) {
            blocks = Map.of(collection.name(), of);
        } else {
            blocks = new HashMap<>(blocks);
            blocks.put(collection.name(), of);
        }
    }

    /** Keeps the hashes of blocks if the positions of the stored rows are those of the iteration. */
    private void take(CollectionAttribute collection, @Nullable Object container) {
        long[] hashes = add(collection, container);
        if (hashes != null && container != null && collection.containers().keepsOrder(container)) {
            keep(collection, new MemberBlocks(members, hashes));
        }
    }

    private void add(Attribute attribute, Object owner) {
        Object value = attribute.access().get(owner);
        if (attribute instanceof ReferenceAttribute reference) {
            addReference(value, ids);
            if (reference.unique()) {
                addReference(value, uniqueHasher);
            }
        } else if (attribute instanceof ValueAttribute of) {
            add(of.type(), value, hasher);
            if (of.unique()) {
                add(of.type(), value, uniqueHasher);
            }
        } else {
            add(((EmbeddedAttribute) attribute).type(), value);
        }
    }

    private void addReference(ReferenceAttribute reference, long id) {
        addReference(id, ids);
        if (reference.unique()) {
            addReference(id, uniqueHasher);
        }
    }

    private static void addReference(long id, Hasher into) {
        if (id == 0) {
            into.addNull();
        } else {
            into.addReference(id);
        }
    }

    private void addReference(@Nullable Object target, Hasher into) {
        if (target == null) {
            into.addNull();
        } else {
            into.addReference(idOf.applyAsLong(target));
        }
    }

    /**
     * A missing collection counts as an empty one: so it comes back. One that was not loaded counts as neither.
     *
     * @return the hashes of the blocks of a large ordered collection; else null
     */
    private long @Nullable [] add(CollectionAttribute collection, @Nullable Object container) {
        members = 0;
        if (container == null) {
            hasher.addEnd(0);
            return null;
        }
        if (NotLoaded.isIn(container)) {
            hasher.addNull();
            return null;
        }
        LostFields.refuse(collection, container);
        if (!collection.containers().isOrdered(container)) {
            addUnordered(collection, container);
        } else if (collection.containers().size(container) >= MemberBlocks.LEAST_MEMBERS) {
            return addBlocks(collection, container);
        } else {
            collection.containers().forEach(container, (position, key, element) -> addMember(collection, key, element));
            hasher.addEnd(members);
        }
        return null;
    }

    private long[] addBlocks(CollectionAttribute collection, Object container) {
        long before = hasher.result();
        blockHashes = new long[collection.containers().size(container) / MemberBlocks.BLOCK + 1];
        blockCount = 0;
        hasher.reset();
        collection.containers().forEach(container, (position, key, element) -> {
            if (position > 0 && position % MemberBlocks.BLOCK == 0) {
                addBlockHash();
                hasher.reset();
            }
            addMember(collection, key, element);
        });
        addBlockHash();
        long[] all = Arrays.copyOf(blockHashes, blockCount);
        hasher.resume(before);
        for (long hash : all) {
            hasher.addNumber(hash);
        }
        hasher.addEnd(members);
        return all;
    }

    private void addBlockHash() {
        if (blockCount == blockHashes.length) {
            blockHashes = Arrays.copyOf(blockHashes, 2 * blockCount);
        }
        blockHashes[blockCount++] = hasher.result();
    }

    /** The members' hashes are summed up: a sum does not depend on the order. */
    private void addUnordered(CollectionAttribute collection, Object container) {
        long before = hasher.result();
        sum = 0;
        collection.containers().forEach(container, (position, key, element) -> {
            hasher.reset();
            addMember(collection, key, element);
            sum += hasher.result();
        });
        hasher.resume(before);
        if (members > 0) {
            hasher.addUnordered(sum);
        }
        hasher.addEnd(members);
    }

    private void addMember(CollectionAttribute collection, @Nullable Object key, @Nullable Object element) {
        members++;
        if (collection.key() != null) {
            add(collection.key(), key);
        }
        add(collection.element(), element);
    }

    private void add(Element element, @Nullable Object value) {
        if (element instanceof Element.Reference) {
            addReference(value, hasher);
        } else if (element instanceof Element.Value of) {
            add(of.type(), value, hasher);
        } else {
            add(((Element.Embedded) element).type(), value);
        }
    }

    private void add(EmbeddedType type, @Nullable Object value) {
        if (value == null) {
            hasher.addNull();
            return;
        }
        if (!type.isInstance(value)) {
            hasher.addRefused();
            return;
        }
        hasher.addPresence();
        for (Attribute component : type.components()) {
            add(component, value);
        }
    }

    /** The most frequent types without the way through their columns. */
    private void add(ValueType type, @Nullable Object value, Hasher into) {
        if (value == null) {
            into.addNull();
        } else if (value instanceof Integer || value instanceof Long) {
            into.addNumber(((Number) value).longValue());
        } else if (value instanceof String text) {
            into.addText(text);
        } else if (value instanceof Boolean truth) {
            into.addTruth(truth);
        } else {
            addColumns(type, value, into);
        }
    }

    private void addColumns(ValueType type, Object value, Hasher into) {
        if (!type.isInstance(value)) {
            into.addRefused();
            return;
        }
        if (parts == NO_PARTS) {
            parts = new Object[MOST_PARTS];
        }
        try {
            type.encode(value, parts, 0);
        } catch (IllegalArgumentException e) {
            // It was not stored, so it is a change; what writes the change says what is wrong with it.
            into.addRefused();
            return;
        }
        for (int i = 0; i < type.parts().size(); i++) {
            into.add(parts[i]);
        }
    }
}
