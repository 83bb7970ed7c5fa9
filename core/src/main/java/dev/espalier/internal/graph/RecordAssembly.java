package dev.espalier.internal.graph;

import static dev.espalier.error.ErrorCode.COLLECTION_FAILED;
import static dev.espalier.error.ErrorCode.ENDLESS_STORED_RECORD;
import static dev.espalier.error.ErrorCode.UNRESOLVED_REFERENCE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ModelException;
import dev.espalier.internal.model.NotLoaded;
import dev.espalier.internal.model.VersionAccess;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Constructs the records of an answer, each after the records that it holds. A way through records can be as long as the answer,
 * so it is walked with a stack of its own.
 */
final class RecordAssembly {

    private final Answer answer;
    private final Assembly.Members members;
    private final KeyedAssembly keyed;
    private final boolean throwsIfNotLoaded;
    private final List<Late> late = new ArrayList<>();
    private final List<Copied> copies = new ArrayList<>();

    /** A record that is to be constructed when the records it needs are there. */
    private static final class Open {
        final ObjectBatch batch;
        final int row;
        /** Whether the record that needs this one can have it later: it stands in a collection. */
        final boolean isMember;
        /** The records that its constructor gets, and behind them those that stand in its collections. */
        final long[] needs;

        final int parts;
        int next;

        Open(ObjectBatch batch, int row, boolean isMember, long[] needs, int parts) {
            this.batch = batch;
            this.row = row;
            this.isMember = isMember;
            this.needs = needs;
            this.parts = parts;
        }

        RecordValues values() {
            return (RecordValues) batch.objects[row];
        }
    }

    /** A collection that was handed to a constructor empty, because one of its members needs that very record. */
    private record Late(Object container, MemberBatch batch, int from, int to) {}

    /**
     * A collection that a constructor has not kept, but has copied or wrapped, before all members were complete.
     *
     * @param members how many were in the given one then
     */
    private record Copied(CollectionLayout layout, long owner, Object given, Object kept, int members) {

        void check() {
            int complete = count(layout, given);
            if (complete != members && count(layout, kept) != complete) {
                throw refused("lacks members");
            }
            if (!findsMembers()) {
                throw refused("does not find its members");
            }
        }

        private boolean findsMembers() {
            Collection<?> found =
                    kept instanceof Map<?, ?> map ? map.keySet() : kept instanceof Set<?> set ? set : Set.of();
            try {
                return found.stream().allMatch(found::contains);
            } catch (RuntimeException e) { // of a comparator
                return false;
            }
        }

        private ModelException refused(String fault) {
            return new ModelException(
                    COLLECTION_FAILED,
                    layout.attribute.declaringClass() + " " + owner + "." + layout.attribute.name()
                            + ": the constructor has copied it before its members were complete, and the copy " + fault
                            + "; expected one that keeps the collection, or wraps it as Collections.unmodifiableList does");
        }
    }

    /** The members that are there: those of an array come later than the array. */
    private static int count(CollectionLayout layout, Object container) {
        int[] count = {0};
        layout.attribute
                .containers()
                .forEach(container, (position, key, element) -> count[0] += element != null || key != null ? 1 : 0);
        return count[0];
    }

    /**
     * @param keyed takes the sets and maps that constructors are given
     * @param throwsIfNotLoaded whether a collection that is left out throws when it is used; else it is null
     */
    RecordAssembly(Answer answer, Assembly.Members members, KeyedAssembly keyed, boolean throwsIfNotLoaded) {
        this.answer = answer;
        this.members = members;
        this.keyed = keyed;
        this.throwsIfNotLoaded = throwsIfNotLoaded;
    }

    void run() {
        for (ObjectBatch batch : answer.batches()) {
            if (batch.layout.isRecord) {
                for (int row = 0; row < batch.size; row++) {
                    if (batch.objects[row] instanceof RecordValues) {
                        constructWithNeeds(batch, row);
                    }
                }
            }
        }
        late.forEach(
                collection -> members.fill(collection.container, collection.batch, collection.from, collection.to));
    }

    /**
     * Refuses copies that have become wrong. All collections have to be filled.
     *
     * @throws ModelException if a copy has lost members, or does not find them, because it was made before they were complete
     */
    void checkCopies() {
        copies.forEach(Copied::check);
    }

    private void constructWithNeeds(ObjectBatch batch, int row) {
        Deque<Open> open = new ArrayDeque<>();
        open.push(open(batch, row, false));
        while (!open.isEmpty()) {
            Open record = open.peek();
            if (record.next == record.needs.length) {
                record.batch.objects[record.row] = construct(record);
                open.pop();
                continue;
            }
            boolean isMember = record.next >= record.parts;
            long place = answer.place(record.needs[record.next++]);
            ObjectBatch needed = answer.batch(Answer.index(place));
            if (needed.objects[Answer.row(place)] instanceof RecordValues values) {
                if (!values.isOpen) {
                    open.push(open(needed, Answer.row(place), isMember));
                } else if (!isMember) {
                    putOff(open, values);
                }
            }
        }
    }

    /** A record came to need one below it: gives up to the last collection between them, whose owner can do without for now. */
    private static void putOff(Deque<Open> open, RecordValues needed) {
        long id = open.peek().batch.ids[open.peek().row];
        for (Open record = open.peek(); record.values() != needed; record = open.peek()) {
            open.pop().values().isOpen = false;
            if (record.isMember) {
                return;
            }
        }
        throw new DatabaseException(
                ENDLESS_STORED_RECORD,
                open.peek().batch.layout.type + " " + open.peek().batch.ids[open.peek().row] + " needs object " + id
                        + ", which needs it too: such records cannot be constructed; the tables were changed by hand");
    }

    private Open open(ObjectBatch batch, int row, boolean isMember) {
        ((RecordValues) batch.objects[row]).isOpen = true;
        LongList needs = new LongList();
        for (long[] ids : batch.references) {
            addRecord(ids[row], needs);
        }
        for (Object[] composites : batch.composites) {
            if (composites[row] instanceof Parts parts) {
                parts.forEach((id, target) -> addRecord(id, needs));
            }
        }
        int parts = needs.size();
        for (ClassLayout.Many many : batch.layout.collections) {
            if (many.layout().mayReferToRecords) {
                addRecords(answer.collected(many.layout().index), batch.ids[row], needs);
            }
        }
        return new Open(batch, row, isMember, needs.toArray(), parts);
    }

    private void addRecords(Answer.Collected collected, long owner, LongList needs) {
        MemberBatch batch = collected.batch(owner);
        if (batch != null) {
            int from = collected.start(owner);
            int to = batch.endOfOwner(owner, from);
            for (int at = from; at < to; at++) {
                if (batch.keys != null) {
                    addRecords(batch.keys, at, needs);
                }
                addRecords(batch.elements, at, needs);
            }
        }
    }

    private void addRecords(MemberBatch.Side side, int at, LongList needs) {
        if (side.isReference) {
            addRecord(side.id(at), needs);
        } else if (side.value(at) instanceof Parts parts) {
            parts.forEach((id, target) -> addRecord(id, needs));
        }
    }

    private void addRecord(long id, LongList needs) {
        if (answer.object(id) instanceof RecordValues) {
            needs.add(id);
        }
    }

    private Object construct(Open record) {
        ClassLayout layout = record.batch.layout;
        long id = record.batch.ids[record.row];
        Object[] values = ((RecordValues) record.batch.objects[record.row]).all();
        boolean isWhole = true;
        for (int i = 0; i < layout.references.size(); i++) {
            ClassLayout.Reference reference = layout.references.get(i);
            long target = record.batch.references[i][record.row];
            values[reference.at()] =
                    answer.objectOrStandIn(target, reference.slot().target(), reference.name(), id);
            isWhole &= !answer.isMissing(target);
        }
        for (int i = 0; i < layout.composites.size(); i++) {
            if (record.batch.composites[i][record.row] instanceof Parts parts) {
                values[layout.composites.get(i).at()] =
                        parts.construct(answer, layout.composites.get(i).name(), id, true);
            }
        }
        for (ClassLayout.Many many : layout.collections) {
            values[many.at()] = answer.collected(many.layout().index).has(id)
                    ? collection(many.layout(), id)
                    : many.layout().notLoaded(throwsIfNotLoaded, layout.type, id);
        }
        List<Copied> given = new ArrayList<>();
        for (ClassLayout.Many many : layout.collections) {
            Object container = values[many.at()];
            if (container != null && !(container instanceof NotLoaded) && many.layout().hasReferences) {
                given.add(new Copied(many.layout(), id, container, container, count(many.layout(), container)));
            }
        }
        try {
            Object constructed = layout.type.construct(values, id, version(record));
            for (Copied each : given) {
                Object kept = each.layout.attribute.access().get(constructed);
                if (kept != null && kept != each.given) {
                    copies.add(new Copied(each.layout, id, each.given, kept, each.members));
                }
            }
            return constructed;
        } catch (ModelException e) {
            if (!isWhole) {
                throw Answer.refused(layout.type.name(), id, e);
            }
            throw notLoaded(layout, id)
                    .<RuntimeException>map(field -> refused(layout, field, id, e))
                    .orElseGet(() -> Answer.failed(layout.type + " " + id, e));
        }
    }

    /** The first collection of a record that was left out. */
    private Optional<String> notLoaded(ClassLayout layout, long id) {
        return layout.collections.stream()
                .map(ClassLayout.Many::layout)
                .filter(many -> !answer.collected(many.index).has(id))
                .map(many -> many.attribute.name())
                .findFirst();
    }

    private DatabaseException refused(ClassLayout layout, String field, long id, ModelException failure) {
        return new DatabaseException(
                UNRESOLVED_REFERENCE,
                layout.type + " " + id + "." + field
                        + ": a bound leaves this collection out; the constructor was given "
                        + (throwsIfNotLoaded ? "a collection that throws when it is used" : "null")
                        + " in its place: " + failure.getMessage()
                        + "; ask for it with wider bounds, or let the constructor keep the collection as it is",
                failure);
    }

    /** A copy of a record that is not complete must not pass for a copy of the whole: it does not say its version. */
    private int version(Open record) {
        boolean isWhole = record.batch.layout.type.version() == null || answer.gaps(record.batch, record.row) == null;
        return isWhole ? record.batch.versions[record.row] : VersionAccess.UNKNOWN;
    }

    private Object collection(CollectionLayout layout, long owner) {
        Answer.Collected collected = answer.collected(layout.index);
        MemberBatch batch = requireNonNull(collected.batch(owner), "was asked for");
        int from = collected.start(owner);
        int to = batch.endOfOwner(owner, from);
        LongList missing = new LongList();
        addRecords(collected, owner, missing);
        if (missing.isEmpty()) {
            Object filled = requireNonNull(members.container(batch, from, to), "a record has no inverse");
            keyed.givenToRecord(filled, batch, from, to);
            return filled;
        }
        Object container = layout.attribute.containers().create(members.found(batch, from, to));
        keyed.givenToRecord(container, batch, from, to);
        late.add(new Late(container, batch, from, to));
        return container;
    }
}
