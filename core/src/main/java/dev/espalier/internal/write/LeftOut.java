package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.NOT_LOADED;

import dev.espalier.error.NotLoadedException;
import dev.espalier.internal.graph.Gaps;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.NotLoaded;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of one object that an answer has left out, and what they held when it came: nothing, a stand-in, a collection that was not loaded or has some members only,
 * an embedded record that lacks a reference. They are not written as long as they hold the same, for the database has more. A change is written
 * if the whole content is known, and refused elsewhere. Immutable.
 */
public final class LeftOut {

    /** The attributes. Most objects of an answer have the same. */
    private final Gaps gaps;
    /** For each attribute from the first of them on, by its place in the class, a hash of what it held; 0 for nothing. Null if all held nothing. */
    private final long @Nullable [] contents;

    private final int first;
    /** Whether they are inverses alone, which are not stored. */
    private final boolean isOfInverses;

    private final Nothing nothing;

    /** The meaning of no content in a collection that was not read. It is the same for all collections of an object, so that most objects need no array. */
    private enum Nothing {
        /** A {@link NotLoaded} one. */
        MARKER,
        NULL,
        /** A stand-in's, which a node makes when the program asks for it. */
        NULL_OR_EMPTY
    }

    /** The content of a collection that was not read and that is null, if {@link Nothing} is another. */
    private static final long NULL = 1;

    /** These attributes, which hold what those of another one did. */
    private LeftOut(Gaps gaps, LeftOut of, boolean isOfInverses) {
        this.gaps = gaps;
        this.contents = of.contents;
        this.first = of.first;
        this.nothing = of.nothing;
        this.isOfInverses = isOfInverses;
    }

    /** That hold nothing. */
    private LeftOut(Gaps gaps, Nothing nothing) {
        this.gaps = gaps;
        this.contents = null;
        this.first = 0;
        this.nothing = nothing;
        this.isOfInverses = false;
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
        boolean isOfInverses = type.areInverses(gaps.leftOut());
        if (isOfInverses && like != null && like.heldNothing(gaps) && like.isAsLoaded(type, object, fingerprinter)) {
            return like;
        }
        Nothing nothing = holdsNotLoaded(type, object, gaps.leftOut()) ? Nothing.MARKER : Nothing.NULL;
        return new LeftOut(gaps, nothing, isOfInverses, type, object, fingerprinter);
    }

    /** All attributes of a class, for its stand-ins that hold nothing. */
    static LeftOut ofStandIns(PersistentClass type) {
        BitSet all = new BitSet();
        all.set(0, type.attributes().size());
        BitSet none = new BitSet();
        return new LeftOut(new Gaps(all, none, none, none), Nothing.NULL_OR_EMPTY);
    }

    /** The same for one stand-in: its constructor may have given it something. */
    LeftOut ofStandIn(PersistentClass type, Object object, Identity identity) {
        for (int at = 0; at < type.attributes().size(); at++) {
            Attribute attribute = type.attributes().get(at);
            if (!isNothing(at, attribute, attribute.access().get(object))) {
                return new LeftOut(gaps, nothing, false, type, object, new Fingerprinter(identity::idOfLoaded));
            }
        }
        return this;
    }

    /** With what the attributes hold now. */
    private LeftOut(
            Gaps gaps,
            Nothing nothing,
            boolean isOfInverses,
            PersistentClass type,
            Object object,
            Fingerprinter fingerprinter) {
        this.gaps = gaps;
        this.nothing = nothing;
        this.isOfInverses = isOfInverses;
        BitSet attributes = gaps.leftOut();
        this.first = attributes.nextSetBit(0);
        long[] held = null;
        for (int at = this.first; at >= 0; at = attributes.nextSetBit(at + 1)) {
            long content = content(at, type, object, fingerprinter);
            if (content != 0) {
                held = held == null ? new long[attributes.length() - first] : held;
                held[at - first] = content;
            }
        }
        this.contents = held;
    }

    /**
     * These attributes, and the collections in which the object holds that they were not loaded: it is a copy of one of which bounds have left them out, or has
     * been given the collection of another one.
     *
     * @param known null for none
     * @return null for none
     */
    static @Nullable LeftOut withNotLoaded(
            PersistentClass type, Object object, @Nullable LeftOut known, Fingerprinter fingerprinter) {
        BitSet all = null;
        for (int at = 0; at < type.attributes().size(); at++) {
            if (!(known != null && known.gaps.leftOut().get(at))
                    && isNotLoaded(type.attributes().get(at), object)) {
                all = all != null
                        ? all
                        : known == null
                                ? new BitSet()
                                : (BitSet) known.gaps.leftOut().clone();
                all.set(at);
            }
        }
        if (all == null) {
            return known;
        }
        Gaps gaps = known == null
                ? new Gaps(all, new BitSet(), new BitSet(), new BitSet())
                : new Gaps(all, known.gaps.unresolved(), known.gaps.merged(), known.gaps.standIns());
        return new LeftOut(gaps, Nothing.MARKER, type.areInverses(all), type, object, fingerprinter);
    }

    private static boolean holdsNotLoaded(PersistentClass type, Object object, BitSet leftOut) {
        for (int at = leftOut.nextSetBit(0); at >= 0; at = leftOut.nextSetBit(at + 1)) {
            if (isNotLoaded(type.attributes().get(at), object)) {
                return true;
            }
        }
        return false;
    }

    /** Whether these attributes are inverses, all of which hold that they were not loaded. */
    static boolean sayThemselves(PersistentClass type, Object object, BitSet leftOut) {
        return type.areInverses(leftOut)
                && leftOut.stream().allMatch(at -> isNotLoaded(type.attributes().get(at), object));
    }

    /** Whether an object holds a collection that was not loaded, whatever is known of it. */
    public static boolean isIn(PersistentClass type, Object object) {
        return type.attributes().stream().anyMatch(attribute -> isNotLoaded(attribute, object));
    }

    /** Whether an attribute is a collection that was not loaded. */
    static boolean isNotLoaded(Attribute attribute, Object object) {
        return attribute instanceof CollectionAttribute
                && NotLoaded.isIn(attribute.access().get(object));
    }

    /** Whether these are inverses, and those that another object lacks, and held nothing. */
    private boolean heldNothing(Gaps other) {
        return isOfInverses
                && contents == null
                && gaps.leftOut().equals(other.leftOut())
                && gaps.unresolved().equals(other.unresolved())
                && gaps.merged().equals(other.merged());
    }

    /** Whether an attribute was left out, and holds nothing in its place. */
    public boolean isMissing(PersistentClass type, Object object, int at) {
        return gaps.leftOut().get(at)
                && (nothing == Nothing.NULL_OR_EMPTY
                        || type.attributes().get(at).access().get(object) == null);
    }

    /** Whether they are inverses alone: all that is stored was loaded. */
    public boolean isOfInverses() {
        return isOfInverses;
    }

    /** The attributes, by place in the class. Not to be changed. */
    BitSet attributes() {
        return gaps.leftOut();
    }

    /** Those that another read may give: bounds have left them out. Reading the others again would lead to the same. */
    BitSet toBeLoaded() {
        BitSet rest = (BitSet) gaps.leftOut().clone();
        rest.andNot(gaps.unresolved());
        rest.andNot(gaps.merged());
        return rest;
    }

    /** These and those of another read of the rest of the same object. */
    @Nullable
    Gaps with(@Nullable Gaps more) {
        BitSet all = (BitSet) gaps.unresolved().clone();
        all.or(gaps.merged());
        BitSet notFound = (BitSet) gaps.unresolved().clone();
        BitSet equal = (BitSet) gaps.merged().clone();
        BitSet known = new BitSet();
        if (more != null) {
            all.or(more.leftOut());
            notFound.or(more.unresolved());
            equal.or(more.merged());
            known.or(more.standIns());
        }
        return all.isEmpty() ? null : new Gaps(all, notFound, equal, known);
    }

    /**
     * These without inverses that were read by themselves.
     *
     * @param read the inverses
     * @param more what is still missing of them; null for nothing
     * @return null if nothing is left
     */
    @Nullable
    LeftOut without(PersistentClass type, BitSet read, @Nullable Gaps more) {
        BitSet loaded = (BitSet) read.clone();
        if (more != null) {
            loaded.andNot(more.leftOut());
        }
        BitSet rest = (BitSet) gaps.leftOut().clone();
        rest.andNot(loaded);
        return rest.isEmpty()
                ? null
                : new LeftOut(
                        new Gaps(rest, gaps.unresolved(), gaps.merged(), gaps.standIns()),
                        this,
                        type.areInverses(rest));
    }

    /** The inverse collections among those that another read may give, if they hold what they did when the object was loaded. */
    BitSet inversesToBeLoaded(PersistentClass type, Object object, Fingerprinter fingerprinter) {
        BitSet inverses = new BitSet();
        BitSet all = toBeLoaded();
        for (int at = all.nextSetBit(0); at >= 0; at = all.nextSetBit(at + 1)) {
            if (type.attributes().get(at) instanceof CollectionAttribute collection
                    && collection.isInverse()
                    && content(at, type, object, fingerprinter) == loaded(at)) {
                inverses.set(at);
            }
        }
        return inverses;
    }

    /** Whether the attributes hold what they did when the object was loaded. */
    boolean isAsLoaded(PersistentClass type, Object object, Fingerprinter fingerprinter) {
        for (int at = gaps.leftOut().nextSetBit(0); at >= 0; at = gaps.leftOut().nextSetBit(at + 1)) {
            if (content(at, type, object, fingerprinter) != loaded(at)) {
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
     * @throws NotLoadedException {@code not-loaded} if another embedded record or collection is not what it was when the object was loaded
     */
    @Nullable
    LeftOut atStore(PersistentClass type, Object object, long id, Fingerprinter fingerprinter) {
        BitSet set = null;
        for (int at = gaps.leftOut().nextSetBit(0); at >= 0; at = gaps.leftOut().nextSetBit(at + 1)) {
            Attribute attribute = type.attributes().get(at);
            if (content(at, type, object, fingerprinter) != loaded(at)) {
                if (!(attribute instanceof ReferenceAttribute || gaps.standIns().get(at))) {
                    throw changed(type, attribute, id, at);
                }
                set = set == null ? new BitSet() : set;
                set.set(at);
            }
        }
        return set == null ? this : without(set);
    }

    /** Returns an attribute whose content only the deleted object has had; null if a new object takes along all of it, in stand-ins at least. */
    @Nullable
    Attribute lostWithObject(PersistentClass type, Object object, Fingerprinter fingerprinter) {
        for (int at = gaps.leftOut().nextSetBit(0); at >= 0; at = gaps.leftOut().nextSetBit(at + 1)) {
            Attribute attribute = type.attributes().get(at);
            boolean isHeld = gaps.standIns().get(at)
                    || attribute instanceof ReferenceAttribute
                            && attribute.access().get(object) != null
                    || attribute instanceof CollectionAttribute collection && collection.isInverse();
            if (!isHeld && content(at, type, object, fingerprinter) == loaded(at)) {
                return attribute;
            }
        }
        return null;
    }

    private @Nullable LeftOut without(BitSet set) {
        BitSet rest = (BitSet) gaps.leftOut().clone();
        rest.andNot(set);
        BitSet notFound = (BitSet) gaps.unresolved().clone();
        notFound.andNot(set);
        return rest.isEmpty()
                ? null
                : new LeftOut(new Gaps(rest, notFound, gaps.merged(), gaps.standIns()), this, isOfInverses);
    }

    private long loaded(int at) {
        return contents == null ? 0 : contents[at - first];
    }

    private long content(int at, PersistentClass type, Object object, Fingerprinter fingerprinter) {
        Attribute attribute = type.attributes().get(at);
        Object value = attribute.access().get(object);
        return isNothing(at, attribute, value) ? 0 : value == null ? NULL : fingerprinter.of(attribute, object);
    }

    /** A primitive field without a value holds zero. */
    private boolean isNothing(int at, Attribute attribute, @Nullable Object value) {
        if (!(attribute instanceof CollectionAttribute collection) || collection.isOne()) {
            return value == null
                    || attribute instanceof ValueAttribute
                            && value.equals(attribute.access().wrap(null));
        }
        Nothing of = gaps.unresolved().get(at) || gaps.merged().get(at) ? Nothing.NULL_OR_EMPTY : nothing;
        return switch (of) {
            case MARKER -> NotLoaded.isIn(value);
            case NULL -> value == null;
            case NULL_OR_EMPTY ->
                value == null
                        || !NotLoaded.isIn(value) && collection.containers().size(value) == 0;
        };
    }

    private NotLoadedException changed(PersistentClass type, Attribute attribute, long id, int at) {
        String what = attribute instanceof CollectionAttribute ? "members" : "a value";
        String reason;
        if (gaps.merged().get(at)) {
            reason =
                    "the database has members of this set, or keys of this map, that differ, and that are equal by the program's equals or compareTo;"
                            + " found members other than those that were loaded, expected the same, for only one of the equal ones would be kept; load the"
                            + " members by themselves, make them different, and load this object again";
        } else if (gaps.unresolved().get(at)) {
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
        return new NotLoadedException(NOT_LOADED, type + " " + id + "." + attribute.name() + ": " + reason);
    }
}
