package dev.espalier.internal.graph;

import static dev.espalier.error.ErrorCode.COLLECTION_FAILED;
import static dev.espalier.error.ErrorCode.SEVERAL_REFERRERS;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ModelException;
import dev.espalier.internal.model.CollectionAttribute;
import org.jspecify.annotations.Nullable;

/**
 * Gives every object of an answer its references and collections; for one answer and one thread.
 *
 * <p>The order makes sure that whatever looks into an object finds it as complete as it can be: first sets and maps of values, and references and
 * lists to ordinary objects, which exist already; then records, each after those that it holds; then references and lists to records; and sets and
 * maps of objects last, because a member's hash code may be made of its fields.
 */
final class Assembly {

    private final Answer answer;
    private final boolean leavesOut;
    private final boolean throwsIfNotLoaded;
    private final Members members;

    /** @param throwsIfNotLoaded whether a collection that is left out throws when it is used; else it is null */
    Assembly(Answer answer, boolean leavesOut, boolean throwsIfNotLoaded) {
        this.answer = answer;
        this.leavesOut = leavesOut;
        this.throwsIfNotLoaded = throwsIfNotLoaded;
        this.members = new Members(answer);
    }

    void run() {
        markWhatWasNotRead();
        if (answer.members.isEmpty() && !answer.mayHaveRecords()) {
            connect(false);
            return;
        }
        KeyedAssembly keyed = new KeyedAssembly(answer, members);
        keyed.create();
        connect(false);
        RecordAssembly records = new RecordAssembly(answer, members, keyed, throwsIfNotLoaded);
        records.run();
        connect(true);
        keyed.fill();
        records.checkCopies();
    }

    /** @param toRecords whether the references that may lead to records are set, or those that cannot */
    private void connect(boolean toRecords) {
        for (ObjectBatch batch : answer.batches()) {
            if (!batch.layout.isRecord) {
                connectReferences(batch, toRecords);
                connectComposites(batch, toRecords);
            }
        }
        for (MemberBatch batch : answer.members) {
            if (!batch.layout.isKeyed && batch.layout.mayReferToRecords == toRecords) {
                give(batch);
            }
        }
    }

    private void connectReferences(ObjectBatch batch, boolean toRecords) {
        for (int i = 0; i < batch.references.length; i++) {
            ClassLayout.Reference reference = batch.layout.references.get(i);
            if (reference.mayBeRecord() == toRecords) {
                long[] ids = batch.references[i];
                for (int row = 0; row < batch.size; row++) {
                    if (batch.isFilled(row, reference.at())) {
                        reference
                                .access()
                                .set(
                                        batch.objects[row],
                                        answer.objectOrStandIn(
                                                ids[row], reference.slot().target(), reference.name(), batch.ids[row]));
                    }
                }
            }
        }
    }

    private void connectComposites(ObjectBatch batch, boolean toRecords) {
        for (int i = 0; i < batch.composites.length; i++) {
            ClassLayout.Composite composite = batch.layout.composites.get(i);
            if (composite.mayReferToRecords() == toRecords) {
                for (int row = 0; row < batch.size; row++) {
                    if (!batch.isFilled(row, composite.at())) {
                        continue;
                    }
                    Parts parts = (Parts) batch.composites[i][row];
                    composite
                            .access()
                            .set(
                                    batch.objects[row],
                                    parts == null
                                            ? null
                                            : parts.construct(answer, composite.name(), batch.ids[row], true));
                }
            }
        }
    }

    /** Gives every owner that was asked for its collection. Those of records go to their constructors. */
    private void give(MemberBatch batch) {
        if (batch.layout.isOwnedByRecord) {
            return;
        }
        int from = 0;
        for (long owner : batch.asked) {
            int to = batch.endOfOwner(owner, from);
            if (answer.isFilled(batch.layout, owner)) {
                batch.layout
                        .attribute
                        .access()
                        .set(requireNonNull(answer.object(owner)), members.container(batch, from, to));
            }
            from = to;
        }
    }

    private boolean isRead(ClassLayout.Many many, long owner) {
        return leavesOut ? answer.collected(many.layout().index).has(owner) : answer.isRead(many, owner);
    }

    private void markWhatWasNotRead() {
        for (ObjectBatch batch : answer.batches()) {
            for (ClassLayout.Many many : leavesOut ? batch.layout.collections : batch.layout.collectionsOfAsked) {
                for (int row = 0; row < batch.size && !batch.layout.isRecord; row++) {
                    if (batch.isFilled(row, many.at()) && !isRead(many, batch.ids[row])) {
                        many.access()
                                .set(
                                        batch.objects[row],
                                        many.layout().notLoaded(throwsIfNotLoaded, batch.layout.type, batch.ids[row]));
                    }
                }
            }
        }
    }

    /**
     * Members of a collection, or keys and values of a map.
     *
     * @param keys null for everything but a map
     */
    record Resolved(Object @Nullable [] keys, Object[] elements) {}

    /** Builds collections from their rows. */
    static final class Members {
        private final Answer answer;
        private final boolean isPage;

        Members(Answer answer) {
            this(answer, false);
        }

        private Members(Answer answer, boolean isPage) {
            this.answer = answer;
            this.isPage = isPage;
        }

        /** Gives the members themselves: values of sets and maps may refer to stand-ins, because nothing compares them. */
        static Members ofPage(Answer answer) {
            return new Members(answer, true);
        }

        /** A collection of those of these members that were found, all of which exist. */
        @Nullable
        Object container(MemberBatch batch, int from, int to) {
            if (batch.layout.attribute.isOne()) {
                return one(batch, from, to);
            }
            Object container = batch.layout.attribute.containers().create(found(batch, from, to));
            fill(container, batch, from, to);
            return container;
        }

        /** The only one of these members; null for none. */
        private @Nullable Object one(MemberBatch batch, int from, int to) {
            Object found = null;
            int at = -1;
            for (int i = from; i < to; i++) {
                if (!(mayLackMembers(batch) && isMissing(batch, i))) {
                    if (at >= 0) {
                        throw twoMembers(batch, at, i);
                    }
                    found = resolved(batch, batch.elements, i);
                    at = i;
                }
            }
            return found;
        }

        /** A unique index keeps this from happening. */
        private static DatabaseException twoMembers(MemberBatch batch, int first, int second) {
            CollectionAttribute inverse = batch.layout.attribute;
            return new DatabaseException(
                    SEVERAL_REFERRERS,
                    inverse.declaringClass() + " " + batch.owners[first] + "." + inverse.name() + ": found "
                            + inverse.members() + " "
                            + batch.elements.id(first) + " and " + inverse.members() + " " + batch.elements.id(second)
                            + ", whose " + inverse.reference()
                            + " refers to it; expected one of them");
        }

        /** How many of these members were found. */
        int found(MemberBatch batch, int from, int to) {
            int found = to - from;
            if (mayLackMembers(batch)) {
                for (int at = from; at < to; at++) {
                    found -= isMissing(batch, at) ? 1 : 0;
                }
            }
            return found;
        }

        /** Adds those of these members that were found, all of which exist, to a new collection. */
        void fill(Object container, MemberBatch batch, int from, int to) {
            if (batch.layout.hasReferences) {
                add(container, batch, resolved(batch, from, to));
            } else {
                add(
                        container,
                        batch,
                        batch.keys == null ? null : batch.keys.values(),
                        batch.elements.values(),
                        from,
                        to);
            }
            noteMerged(container, batch, from, to);
        }

        /** Notes whether the collection has fewer members than were found, because some are equal. */
        void noteMerged(Object container, MemberBatch batch, int from, int to) {
            if (batch.layout.mayMerge && batch.layout.attribute.containers().size(container) < found(batch, from, to)) {
                answer.addMerged(batch.layout, batch.owners[from]);
            }
        }

        /** Those of these members that were found, all of which exist. */
        Resolved resolved(MemberBatch batch, int from, int to) {
            int found = found(batch, from, to);
            MemberBatch.Side ofKeys = batch.keys;
            Object[] keys = ofKeys == null ? null : new Object[found];
            Object[] elements = new Object[found];
            int next = 0;
            for (int at = from; at < to; at++) {
                if (found == to - from || !isMissing(batch, at)) {
                    if (keys != null && ofKeys != null) {
                        keys[next] = resolved(batch, ofKeys, at);
                    }
                    elements[next++] = resolved(batch, batch.elements, at);
                }
            }
            return new Resolved(keys, elements);
        }

        void add(Object container, MemberBatch batch, Resolved found) {
            add(container, batch, found.keys, found.elements, 0, found.elements.length);
        }

        private static void add(
                Object container, MemberBatch batch, Object @Nullable [] keys, Object[] elements, int from, int to) {
            try {
                batch.layout.attribute.containers().fill(container, keys, elements, from, to);
            } catch (RuntimeException e) {
                throw new ModelException(
                        COLLECTION_FAILED, batch.layout.name + ": filling the collection failed with " + e, e);
            }
        }

        private boolean mayLackMembers(MemberBatch batch) {
            return answer.hasUnresolved() && batch.layout.hasReferences;
        }

        private boolean isMissing(MemberBatch batch, int at) {
            return isMissing(batch.elements, at) || batch.keys != null && isMissing(batch.keys, at);
        }

        private boolean isMissing(MemberBatch.Side side, int at) {
            return side.isReference && answer.isMissing(side.id(at));
        }

        private @Nullable Object resolved(MemberBatch batch, MemberBatch.Side side, int at) {
            if (side.isReference) {
                return answer.object(side.id(at), side.target(), batch.layout.name, batch.owners[at]);
            }
            Object value = side.value(at);
            return value instanceof Parts parts
                    ? parts.construct(
                            answer, batch.layout.name, batch.owners[at], isPage || batch.layout.takesStandIns())
                    : value;
        }
    }
}
