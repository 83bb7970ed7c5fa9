package dev.espalier.internal.search;

import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.search.condition.Features;
import dev.espalier.internal.search.ids.IdSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Evaluates conditions on members, of which a part is computed in Java. A member has no id: its owner and its place in the collection stand for it. Each other part is
 * one statement, and the results are combined here. For one search, by one thread.
 */
final class ComputedMembers {

    private final Relations relations;
    private final Steps steps;
    private final ComputedTests tests;

    ComputedMembers(Relations relations, Steps steps, ComputedTests tests) {
        this.relations = relations;
        this.steps = steps;
        this.tests = tests;
    }

    /** Whether a statement cannot evaluate a condition at the row of a member. */
    static boolean areIn(Condition onMember) {
        return Features.of(onMember).here().contains(Features.Feature.COMPUTED);
    }

    /** Returns for each owner the places of the members that fulfil a condition; owners without one are omitted. */
    Map<Long, Set<Long>> places(CollectionAttribute collection, Condition condition, IdSet owners) {
        Map<Long, Set<Long>> found = new HashMap<>();
        if (!areIn(condition)) {
            relations.memberRows(
                    collection,
                    condition,
                    steps.answered(condition),
                    owners,
                    row -> List.of(row.column(LinkTable.OWNER), row.column(LinkTable.POS)),
                    columns -> columns,
                    (columns, result) -> add(found, result.getLong(1), result.getLong(2)));
        } else if (condition instanceof Condition.And and) {
            found.putAll(places(collection, and.parts().get(0), owners));
            and.parts().stream().skip(1).forEach(part -> {
                Map<Long, Set<Long>> more = places(collection, part, owners);
                found.keySet().retainAll(more.keySet());
                found.forEach((owner, places) -> places.retainAll(more.getOrDefault(owner, Set.of())));
            });
        } else if (condition instanceof Condition.Or or) {
            or.parts()
                    .forEach(part -> places(collection, part, owners)
                            .forEach((owner, places) -> places.forEach(place -> add(found, owner, place))));
        } else if (condition instanceof Condition.Not not) {
            found.putAll(places(collection, Condition.ALWAYS, owners));
            places(collection, not.part(), owners)
                    .forEach((owner, places) ->
                            found.getOrDefault(owner, new HashSet<>()).removeAll(places));
        } else {
            tests.members(
                    (Condition.Computed) condition, collection, owners, (owner, place) -> add(found, owner, place));
        }
        found.values().removeIf(Set::isEmpty);
        return found;
    }

    private static void add(Map<Long, Set<Long>> places, long owner, long place) {
        places.computeIfAbsent(owner, any -> new HashSet<>()).add(place);
    }
}
