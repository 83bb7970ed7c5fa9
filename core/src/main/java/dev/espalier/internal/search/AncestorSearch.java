package dev.espalier.internal.search;

import static dev.espalier.error.ErrorCode.CYCLE;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Ancestors;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.search.ids.Components;
import dev.espalier.internal.search.ids.IdPairs;
import dev.espalier.internal.search.ids.IdSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds the owners of the hits, level by level: by one statement for each relation and level, and each object once. For one search, by one
 * thread.
 */
final class AncestorSearch {

    /** The maximum number of members of a cycle in an error. */
    private static final int NAMED = 10;

    private final Relations relations;
    private final RqlQuery query;

    AncestorSearch(Relations relations, RqlQuery query) {
        this.relations = relations;
        this.query = query;
    }

    /**
     * Returns the owners of the hits.
     *
     * @param type the class of the hits
     * @throws QueryException {@code cycle} if a cycle without an owner is topmost, and cycles are not accepted
     */
    IdSet find(Ancestors ancestors, PersistentClass type, IdSet hits) {
        IdPairs up = new IdPairs();
        Map<PersistentClass, IdSet> seen = seen(ancestors, type, hits, up);
        IdSet answers = of(ancestors.answer(), seen);
        return ancestors instanceof Ancestors.ToRoots toRoots ? roots(toRoots, answers, up) : answers;
    }

    /** Returns all owners by the class under which they were found, and records the edges to them. */
    private Map<PersistentClass, IdSet> seen(Ancestors ancestors, PersistentClass type, IdSet hits, IdPairs up) {
        Map<PersistentClass, IdSet> seen = new LinkedHashMap<>();
        seen.put(type, hits.copy());
        IdSet known = hits.copy();
        Map<PersistentClass, IdSet> level = Map.of(type, hits);
        while (!level.isEmpty()) {
            Map<PersistentClass, IdSet> next = new LinkedHashMap<>();
            for (Step relation : ancestors.relations()) {
                IdSet below = among(target(relation), level);
                if (!below.isEmpty()) {
                    IdPairs found = relation instanceof Step.Referrers referrers
                            ? relations.back(referrers, below)
                            : relation instanceof Step.Follow follow
                                    ? relations.follow(target(follow), follow.reference(), below)
                                    : relations.back((Step.Holders) relation, below);
                    up.addAll(found);
                    next.computeIfAbsent(owner(relation), owner -> new IdSet())
                            .or(found.targets().without(known));
                }
            }
            next.values().forEach(known::or);
            next.values().removeIf(IdSet::isEmpty);
            next.forEach((owner, ids) ->
                    seen.computeIfAbsent(owner, any -> new IdSet()).or(ids));
            level = next;
        }
        return seen;
    }

    /** Returns the ids that can be of a class. */
    private static IdSet among(PersistentClass type, Map<PersistentClass, IdSet> byClass) {
        IdSet found = new IdSet();
        byClass.forEach((owner, ids) -> {
            if (owner.concreteClasses().stream().anyMatch(type.concreteClasses()::contains)) {
                found.or(ids);
            }
        });
        return found;
    }

    /** Returns the ids that are of a class. */
    private IdSet of(PersistentClass type, Map<PersistentClass, IdSet> byClass) {
        IdSet found = new IdSet();
        IdSet open = new IdSet();
        byClass.forEach((owner, ids) -> {
            if (type.concreteClasses().containsAll(owner.concreteClasses())) {
                found.or(ids);
            } else if (owner.concreteClasses().stream().anyMatch(type.concreteClasses()::contains)) {
                open.or(ids);
            }
        });
        return found.or(relations.objects(Condition.ALWAYS, type, open));
    }

    private static PersistentClass owner(Step relation) {
        return relation instanceof Step.Referrers referrers
                ? referrers.owner()
                : relation instanceof Step.Follow follow ? follow.target() : ((Step.Holders) relation).owner();
    }

    private static PersistentClass target(Step relation) {
        if (relation instanceof Step.Follow follow) {
            return ((FieldRef.Row.Objects) follow.reference().row()).type();
        }
        FieldRef reference = relation instanceof Step.Referrers referrers
                ? referrers.reference()
                : ((Step.Holders) relation).reference();
        return ((FieldRef.Content.Reference) reference.content()).target();
    }

    /** Returns the objects of the class without an owner of the class outside of their own cycle. */
    private IdSet roots(Ancestors.ToRoots ancestors, IdSet ofClass, IdPairs up) {
        IdSet roots = new IdSet();
        long[] all = ofClass.copy().or(up.begins()).or(up.targets()).toArray();
        Components components = new Components(all, up.forwards());
        boolean[] below = components.leadingTo(ofClass);
        for (int i = 0; i < components.count(); i++) {
            long[] members = Arrays.stream(components.members(i))
                    .filter(ofClass::contains)
                    .sorted()
                    .toArray();
            if (members.length > 0 && !below[i]) {
                if (!ancestors.cycles() && components.isCircle(i)) {
                    throw circle(ancestors.answer(), members);
                }
                Arrays.stream(members).forEach(roots::add);
            }
        }
        return roots;
    }

    private QueryException circle(PersistentClass type, long[] members) {
        String named =
                Arrays.stream(members).limit(NAMED).mapToObj(Long::toString).collect(Collectors.joining(", "));
        String more = members.length > NAMED ? " and " + (members.length - NAMED) + " more" : "";
        return new QueryException(
                CYCLE,
                query.text(),
                1,
                members.length == 1
                        ? type + " " + named
                                + " leads to itself in a circle, so it is not on top; without refuseCycles() it is in the answer"
                        : "the objects " + type + " " + named + more
                                + " lead to each other in a circle, so none of them is on top;"
                                + " without refuseCycles() all of them are in the answer");
    }
}
