package dev.espalier.internal.graph;

import static dev.espalier.error.ErrorCode.TOO_MANY_OBJECTS;
import static dev.espalier.error.ErrorCode.UNRESOLVED_REFERENCE;
import static dev.espalier.error.ErrorCode.WRONG_STORED_CLASS;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.LimitException;
import dev.espalier.error.ModelException;
import dev.espalier.internal.model.PersistentClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has been read so far: all objects by class, where each id is, and the members of all collections. Has one writer;
 * {@link Fetch}es read it from other threads while it does not change.
 */
final class Answer {

    /** What a reference or a value with references lacks. */
    private static final int WHOLE = 0;

    private static final int NOT_READ = 1;
    private static final int NOT_FOUND = 2;
    private static final int STAND_IN = 4;
    private static final int MERGED = 8;

    /** Stays empty. */
    private static final IdMap NO_IDS = new IdMap();

    private final Bounds bounds;
    private final LoadContext context;
    /** Whether it goes on from objects of the context that stay as they are: something behind them may be lacking. */
    final boolean goesOnFromKept;

    private final IdMap places = new IdMap();
    /** The roots, and the objects whose inverse collections are read again, in rising order. */
    private long[] asked = {};
    /** What was asked for and not found when it was. */
    private IdMap unresolved = NO_IDS;
    /** For objects that bounds have left out, in the order in which they were made. */
    private final List<@Nullable Object> standIns = new ArrayList<>(0);
    /** Where the stand-in for each id is. */
    private IdMap placesOfStandIns = NO_IDS;
    /** The gaps of the object that is looked at; null if nobody has looked yet. */
    private @Nullable Gaps found;
    /** How many objects have come by which relation, each as often as it was followed. */
    private final List<Grown> growth = new ArrayList<>();

    /**
     * How many objects a relation has led to.
     *
     * @param relation as {@link FoundObjects#relation}
     */
    record Grown(String relation, long objects) {}

    private final ModelLayout layout;
    /** By the classes' indexes; null if nothing of a class was read. A model may have many classes, and most answers have objects of a few. */
    private final ObjectBatch[] objects;
    /** All of them; null if one has come since somebody has asked. */
    private @Nullable List<ObjectBatch> batches;
    /** By the collections' indexes; null if nobody has asked for one yet. */
    private final Collected[] collections;
    /** The members of all collections, in the order in which they were read. */
    final List<MemberBatch> members = new ArrayList<>();

    private boolean hasMerged;

    Answer(ModelLayout layout, Bounds bounds, LoadContext context) {
        this.bounds = bounds;
        this.context = context;
        this.goesOnFromKept = context.mayLack(bounds.mayFollowInverses());
        this.layout = layout;
        this.objects = new ObjectBatch[layout.classes.size()];
        this.collections = new Collected[layout.collections.size()];
    }

    /** These are roots, or objects whose inverse collections are read again. */
    void ask(long[] ids) {
        if (layout.hasCollectionsOfAsked) {
            long[] all = Arrays.copyOf(asked, asked.length + ids.length);
            System.arraycopy(ids, 0, all, asked.length, ids.length);
            Arrays.sort(all);
            asked = all;
        }
    }

    /** Whether the inverse collections of that object are read because it is a root, or had them before. */
    boolean isAsked(long id) {
        return Arrays.binarySearch(asked, id) >= 0;
    }

    /** Whether the model has records that are objects by themselves. */
    boolean mayHaveRecords() {
        return layout.hasRecords;
    }

    /** Whether the inverse collections of all objects are read. */
    boolean readsAllInverses() {
        return bounds.inverses();
    }

    /** Whether inverse collections of that object may be read. */
    boolean mayReadInverses(long id) {
        return bounds.mayFollowInverses() || isAsked(id);
    }

    /** The objects of the class with that index. */
    ObjectBatch batch(int index) {
        if (objects[index] == null) {
            own(new ObjectBatch(layout.classes.get(index), 0));
        }
        return objects[index];
    }

    private void own(ObjectBatch batch) {
        objects[batch.layout.index] = batch;
        batches = null;
    }

    /** The objects of all classes that have any, in the order of the classes' indexes. */
    List<ObjectBatch> batches() {
        List<ObjectBatch> all = batches;
        if (all == null) {
            all = new ArrayList<>(4);
            for (ObjectBatch batch : objects) {
                if (batch != null) {
                    all.add(batch);
                }
            }
            batches = all;
        }
        return all;
    }

    /** The rows that were read of the collection with that index. */
    Collected collected(int index) {
        if (collections[index] == null) {
            CollectionLayout collection = layout.collections.get(index);
            collections[index] =
                    new Collected(collection, bounds.leavesOut() || collection.isOfAsked || collection.isOwnedByRecord);
        }
        return collections[index];
    }

    /** All that was read of one collection field. */
    static final class Collected {
        final CollectionLayout layout;
        final List<MemberBatch> batches = new ArrayList<>();
        /** For each owner that was asked for the batch and the first member's place in it; null until somebody looks for one. */
        private @Nullable IdMap places;
        /** The owners whose set or map has fewer members than rows; null for none. */
        private @Nullable IdMap merged;

        private Collected(CollectionLayout layout, boolean findsOwners) {
            this.layout = layout;
            this.places = findsOwners ? new IdMap() : null;
        }

        void add(MemberBatch batch) {
            if (places != null) {
                addOwners(places, batches.size(), batch);
            }
            batches.add(batch);
        }

        private static void addOwners(IdMap places, int at, MemberBatch batch) {
            int from = 0;
            for (long owner : batch.asked) {
                places.putIfAbsent(owner, place(at, from));
                from = batch.endOfOwner(owner, from);
            }
        }

        private IdMap places() {
            IdMap found = places;
            if (found == null) {
                found = new IdMap();
                for (int at = 0; at < batches.size(); at++) {
                    addOwners(found, at, batches.get(at));
                }
                places = found;
            }
            return found;
        }

        private boolean isMerged(long owner) {
            return merged != null && merged.contains(owner);
        }

        /** Whether that owner was asked for. */
        boolean has(long owner) {
            return places().contains(owner);
        }

        /** The batch with that owner's members; null if it was not asked for. */
        @Nullable
        MemberBatch batch(long owner) {
            long place = places().get(owner);
            return place == IdMap.ABSENT ? null : batches.get(index(place));
        }

        /** Where that owner's members begin, if it has any. */
        int start(long owner) {
            return row(places().get(owner));
        }
    }

    /** Whether something was asked for and not found. */
    boolean hasUnresolved() {
        return unresolved.size() > 0;
    }

    /** Notes that members of that owner's set, or keys of its map, are equal. */
    void addMerged(CollectionLayout collection, long owner) {
        Collected collected = collected(collection.index);
        if (collected.merged == null) {
            collected.merged = new IdMap();
        }
        collected.merged.putIfAbsent(owner, 0);
        hasMerged = true;
    }

    /** Whether a set or a map has fewer members than rows. */
    boolean hasMerged() {
        return hasMerged;
    }

    /** The object's attributes that do not hold all that the database has; null for none. Not to be changed. */
    @Nullable
    Gaps gaps(ObjectBatch batch, int row) {
        if (found == null) {
            found = new Gaps(new BitSet(), new BitSet(), new BitSet(), new BitSet());
        }
        Gaps gaps = found;
        gaps.leftOut().clear();
        gaps.unresolved().clear();
        gaps.merged().clear();
        gaps.standIns().clear();
        for (int i = 0; i < batch.references.length; i++) {
            ClassLayout.Reference reference = batch.layout.references.get(i);
            mark(gap(batch.references[i][row], reference.slot().target(), true), reference.at(), gaps);
        }
        for (int i = 0; i < batch.composites.length; i++) {
            mark(
                    gap(batch.composites[i][row], true),
                    batch.layout.composites.get(i).at(),
                    gaps);
        }
        for (ClassLayout.Many many : batch.layout.collections) {
            mark(gap(collected(many.layout().index), batch.ids[row]), many.at(), gaps);
        }
        if (batch.fill(row) != null) {
            gaps.leftOut().and(batch.fill(row));
            gaps.unresolved().and(batch.fill(row));
            gaps.merged().and(batch.fill(row));
            gaps.standIns().and(batch.fill(row));
        }
        if (gaps.leftOut().isEmpty()) {
            return null;
        }
        if (!gaps.equals(batch.gaps)) {
            batch.gaps = gaps;
            found = null;
        }
        return batch.gaps;
    }

    /** The object's inverse collections that were not read, if nothing else is missing in the answer; null for none. Not to be changed. */
    @Nullable
    Gaps gapsOfInverses(ObjectBatch batch, int row) {
        int unread = 0;
        for (ClassLayout.Many many : batch.layout.collectionsOfAsked) {
            unread += isUnread(batch, row, many) ? 1 : 0;
        }
        if (unread == 0 || unread == batch.layout.collectionsOfAsked.size()) {
            return unread == 0 ? null : batch.layout.gapsOfNotAsked;
        }
        BitSet leftOut = new BitSet();
        for (ClassLayout.Many many : batch.layout.collectionsOfAsked) {
            leftOut.set(many.at(), isUnread(batch, row, many));
        }
        return ClassLayout.gapsOf(leftOut);
    }

    private boolean isUnread(ObjectBatch batch, int row, ClassLayout.Many many) {
        return batch.isFilled(row, many.at()) && !isRead(many, batch.ids[row]);
    }

    /** Whether the rows of that object's inverse collection were read, if nothing is left out but inverse collections. */
    boolean isRead(ClassLayout.Many many, long id) {
        return bounds.inverses()
                || isAsked(id)
                || !bounds.follow().isEmpty() && collected(many.layout().index).has(id);
    }

    private static void mark(int gap, int at, Gaps gaps) {
        gaps.leftOut().set(at, gap != WHOLE);
        gaps.unresolved().set(at, (gap & NOT_FOUND) != 0);
        gaps.merged().set(at, (gap & MERGED) != 0);
        gaps.standIns().set(at, gap == STAND_IN);
    }

    private int gap(Collected collected, long owner) {
        MemberBatch batch = collected.batch(owner);
        if (batch == null) {
            return NOT_READ;
        }
        int gap = collected.isMerged(owner) ? MERGED : WHOLE;
        if (batch.layout.hasReferences) {
            int from = collected.start(owner);
            int to = batch.endOfOwner(owner, from);
            boolean takesStandIns = batch.layout.takesStandIns();
            for (int at = from; at < to; at++) {
                gap |= gap(batch.elements, at, takesStandIns)
                        | (batch.keys == null ? WHOLE : gap(batch.keys, at, takesStandIns));
            }
        }
        return gap;
    }

    private int gap(MemberBatch.Side side, int at, boolean takesStandIns) {
        return side.isReference ? gap(side.id(at), side.target(), false) : gap(side.value(at), takesStandIns);
    }

    private int gap(@Nullable Object value, boolean takesStandIns) {
        int[] gap = {WHOLE};
        if (value instanceof Parts parts) {
            parts.forEach((id, target) -> gap[0] |= gap(id, target, takesStandIns));
        }
        return gap[0];
    }

    private int gap(long id, PersistentClass target, boolean takesStandIns) {
        return !isMissing(id)
                ? WHOLE
                : unresolved.contains(id) ? NOT_FOUND : takesStandIns && mayStandIn(id, target) ? STAND_IN : NOT_READ;
    }

    /** Whether that owner's collection is to be given to it. */
    boolean isFilled(CollectionLayout collection, long owner) {
        long place = place(owner);
        ObjectBatch batch = batch(index(place));
        BitSet fill = batch.fill(row(place));
        return fill == null
                || batch.layout.collections.stream()
                        .anyMatch(many -> many.layout() == collection && fill.get(many.at()));
    }

    /** Whether that object stays as it is. */
    boolean isKept(long id) {
        long place = place(id);
        return place != IdMap.ABSENT && batch(index(place)).isKept(row(place));
    }

    /** Whether a reference leads to nothing that was loaded. */
    boolean isMissing(long id) {
        return id != 0 && !has(id);
    }

    LoadContext context() {
        return context;
    }

    boolean has(long id) {
        return places.contains(id);
    }

    /** Where the object is, or {@link IdMap#ABSENT}. */
    long place(long id) {
        return places.get(id);
    }

    /** The object, or {@link RecordValues}; null if the id is 0 or was not loaded. */
    @Nullable
    Object object(long id) {
        long place = id == 0 ? IdMap.ABSENT : places.get(id);
        return place == IdMap.ABSENT ? null : objects[index(place)].objects[row(place)];
    }

    /** Whether there is an object with that id, and of that class. */
    boolean isOf(PersistentClass type, long id) {
        long place = id == 0 ? IdMap.ABSENT : places.get(id);
        return place != IdMap.ABSENT && objects[index(place)].layout.type.isSubclassOf(type);
    }

    /**
     * The object that a reference leads to; null if the id is 0 or was not loaded.
     *
     * @param target the declared class
     * @param field the field, with its class, for an error
     * @param owner the object in whose field the reference stands, for an error
     * @throws DatabaseException {@code wrong-stored-class} if it is of another class
     */
    @Nullable
    Object object(long id, PersistentClass target, String field, long owner) {
        long place = id == 0 ? IdMap.ABSENT : places.get(id);
        if (place == IdMap.ABSENT) {
            return null;
        }
        ObjectBatch batch = objects[index(place)];
        @Nullable PersistentClass found = batch.layout.type;
        if (found != target && !found.isSubclassOf(target)) {
            throw new DatabaseException(
                    WRONG_STORED_CLASS,
                    field + " of object " + owner + ": found " + found + " " + id + "; expected " + target
                            + ": the tables were changed by hand; correct the row, or repair the database");
        }
        return batch.objects[row(place)];
    }

    /** The object that a reference leads to, see {@link #object(long, PersistentClass, String, long)}, or a stand-in if bounds have left it out. */
    @Nullable
    Object objectOrStandIn(long id, PersistentClass target, String field, long owner) {
        Object object = object(id, target, field, owner);
        return object == null && id != 0 ? standIn(id, target) : object;
    }

    /** The stand-in for an object that bounds have left out, one for each object; null if there can be none. */
    @Nullable
    Object standIn(long id, PersistentClass target) {
        if (!mayStandIn(id, target)) {
            return null;
        }
        PersistentClass type = target.concreteClasses().get(0);
        Object standIn = standInOnce(type, id);
        return standIn != null && type.isInstance(standIn) ? standIn : null;
    }

    private @Nullable Object standInOnce(PersistentClass type, long id) {
        if (standIns.isEmpty()) {
            placesOfStandIns = new IdMap();
        }
        if (placesOfStandIns.putIfAbsent(id, standIns.size())) {
            standIns.add(context.standIn(type, id));
        }
        return standIns.get((int) placesOfStandIns.get(id));
    }

    /** Whether there is one class only that the object can have, and an object of it that has nothing but an id can be made. */
    private boolean mayStandIn(long id, PersistentClass target) {
        return bounds.leavesOut()
                && isMissing(id)
                && !unresolved.contains(id)
                && target.concreteClasses().size() == 1
                && !target.concreteClasses().get(0).isRecord();
    }

    /**
     * The message for a constructor that fails because null was given in place of an object that was not loaded.
     *
     * @param field the field, with its class
     * @param owner the object in whose field the record stands
     */
    static DatabaseException refused(String field, long owner, ModelException failure) {
        return new DatabaseException(
                UNRESOLVED_REFERENCE,
                field + " of object " + owner + ": refers to objects that were not loaded, because their"
                        + " classes are not in the model, or they are gone, or a bound leaves them out; in their place null was given: "
                        + failure.getMessage()
                        + "; name the classes in Model.of, or let the constructor take null",
                failure);
    }

    /**
     * The error that a constructor of the program has failed.
     *
     * @param place the object, or its field, of which the stored values were given to it
     */
    static ModelException failed(String place, ModelException failure) {
        return new ModelException(
                failure.errorCode(), "reading " + place + ": " + failure.getMessage(), failure.getCause());
    }

    /**
     * Adds what was found, but objects that came on another way meanwhile.
     *
     * @param missing ids that were asked for and not found
     */
    void add(List<FoundObjects> found, LongList missing) {
        int more = 0;
        for (FoundObjects objects : found) {
            more += objects.batch().size;
        }
        places.expect(more);
        for (FoundObjects objects : found) {
            int before = places.size();
            add(objects.batch());
            growth.add(new Grown(objects.relation(), places.size() - before));
        }
        if (unresolved == NO_IDS && !missing.isEmpty()) {
            unresolved = new IdMap();
        }
        for (int i = 0; i < missing.size(); i++) {
            unresolved.putIfAbsent(missing.get(i), 0);
        }
        checkSize(0, List.of()); // each of several that were on the way knew only of itself
    }

    /** Adds members of a collection. */
    void add(MemberBatch batch) {
        members.add(batch);
        collected(batch.layout.index).add(batch);
    }

    /** The first batch of a class becomes the answer's own, as far as all of its objects are new. */
    private void add(ObjectBatch batch) {
        if (batch.inversesReadAgain != null) {
            ask(batch.inversesReadAgain.toArray());
        }
        int index = batch.layout.index;
        int row = 0;
        if (objects[index] == null) {
            while (row < batch.size && places.putIfAbsent(batch.ids[row], place(index, row))) {
                row++;
            }
            if (row == batch.size) {
                own(batch);
                return;
            }
            own(new ObjectBatch(batch.layout, batch.size));
            for (int copied = 0; copied < row; copied++) {
                objects[index].add(batch, copied);
            }
        }
        ObjectBatch all = objects[index];
        for (; row < batch.size; row++) {
            if (places.putIfAbsent(batch.ids[row], place(index, all.size))) {
                all.add(batch, row);
            }
        }
    }

    /** How many objects the members refer to that were not loaded. */
    int unknown(MemberBatch batch) {
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
    void checkSize(int more, List<FoundObjects> found) {
        if (places.size() + (long) more <= bounds.maxObjects()) {
            return;
        }
        Grown largest = Collections.max(grown(found), Comparator.comparingLong(Grown::objects));
        throw new LimitException(
                TOO_MANY_OBJECTS,
                String.format(
                        Locale.ROOT,
                        "the answer has more than %,d objects; %,d of them came through %s; bound it by depth, only or stopAt, or allow more "
                                + "by maxObjects",
                        bounds.maxObjects(),
                        largest.objects(),
                        largest.relation()));
    }

    /** How many objects there are. */
    int size() {
        return places.size();
    }

    /** By which relations the objects have come, each relation once. */
    List<Grown> grown() {
        return grown(List.of());
    }

    /** @param found objects that are not here yet */
    private List<Grown> grown(List<FoundObjects> found) {
        Map<String, Long> all = new LinkedHashMap<>();
        growth.forEach(grown -> all.merge(grown.relation(), grown.objects(), Long::sum));
        found.forEach(objects -> all.merge(objects.relation(), (long) objects.batch().size, Long::sum));
        List<Grown> relations = new ArrayList<>();
        all.forEach((relation, objects) -> relations.add(new Grown(relation, objects)));
        return relations;
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
