package dev.espalier.graph;

import dev.espalier.error.LimitException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What has been read so far: all objects by class, where each id is, and the members of all collections. Has one writer;
 * {@link Fetch}es read it from other threads while it does not change.
 */
final class Answer {

    private final Bounds bounds;
    private final Recipient recipient;
    private final IdMap places = new IdMap();
    private final Map<String, Long> growth = new LinkedHashMap<>();

    /** By the classes' indexes. */
    final List<ObjectBatch> objects = new ArrayList<>();
    /** By the collections' indexes. */
    final List<Collected> collections = new ArrayList<>();
    /** The members of all collections, in the order in which they were read. */
    final List<MemberBatch> members = new ArrayList<>();

    Answer(ModelLayout layout, Bounds bounds, Recipient recipient) {
        this.bounds = bounds;
        this.recipient = recipient;
        layout.classes.forEach(type -> objects.add(new ObjectBatch(type)));
        boolean looksForGaps = bounds.leavesOut() || recipient.refusesGaps();
        layout.collections.forEach(collection -> collections.add(new Collected(collection, looksForGaps || collection.isOwnedByRecord)));
    }

    /** All that was read of one collection field. */
    static final class Collected {
        final CollectionLayout layout;
        final List<MemberBatch> batches = new ArrayList<>();
        /** For each owner that was asked for the batch and the first member's place in it; null where nobody will look for one. */
        private final IdMap places;

        private Collected(CollectionLayout layout, boolean findsOwners) {
            this.layout = layout;
            this.places = findsOwners ? new IdMap() : null;
        }

        void add(MemberBatch batch) {
            if (places != null) {
                int from = 0;
                for (long owner : batch.asked) {
                    places.putIfAbsent(owner, place(batches.size(), from));
                    from = batch.endOfOwner(owner, from);
                }
            }
            batches.add(batch);
        }

        /** Whether that owner was asked for. */
        boolean has(long owner) {
            return places.contains(owner);
        }

        /** The batch with that owner's members; null if it was not asked for. */
        MemberBatch batch(long owner) {
            long place = places.get(owner);
            return place == IdMap.ABSENT ? null : batches.get(index(place));
        }

        /** Where that owner's members begin, if it has any. */
        int start(long owner) {
            return row(places.get(owner));
        }
    }

    /** The places of an object's fields that refer to something which was not loaded, or whose rows were not read; null for none. */
    BitSet leftOut(ObjectBatch batch, int row) {
        BitSet leftOut = new BitSet();
        for (int i = 0; i < batch.references.length; i++) {
            if (isMissing(batch.references[i][row])) {
                leftOut.set(batch.layout.references.get(i).at());
            }
        }
        for (int i = 0; i < batch.composites.length; i++) {
            if (isMissingIn(batch.composites[i][row])) {
                leftOut.set(batch.layout.composites.get(i).at());
            }
        }
        for (ClassLayout.Many many : batch.layout.collections) {
            if (isMissingIn(collections.get(many.layout().index), batch.ids[row])) {
                leftOut.set(many.at());
            }
        }
        if (batch.fill(row) != null) {
            leftOut.and(batch.fill(row));
        }
        return leftOut.isEmpty() ? null : leftOut;
    }

    private boolean isMissingIn(Collected collected, long owner) {
        MemberBatch batch = collected.batch(owner);
        if (batch == null) {
            return true;
        }
        int from = collected.start(owner);
        int to = batch.endOfOwner(owner, from);
        for (int at = from; at < to; at++) {
            if (isMissingIn(batch.elements, at) || batch.keys != null && isMissingIn(batch.keys, at)) {
                return true;
            }
        }
        return false;
    }

    private boolean isMissingIn(MemberBatch.Side side, int at) {
        return side.isReference ? isMissing(side.id(at)) : isMissingIn(side.value(at));
    }

    private boolean isMissingIn(Object value) {
        boolean[] isMissing = new boolean[1];
        if (value instanceof Parts parts) {
            parts.forEach(id -> isMissing[0] |= isMissing(id));
        }
        return isMissing[0];
    }

    private boolean isMissing(long id) {
        return id != 0 && !has(id);
    }

    Recipient recipient() {
        return recipient;
    }

    boolean has(long id) {
        return places.contains(id);
    }

    /** Where the object is, or {@link IdMap#ABSENT}. */
    long place(long id) {
        return places.get(id);
    }

    /** The object, or {@link RecordValues}; null where the id is 0 or was not loaded. */
    Object object(long id) {
        long place = id == 0 ? IdMap.ABSENT : places.get(id);
        return place == IdMap.ABSENT ? null : objects.get(index(place)).objects[row(place)];
    }

    /** Adds what was found, but objects that came on another way meanwhile. */
    void add(Fetch fetch) {
        for (Fetch.Found found : fetch.objects) {
            int before = places.size();
            ObjectBatch batch = found.batch();
            ObjectBatch all = objects.get(batch.layout.index);
            for (int row = 0; row < batch.size; row++) {
                if (places.putIfAbsent(batch.ids[row], place(batch.layout.index, all.size))) {
                    all.add(batch, row);
                }
            }
            growth.merge(found.relation(), (long) places.size() - before, Long::sum);
        }
        if (fetch instanceof Fetch.Members fetched) {
            MemberBatch batch = fetched.members;
            members.add(batch);
            collections.get(batch.layout.index).add(batch);
            if (batch.layout.joined != null) {
                batch.layout.choice.observe(batch.size, fetched.isJoined() ? fetched.newMembers() : unknown(batch));
            }
        }
    }

    private int unknown(MemberBatch batch) {
        IdMap unknown = new IdMap();
        for (int at = 0; at < batch.size; at++) {
            if (isMissing(batch.elements.id(at))) {
                unknown.putIfAbsent(batch.elements.id(at), 0);
            }
        }
        return unknown.size();
    }

    /**
     * @param more how many objects a fetch has found beside those that are here
     * @param found what they are
     * @throws LimitException if these are too many
     */
    void checkSize(int more, List<Fetch.Found> found) {
        if (places.size() + (long) more <= bounds.maxObjects()) {
            return;
        }
        Map<String, Long> all = new LinkedHashMap<>(growth);
        found.forEach(batch -> all.merge(batch.relation(), (long) batch.batch().size, Long::sum));
        Map.Entry<String, Long> largest = all.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        throw new LimitException("too-many-objects", String.format(Locale.ROOT,
                "the answer has more than %,d objects; %,d of them came through %s; bound it by depth, only or stopAt, or allow more "
                        + "by maxObjects",
                bounds.maxObjects(), largest.getValue(), largest.getKey()));
    }

    static long place(int index, int row) {
        return (long) index << 32 | row;
    }

    static int index(long place) {
        return (int) (place >>> 32);
    }

    static int row(long place) {
        return (int) place;
    }
}
