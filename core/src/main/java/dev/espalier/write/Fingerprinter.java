package dev.espalier.write;

import dev.espalier.model.Attribute;
import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.Element;
import dev.espalier.model.EmbeddedAttribute;
import dev.espalier.model.EmbeddedType;
import dev.espalier.model.PersistentClass;
import dev.espalier.model.ReferenceAttribute;
import dev.espalier.model.ValueAttribute;
import dev.espalier.model.ValueType;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToLongFunction;

/** Takes objects' fingerprints. For one thread. */
final class Fingerprinter {

    private final ToLongFunction<Object> idOf;
    private final Fingerprint.Hasher hasher = new Fingerprint.Hasher();
    private final Fingerprint.Hasher idHasher = new Fingerprint.Hasher();
    private final Fingerprint.Hasher uniqueHasher = new Fingerprint.Hasher();
    /** Where ids go: those in an object's own columns are hashed apart from the values there. */
    private Fingerprint.Hasher ids = idHasher;
    private final Object[] parts = new Object[4];
    private long columns;
    private long references;
    private long collections;
    private int uniques;

    /** @param idOf the id of an object that is referred to; 0 where it has none yet */
    Fingerprinter(ToLongFunction<Object> idOf) {
        this.idOf = idOf;
    }

    /** What the object is now; attributes that were not loaded count as nothing. */
    Fingerprint of(PersistentClass type, Object object, BitSet notLoaded) {
        take(type, object, notLoaded);
        return new Fingerprint(columns, references, collections, uniques);
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
    int uniques() {
        return uniques;
    }

    /** A hash of what one attribute of the object holds; the fingerprint that was taken last stays. */
    long of(Attribute attribute, Object object) {
        hasher.reset();
        ids = hasher;
        if (attribute instanceof CollectionAttribute collection) {
            add(collection, object);
        } else {
            add(attribute, object);
        }
        return hasher.result();
    }

    /** Takes a fingerprint and keeps it until the next one. */
    void take(PersistentClass type, Object object, BitSet notLoaded) {
        List<Attribute> attributes = type.attributes();
        hasher.reset();
        idHasher.reset();
        uniqueHasher.reset();
        ids = idHasher;
        for (int i = 0; i < attributes.size(); i++) {
            Attribute attribute = attributes.get(i);
            if (!(attribute instanceof CollectionAttribute) && !(notLoaded != null && notLoaded.get(i))) {
                add(attribute, object);
            }
        }
        columns = hasher.result();
        references = idHasher.result();
        uniques = Long.hashCode(uniqueHasher.result());
        hasher.reset();
        ids = hasher;
        for (int i = 0; i < attributes.size(); i++) {
            if (attributes.get(i) instanceof CollectionAttribute collection && !(notLoaded != null && notLoaded.get(i))) {
                add(collection, object);
            }
        }
        collections = hasher.result();
    }

    private void add(Attribute attribute, Object owner) {
        Object value = attribute.access().get(owner);
        if (attribute instanceof ReferenceAttribute reference) {
            addId(value);
            if (reference.unique()) {
                uniqueHasher.add(value == null ? 0 : idOf.applyAsLong(value));
            }
        } else if (attribute instanceof ValueAttribute of) {
            add(of.type(), value, hasher);
            if (of.unique()) {
                add(of.type(), value, uniqueHasher);
            }
        } else if (value == null) {
            hasher.add((Object) null);
        } else {
            add(((EmbeddedAttribute) attribute).type(), value);
        }
    }

    private void addId(Object target) {
        if (target == null) {
            ids.add((Object) null);
        } else {
            ids.add(idOf.applyAsLong(target));
        }
    }

    private void add(CollectionAttribute collection, Object owner) {
        hasher.add(collection.name().length());
        Object container = collection.access().get(owner);
        if (container != null) {
            collection.containers().forEach(container, (position, key, element) -> {
                if (collection.key() != null) {
                    add(collection.key(), key);
                }
                add(collection.element(), element);
            });
            hasher.add(collection.containers().size(container));
        } else {
            hasher.add(0);
        }
    }

    private void add(Element element, Object value) {
        if (value == null) {
            hasher.add((Object) null);
        } else if (element instanceof Element.Reference) {
            hasher.add(idOf.applyAsLong(value));
        } else if (element instanceof Element.Value of) {
            add(of.type(), value, hasher);
        } else {
            add(((Element.Embedded) element).type(), value);
        }
    }

    private void add(EmbeddedType type, Object value) {
        for (Attribute component : type.components()) {
            add(component, value);
        }
    }

    /** The most frequent types without the way through their columns. */
    private void add(ValueType type, Object value, Fingerprint.Hasher into) {
        if (value == null) {
            into.add((Object) null);
        } else if (value instanceof Integer || value instanceof Long) {
            into.add(((Number) value).longValue());
        } else if (value instanceof String || value instanceof Boolean) {
            into.add(value);
        } else {
            type.encode(value, parts, 0);
            for (int i = 0; i < type.parts().size(); i++) {
                into.add(parts[i]);
            }
        }
    }
}
