package dev.espalier.write;

import dev.espalier.error.StoreException;
import dev.espalier.graph.Gaps;
import dev.espalier.model.Attribute;
import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.PersistentClass;
import dev.espalier.model.ReferenceAttribute;
import java.util.BitSet;

/**
 * The attributes of one object that an answer has left out, and what they held when it came: mostly nothing, but a collection may have some of its
 * members, and an embedded record may lack a reference only. They are never written, for the database has more; a change of what they held is
 * either written as a whole or refused. Unchanging.
 */
public final class LeftOut {

    private final BitSet attributes;
    private final BitSet unresolved;
    /** For each attribute, by its place in the class, a hash of what it held; 0 for nothing. Null where all held nothing. */
    private final long[] contents;

    private LeftOut(BitSet attributes, BitSet unresolved, long[] contents) {
        this.attributes = attributes;
        this.unresolved = unresolved;
        this.contents = contents;
    }

    /**
     * Takes what the attributes hold now.
     *
     * @param gaps null for none
     * @return null for none
     */
    static LeftOut of(PersistentClass type, Object object, Gaps gaps, Fingerprinter fingerprinter) {
        if (gaps == null) {
            return null;
        }
        long[] contents = null;
        for (int at = gaps.leftOut().nextSetBit(0); at >= 0; at = gaps.leftOut().nextSetBit(at + 1)) {
            long content = content(type.attributes().get(at), object, fingerprinter);
            if (content != 0) {
                contents = contents == null ? new long[type.attributes().size()] : contents;
                contents[at] = content;
            }
        }
        return new LeftOut(gaps.leftOut(), gaps.unresolved(), contents);
    }

    /** The attributes, by place in the class. Not to be changed. */
    BitSet attributes() {
        return attributes;
    }

    /** Those that another read may give: bounds have left them out. Reading the others again would lead to the same. */
    BitSet toBeLoaded() {
        BitSet rest = (BitSet) attributes.clone();
        rest.andNot(unresolved);
        return rest;
    }

    /** These and those of another read of the rest of the same object. */
    Gaps with(Gaps more) {
        BitSet all = (BitSet) unresolved.clone();
        BitSet notFound = (BitSet) unresolved.clone();
        if (more != null) {
            all.or(more.leftOut());
            notFound.or(more.unresolved());
        }
        return all.isEmpty() ? null : new Gaps(all, notFound);
    }

    /** Whether the attributes hold what they did when the object was loaded. */
    boolean isAsLoaded(PersistentClass type, Object object, Fingerprinter fingerprinter) {
        for (int at = attributes.nextSetBit(0); at >= 0; at = attributes.nextSetBit(at + 1)) {
            if (content(type.attributes().get(at), object, fingerprinter) != loaded(at)) {
                return false;
            }
        }
        return true;
    }

    /**
     * What of it must not be written when the object is stored: all but references that the program has set since, for these are known as a whole.
     *
     * @return null for nothing
     * @throws StoreException {@code not-loaded} if an embedded record or a collection is not what it was when the object was loaded
     */
    LeftOut atStore(PersistentClass type, Object object, long id, Fingerprinter fingerprinter) {
        BitSet set = null;
        for (int at = attributes.nextSetBit(0); at >= 0; at = attributes.nextSetBit(at + 1)) {
            Attribute attribute = type.attributes().get(at);
            if (content(attribute, object, fingerprinter) != loaded(at)) {
                if (!(attribute instanceof ReferenceAttribute)) {
                    throw changed(type, attribute, id, at);
                }
                set = set == null ? new BitSet() : set;
                set.set(at);
            }
        }
        return set == null ? this : without(set);
    }

    private LeftOut without(BitSet set) {
        BitSet rest = (BitSet) attributes.clone();
        rest.andNot(set);
        BitSet notFound = (BitSet) unresolved.clone();
        notFound.andNot(set);
        return rest.isEmpty() ? null : new LeftOut(rest, notFound, contents);
    }

    private long loaded(int at) {
        return contents == null ? 0 : contents[at];
    }

    private static long content(Attribute attribute, Object object, Fingerprinter fingerprinter) {
        Object value = attribute.access().get(object);
        boolean isNothing = value == null || attribute instanceof CollectionAttribute collection && collection.containers().size(value) == 0;
        return isNothing ? 0 : fingerprinter.of(attribute, object);
    }

    private StoreException changed(PersistentClass type, Attribute attribute, long id, int at) {
        String what = attribute instanceof CollectionAttribute ? "members" : "a value";
        return new StoreException("not-loaded", type + " " + id + "." + attribute.name() + (unresolved.get(at)
                ? ": refers to objects that could not be loaded, because their classes are not in this program's model, or they are gone; found " + what
                        + " other than those that were loaded, expected the same, for what could not be loaded would be lost; name the classes in"
                        + " Model.of, or repair the database, and make the change again"
                : ": was left out by the bounds of the query; found " + what + " other than those that were loaded, expected the same, for what was"
                        + " left out would be lost; load the object without these bounds, and make the change again"));
    }
}
