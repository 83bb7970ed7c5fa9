package dev.espalier.graph;

import dev.espalier.error.ModelException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Gives every object of an answer its references and collections; for one answer and one thread.
 *
 * <p>The order makes sure that whatever looks into an object finds it as complete as it can be: first references and lists to
 * ordinary objects, which exist already; then records, each after those that it holds; then references and lists to records; and
 * sets and maps last, those that were read last first, because a member's hash code may be made of its fields.
 */
final class Assembly {

    private final Answer answer;
    private final boolean leavesOut;
    private final Members members;

    Assembly(Answer answer, boolean leavesOut) {
        this.answer = answer;
        this.leavesOut = leavesOut;
        this.members = new Members(answer);
    }

    void run() {
        if (leavesOut) {
            emptyWhatWasNotRead();
        }
        connect(false);
        new RecordAssembly(answer, members).run();
        connect(true);
        List<MemberBatch> lastFirst = new ArrayList<>(answer.members);
        Collections.reverse(lastFirst);
        for (MemberBatch batch : lastFirst) {
            if (batch.layout.isKeyed) {
                give(batch);
            }
        }
    }

    /** @param toRecords whether the references that may lead to records are set, or those that cannot */
    private void connect(boolean toRecords) {
        for (ObjectBatch batch : answer.objects) {
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
                        reference.access().set(batch.objects[row], answer.object(ids[row]));
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
                    composite.access().set(batch.objects[row], parts == null ? null : parts.construct(answer::object));
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
            if (isFilled(batch.layout, owner)) {
                batch.layout.attribute.access().set(answer.object(owner), members.container(batch, from, to));
            }
            from = to;
        }
    }

    private boolean isFilled(CollectionLayout collection, long owner) {
        long place = answer.place(owner);
        ObjectBatch batch = answer.objects.get(Answer.index(place));
        BitSet fill = batch.fill(Answer.row(place));
        return fill == null || batch.layout.collections.stream().anyMatch(many -> many.layout() == collection && fill.get(many.at()));
    }

    private void emptyWhatWasNotRead() {
        for (ObjectBatch batch : answer.objects) {
            for (ClassLayout.Many many : batch.layout.collections) {
                Answer.Collected collected = answer.collections.get(many.layout().index);
                for (int row = 0; row < batch.size && !batch.layout.isRecord; row++) {
                    if (batch.isFilled(row, many.at()) && !collected.has(batch.ids[row])) {
                        many.access().set(batch.objects[row], many.layout().attribute.containers().create(0));
                    }
                }
            }
        }
    }

    /** Builds collections from their rows. */
    static final class Members {
        private final Answer answer;

        Members(Answer answer) {
            this.answer = answer;
        }

        /** A collection of these members, all of which exist. */
        Object container(MemberBatch batch, int from, int to) {
            Object container = batch.layout.attribute.containers().create(to - from);
            fill(container, batch, from, to);
            return container;
        }

        /** Adds these members, all of which exist, to a new collection. */
        void fill(Object container, MemberBatch batch, int from, int to) {
            try {
                if (batch.layout.hasReferences) {
                    Object[] keys = batch.keys == null ? null : resolved(batch.keys, from, to);
                    batch.layout.attribute.containers().fill(container, keys, resolved(batch.elements, from, to), 0, to - from);
                } else {
                    Object[] keys = batch.keys == null ? null : batch.keys.values();
                    batch.layout.attribute.containers().fill(container, keys, batch.elements.values(), from, to);
                }
            } catch (RuntimeException e) {
                throw new ModelException(
                        "collection-failed", batch.layout.name + ": filling the collection failed with " + e, e);
            }
        }

        private Object[] resolved(MemberBatch.Side side, int from, int to) {
            Object[] resolved = new Object[to - from];
            for (int i = 0; i < resolved.length; i++) {
                if (side.isReference) {
                    resolved[i] = answer.object(side.id(from + i));
                } else {
                    Object value = side.value(from + i);
                    resolved[i] = value instanceof Parts parts ? parts.construct(answer::object) : value;
                }
            }
            return resolved;
        }
    }
}
