package dev.espalier.internal.search;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.search.ids.Adjacency;
import dev.espalier.internal.search.ids.IdPairs;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.ids.Portions;
import dev.espalier.internal.search.ids.TooManyPairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Reads the values in the slots at the end of steps, for each of some objects. For one search, by one thread. */
final class Slots {

    private final Relations relations;
    private final SetTraversal traversal;
    private final Steps steps;

    Slots(Relations relations, SetTraversal traversal, Steps steps) {
        this.relations = relations;
        this.traversal = traversal;
        this.steps = steps;
    }

    /**
     * Returns by object the columns of each slot, once for each slot; null for an empty slot. Objects without a slot are omitted.
     *
     * @param onRow a condition on the row of a slot
     * @throws TooManyPairs if these objects lead to too many others
     */
    Map<Long, List<Object[]>> of(List<Step> path, Condition onRow, FieldRef slot, PersistentClass type, IdSet objects) {
        Condition there = Condition.and(onRow, Condition.reached(slot));
        Map<Long, List<Object[]>> atEnds = new HashMap<>();
        List<Step> toEnds = path;
        if (!path.isEmpty() && path.get(path.size() - 1) instanceof Step.Members members) {
            toEnds = path.subList(0, path.size() - 1);
            IdPairs owners = traversal.forth(toEnds, type, objects, Portions.PAIRS);
            if (ComputedMembers.areIn(there)) { // only those that are counted have a condition: their place is a value
                steps.places(members.collection(), there, owners.targets())
                        .forEach((owner, places) -> places.forEach(place -> add(atEnds, owner, new Object[] {place})));
                return byObject(owners, objects, atEnds);
            }
            relations.members(
                    members.collection(),
                    there,
                    steps.answered(there),
                    slot,
                    owners.targets(),
                    (owner, columns) -> add(atEnds, owner, columns));
            return byObject(owners, objects, atEnds);
        }
        IdPairs ends = traversal.forth(toEnds, type, objects, Portions.PAIRS);
        PersistentClass end = path.isEmpty() ? type : Step.end(path);
        IdSet fulfilling = steps.filter(there, end, ends.targets());
        if (slot.content() instanceof FieldRef.Content.Id) {
            Arrays.stream(fulfilling.toArray()).forEach(id -> add(atEnds, id, new Object[] {id}));
        } else {
            relations.values(end, slot, fulfilling, (id, columns) -> add(atEnds, id, columns));
        }
        return byObject(ends, objects, atEnds);
    }

    private static void add(Map<Long, List<Object[]>> lists, long id, Object[] columns) {
        lists.computeIfAbsent(id, key -> new ArrayList<>(1)).add(columns[0] == null ? null : columns);
    }

    private static Map<Long, List<Object[]>> byObject(IdPairs ends, IdSet objects, Map<Long, List<Object[]>> atEnds) {
        Adjacency onwards = ends.forwards();
        Map<Long, List<Object[]>> found = new HashMap<>();
        for (long object : objects.toArray()) {
            List<Object[]> slots = new ArrayList<>();
            LongStream.Builder reached = LongStream.builder();
            onwards.forEach(object, reached::add);
            reached.build().sorted().distinct().forEach(end -> slots.addAll(atEnds.getOrDefault(end, List.of())));
            if (!slots.isEmpty()) {
                found.put(object, slots);
            }
        }
        return found;
    }
}
