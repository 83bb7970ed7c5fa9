package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * The frontier of the breadth-first load: objects of one class from which it goes on, all reached in the same path state.
 *
 * @param rows their places in the answer's batch of that class
 */
record Frontier(ClassLayout layout, PathState state, int[] rows) {

    /** Whether the rows of an inverse collection are read for all of these objects, and not only for those that were asked for. */
    boolean followsInverse(ClassLayout.Many many, Answer answer) {
        return answer.readsAllInverses()
                || state.followsInverse(many.attribute().name());
    }

    /**
     * The collections whose rows are read for these objects, those of inverses perhaps for some of them; without those that lead on if nothing is
     * followed. Parts are followed all the same.
     */
    List<ClassLayout.Many> collections(boolean isFollowed) {
        List<ClassLayout.Many> read = new ArrayList<>();
        for (ClassLayout.Many many : layout.collections) {
            if (!many.layout().hasReferences
                    || (isFollowed || many.attribute().isPart()) && state.next(many.attribute()) != null) {
                read.add(many);
            }
        }
        return read;
    }

    /**
     * Visits every followed reference that the objects' own rows hold.
     *
     * @param isFollowed whether others than those to parts are
     */
    void followColumns(Answer answer, boolean isFollowed, Parts.Visitor visitor) {
        ObjectBatch batch = answer.batch(layout.index);
        for (int i = 0; i < layout.references.size(); i++) {
            ClassLayout.Reference reference = layout.references.get(i);
            PathState next = isFollowed || reference.attribute().isPart() ? state.next(reference.attribute()) : null;
            if (next != null) {
                long[] ids = batch.references[i];
                for (int row : rows) {
                    if (ids[row] != 0) {
                        visitor.reference(reference.name(), reference.slot().target(), ids[row], next);
                    }
                }
            }
        }
        for (int i = 0; isFollowed && i < layout.composites.size(); i++) {
            ClassLayout.Composite composite = layout.composites.get(i);
            PathState next = state.next(composite.attribute());
            if (next != null) {
                for (int row : rows) {
                    followParts(composite.name(), batch.composites[i][row], next, visitor);
                }
            }
        }
    }

    /** Visits every followed reference among the members of the objects' collections, which have been read. */
    void followMembers(Answer answer, boolean isFollowed, Parts.Visitor visitor) {
        long[] ids = answer.batch(layout.index).ids;
        for (ClassLayout.Many many : collections(isFollowed)) {
            if (many.layout().hasReferences) {
                Answer.Collected collected = answer.collected(many.layout().index);
                PathState next = requireNonNull(state.next(many.attribute()));
                for (int row : rows) {
                    MemberBatch members = collected.batch(ids[row]);
                    if (members == null) {
                        continue; // an inverse of an object that was not asked for
                    }
                    int from = collected.start(ids[row]);
                    members.follow(from, members.endOfOwner(ids[row], from), next, visitor);
                }
            }
        }
    }

    private static void followParts(String relation, Object value, PathState next, Parts.Visitor visitor) {
        if (value instanceof Parts parts) {
            parts.follow(relation, next, visitor);
        }
    }
}
