package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.NOT_LOADED;

import dev.espalier.error.StoreException;
import dev.espalier.internal.graph.Gaps;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of one object that an answer has left out, and what they held when it came: nothing, a stand-in, some members of a collection,
 * an embedded record that lacks a reference. They are not written as long as they hold the same, for the database has more. A change is written
 * if the whole content is known, and refused elsewhere. Immutable.
 */
public final class LeftOut {

    private final BitSet attributes;
    private final BitSet unresolved;
    private final BitSet merged;
    /** Those of them whose content is known, because each object that was left out has a stand-in. */
    private final BitSet standIns;
    /** For each attribute, by its place in the class, a hash of what it held; 0 for nothing. Null if all held nothing. */
    private final long @Nullable [] contents;
    /** Whether they are inverses alone, which are not stored. */
    private final boolean isOfInverses;

    private LeftOut(
            BitSet attributes,
            BitSet unresolved,
            BitSet merged,
            BitSet standIns,
            long @Nullable [] contents,
            boolean isOfInverses) {
        this.attributes = attributes;
        this.unresolved = unresolved;
        this.merged = merged;
        this.standIns = standIns;
        this.contents = contents;
        this.isOfInverses = isOfInverses;
    }

    /**
     * Takes what the attributes hold now.
     *
     * @param gaps null for none
     * @param like another one, which is returned if it is the same; null for none
     * @return null for none
     */
    static @Nullable LeftOut of(
            PersistentClass type,
            Object object,
            @Nullable Gaps gaps,
            Fingerprinter fingerprinter,
            @Nullable LeftOut like) {
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
        boolean isOfInverses = type.areInverses(gaps.leftOut());
        return contents == null && isOfInverses && like != null && like.isEmpty(gaps.leftOut())
                ? like
                : new LeftOut(
                        gaps.leftOut(), gaps.unresolved(), gaps.merged(), gaps.standIns(), contents, isOfInverses);
    }

    /** Whether these inverses, and nothing else, were left out, and held nothing. */
    private boolean isEmpty(BitSet inverses) {
        return isOfInverses && contents == null && attributes.equals(inverses);
    }

    /** Whether they are inverses alone: all that is stored was loaded. */
    boolean isOfInverses() {
        return isOfInverses;
    }

    /** The attributes, by place in the class. Not to be changed. */
    BitSet attributes() {
        return attributes;
    }

    /** Those that another read may give: bounds have left them out. Reading the others again would lead to the same. */
    BitSet toBeLoaded() {
        BitSet rest = (BitSet) attributes.clone();
        rest.andNot(unresolved);
        rest.andNot(merged);
        return rest;
    }

    /** These and those of another read of the rest of the same object. */
    @Nullable
    Gaps with(@Nullable Gaps more) {
        BitSet all = (BitSet) unresolved.clone();
        all.or(merged);
        BitSet notFound = (BitSet) unresolved.clone();
        BitSet equal = (BitSet) merged.clone();
        BitSet known = new BitSet();
        if (more != null) {
            all.or(more.leftOut());
            notFound.or(more.unresolved());
            equal.or(more.merged());
            known.or(more.standIns());
        }
        return all.isEmpty() ? null : new Gaps(all, notFound, equal, known);
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
     * What of it must not be written when the object is stored: all but what the program has changed since and is known as a whole, such as a
     * reference.
     *
     * @return null for nothing
     * @throws StoreException {@code not-loaded} if another embedded record or collection is not what it was when the object was loaded
     */
    @Nullable
    LeftOut atStore(PersistentClass type, Object object, long id, Fingerprinter fingerprinter) {
        BitSet set = null;
        for (int at = attributes.nextSetBit(0); at >= 0; at = attributes.nextSetBit(at + 1)) {
            Attribute attribute = type.attributes().get(at);
            if (content(attribute, object, fingerprinter) != loaded(at)) {
                if (!(attribute instanceof ReferenceAttribute || standIns.get(at))) {
                    throw changed(type, attribute, id, at);
                }
                set = set == null ? new BitSet() : set;
                set.set(at);
            }
        }
        return set == null ? this : without(set);
    }

    private @Nullable LeftOut without(BitSet set) {
        BitSet rest = (BitSet) attributes.clone();
        rest.andNot(set);
        BitSet notFound = (BitSet) unresolved.clone();
        notFound.andNot(set);
        return rest.isEmpty() ? null : new LeftOut(rest, notFound, merged, standIns, contents, isOfInverses);
    }

    private long loaded(int at) {
        return contents == null ? 0 : contents[at];
    }

    private static long content(Attribute attribute, Object object, Fingerprinter fingerprinter) {
        Object value = attribute.access().get(object);
        boolean isNothing = value == null
                || attribute instanceof CollectionAttribute collection
                        && collection.containers().size(value) == 0;
        return isNothing ? 0 : fingerprinter.of(attribute, object);
    }

    private StoreException changed(PersistentClass type, Attribute attribute, long id, int at) {
        String what = attribute instanceof CollectionAttribute ? "members" : "a value";
        String reason;
        if (merged.get(at)) {
            reason =
                    "the database has members of this set, or keys of this map, that differ, and that are equal by the program's equals or compareTo;"
                            + " found members other than those that were loaded, expected the same, for only one of the equal ones would be kept; load the"
                            + " members by themselves, make them different, and load this object again";
        } else if (unresolved.get(at)) {
            reason =
                    "refers to objects that could not be loaded, because their classes are not in this program's model, or they are gone; found "
                            + what
                            + " other than those that were loaded, expected the same, for what could not be loaded would be lost; name the classes in"
                            + " Model.of, or repair the database, and make the change again";
        } else {
            reason = "was left out by the bounds of the query; found " + what
                    + " other than those that were loaded, expected the same, for what was"
                    + " left out would be lost; load the object without these bounds, and make the change again";
        }
        return new StoreException(NOT_LOADED, type + " " + id + "." + attribute.name() + ": " + reason);
    }
}
