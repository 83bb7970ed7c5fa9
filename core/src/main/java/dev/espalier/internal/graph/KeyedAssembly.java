package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.ModelException;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.Containers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fills the sets and maps of an answer; for one answer and one thread. A member's hash code, or its order, has to be final when the member is added,
 * and may be made of all that the member leads to, other sets and maps included.
 *
 * <p>Members that are values come first: they are complete from the beginning. Then come members whose hash codes cannot read a set or map of
 * objects. The rest is filled again and again, those that were read last first, until nothing changes. This takes as many passes as such sets
 * are nested in one another, two if the order was right at once.
 */
final class KeyedAssembly {

    private final Answer answer;
    private final Assembly.Members members;
    private final List<Filled> dependent = new ArrayList<>();

    /** A set or map that was given to its owner, and the rows of its members. */
    private record Filled(Object container, MemberBatch batch, int from, int to) {

        Containers containers() {
            return batch.layout.attribute.containers();
        }

        void clear() {
            if (container instanceof Map<?, ?> map) {
                map.clear();
            } else {
                ((Collection<?>) container).clear();
            }
        }

        /** Differs if other members are in it, in another order, or if a member has another hash code. */
        long state() {
            Container kind = batch.layout.attribute.container();
            boolean isHashed = kind == Container.SET || kind == Container.MAP;
            long[] state = {1};
            containers().forEach(container, (position, key, element) -> {
                Object found = batch.keys == null ? element : key;
                state[0] = 31 * state[0] + System.identityHashCode(found);
                state[0] = 31 * state[0] + (isHashed && found != null ? found.hashCode() : 0);
            });
            return state[0];
        }
    }

    KeyedAssembly(Answer answer, Assembly.Members members) {
        this.answer = answer;
        this.members = members;
    }

    /** Gives ordinary objects their sets and maps: those of values as they are, others empty. */
    void create() {
        for (MemberBatch batch : answer.members) {
            if (batch.layout.isKeyed) {
                forEachOwner(batch, (owner, from, to) -> {
                    Object container = batch.layout.attribute.containers().create(members.found(batch, from, to));
                    if (!batch.layout.hasReferences) {
                        members.fill(container, batch, from, to);
                    }
                    batch.layout.attribute.access().set(owner, container);
                });
            }
        }
    }

    /** Takes in a set or map that a record's constructor was given. */
    void givenToRecord(Object container, MemberBatch batch, int from, int to) {
        if (batch.layout.readsKeyed) {
            dependent.add(new Filled(container, batch, from, to));
        }
    }

    /** Fills what {@link #create} has left empty. Every object and record has to be there, with all else that it holds. */
    void fill() {
        List<MemberBatch> lastFirst = new ArrayList<>(answer.members);
        Collections.reverse(lastFirst);
        for (MemberBatch batch : lastFirst) {
            if (batch.layout.isKeyed && batch.layout.hasReferences) {
                forEachOwner(batch, (owner, from, to) -> {
                    Object container =
                            requireNonNull(batch.layout.attribute.access().get(owner), "it was created");
                    if (batch.layout.readsKeyed) {
                        dependent.add(new Filled(container, batch, from, to));
                    } else {
                        members.fill(container, batch, from, to);
                    }
                });
            }
        }
        if (!dependent.isEmpty()) {
            fillUntilNothingChanges();
        }
    }

    private void fillUntilNothingChanges() {
        long[] before;
        long[] now = {};
        ModelException failure;
        int passes = 0;
        List<Assembly.Resolved> found = dependent.stream()
                .map(filled -> members.resolved(filled.batch, filled.from, filled.to))
                .toList();
        // Sets can be nested as deep as there are sets: more passes change nothing. The bound also ends a hash code
        // that changes with each call.
        do {
            before = now;
            failure = fillEach(found);
            now = states();
            passes++;
        } while (passes < dependent.size() + 2 && !Arrays.equals(before, now));
        if (failure != null) {
            throw failure;
        }
        dependent.forEach(filled -> members.noteMerged(filled.container, filled.batch, filled.from, filled.to));
    }

    /** @return why one could not be filled: a member may look into what is filled later */
    private @Nullable ModelException fillEach(List<Assembly.Resolved> found) {
        ModelException failure = null;
        for (int i = 0; i < found.size(); i++) {
            Filled filled = dependent.get(i);
            try {
                filled.clear();
                members.add(filled.container, filled.batch, found.get(i));
            } catch (ModelException e) {
                failure = e;
            }
        }
        return failure;
    }

    private long[] states() {
        return dependent.stream().mapToLong(Filled::state).toArray();
    }

    /** Takes the owners of a collection. */
    private interface Owners {
        void accept(Object owner, int from, int to);
    }

    /** Visits the ordinary objects whose collection is to be filled. Those of records go to their constructors. */
    private void forEachOwner(MemberBatch batch, Owners owners) {
        if (batch.layout.isOwnedByRecord) {
            return;
        }
        int from = 0;
        for (long owner : batch.asked) {
            int to = batch.endOfOwner(owner, from);
            if (answer.isFilled(batch.layout, owner)) {
                owners.accept(requireNonNull(answer.object(owner)), from, to);
            }
            from = to;
        }
    }
}
