package dev.espalier.internal.search;

import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.Costs;
import dev.espalier.internal.search.condition.RowAccess;
import dev.espalier.internal.search.condition.VariableResults;
import dev.espalier.internal.search.ids.Adjacency;
import dev.espalier.internal.search.ids.IdPairs;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.ids.Portions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Searches in small steps, with bitmaps of ids between them. {@link #find} follows a condition backwards from its ends, and returns all
 * objects that fulfil it. {@link #filter} follows it forwards, and keeps the candidates that fulfil it. Both accept every condition, and
 * each delegates parts to the other. For one search, by one thread.
 */
final class Steps {

    /** The number of candidates from which on a search for all objects that fulfil a condition costs less than verifying each candidate. */
    private static final long MANY = 100_000;

    private final Costs costs;
    private final Relations relations;
    private final Totals totals;
    private final VariableResults results;
    /** The conditions that a statement can evaluate: on an engine that does not end recursion in a circle, those without recursion. */
    private final RowAccess inStatement;

    private final SetTraversal traversal;
    private final Aggregates aggregates;
    private final ObjectRows rows;
    private final MadeValues values;
    private final ComputedTests computed;
    private final ComputedMembers computedMembers;

    /** @param endsCycles whether the engine ends recursive queries if objects lead back to each other */
    Steps(
            Schema schema,
            SearchStatements statements,
            Costs costs,
            Relations relations,
            Totals totals,
            Extremes extremes,
            VariableResults results,
            boolean endsCycles) {
        this.costs = costs;
        this.relations = relations;
        this.totals = totals;
        this.results = results;
        this.inStatement = endsCycles ? RowAccess.ONE_STATEMENT : RowAccess.ONE_STATEMENT_WITHOUT_RECURSION;
        this.traversal = new SetTraversal(relations);
        this.aggregates = new Aggregates(new Slots(relations, traversal, this));
        this.rows = new ObjectRows(schema, statements, relations, this);
        this.values = new MadeValues(new FormulaAggregates(rows), totals, extremes, aggregates);
        this.computed = new ComputedTests(relations, this);
        this.computedMembers = new ComputedMembers(relations, this, computed);
    }

    /** Returns all objects of a class that fulfil a condition. */
    IdSet find(Condition condition, PersistentClass type) {
        if (isAskedAtOnce(condition)) {
            return relations.objects(condition, type);
        }
        if (condition instanceof Condition.And and) {
            return findAll(and, type);
        }
        if (condition instanceof Condition.Or or) {
            IdSet found = new IdSet();
            ownPartsAsOne(or).forEach(part -> found.or(find(part, type)));
            return found;
        }
        if (condition instanceof Condition.Some some) {
            return findSome(some, type);
        }
        if (condition instanceof Condition.InResult in) {
            return traversal.ofClass(type, results.of(in), in.type()).copy();
        }
        Optional<IdSet> added = totals(condition, null);
        return added.isPresent()
                ? traversal.ofClass(
                        type, added.get(), Totals.start(steps(condition).get(0)))
                : filter(condition, type, relations.objects(Condition.ALWAYS, type));
    }

    /** Returns the candidates that fulfil the condition. The candidates are objects of the class; their set is not changed. */
    IdSet filter(Condition condition, PersistentClass type, IdSet candidates) {
        if (candidates.isEmpty() || condition.equals(Condition.ALWAYS)) {
            return candidates.copy();
        }
        if (isAskedAtOnce(condition)) {
            return relations.objects(condition, type, candidates);
        }
        if (condition instanceof Condition.And and) {
            IdSet left = candidates;
            for (Condition part : cheapestFirst(ownPartsAsOne(and), type)) {
                left = filter(part, type, left);
            }
            return left;
        }
        if (condition instanceof Condition.Or or) {
            IdSet found = new IdSet();
            IdSet left = candidates.copy();
            for (Condition part : ownPartsAsOne(or)) {
                IdSet more = filter(part, type, left);
                left.without(more);
                found.or(more);
            }
            return found;
        }
        if (condition instanceof Condition.Not not) {
            return candidates.copy().without(filter(not.part(), type, candidates));
        }
        if (condition instanceof Condition.Some some) {
            return filterSome(some, type, candidates);
        }
        if (condition instanceof Condition.InResult in) {
            return candidates.copy().and(results.of(in));
        }
        if (condition instanceof Condition.Computed ofRow) {
            return computed.filter(ofRow, type, candidates);
        }
        Optional<IdSet> added = totals(condition, candidates);
        if (added.isPresent()) {
            return added.get().and(candidates);
        }
        if (condition instanceof Condition.Count count) {
            return filterCount(count, type, candidates);
        }
        if (condition instanceof Condition.Aggregate aggregate
                && aggregate.operator() == Operator.NOT_EQUAL
                && aggregate.right() instanceof Condition.Comparand.Number) {
            return candidates.copy().without(filter(aggregate.with(Operator.EQUAL), type, candidates));
        }
        return condition instanceof Condition.Aggregate aggregate
                ? aggregates.filter(aggregate, type, candidates)
                : aggregates.filter((Condition.ComparePaths) condition, type, candidates);
    }

    private Optional<IdSet> totals(Condition condition, @Nullable IdSet candidates) {
        return condition instanceof Condition.Count count
                ? totals.find(count, candidates)
                : condition instanceof Condition.Aggregate aggregate
                        ? totals.find(aggregate, candidates)
                        : Optional.empty();
    }

    private static List<Step> steps(Condition condition) {
        return condition instanceof Condition.Count count ? count.steps() : ((Condition.Aggregate) condition).steps();
    }

    /** Returns the maker of values that objects lead to. */
    MadeValues values() {
        return values;
    }

    /** Returns the reader of the rows of objects. */
    ObjectRows rows() {
        return rows;
    }

    /** Returns whether one statement on the class's own table is the best choice. */
    private static boolean isAskedAtOnce(Condition condition) {
        return RowAccess.ONLY_ROW.isEnoughFor(condition)
                || condition instanceof Condition.ComparePaths && RowAccess.ONE_STATEMENT.isEnoughFor(condition);
    }

    /** Returns for each owner the places of the members that fulfil a condition of which a part is computed. */
    Map<Long, Set<Long>> places(CollectionAttribute collection, Condition condition, IdSet owners) {
        return computedMembers.places(collection, condition, owners);
    }

    /** Searches the part with the fewest expected objects for its cost, and verifies the others. */
    private IdSet findAll(Condition.And and, PersistentClass type) {
        List<Condition> parts = cheapestFirst(ownPartsAsOne(and), type);
        IdSet found = find(parts.get(0), type);
        for (Condition part : parts.subList(1, parts.size())) {
            boolean findToo = found.size() > MANY && costs.of(part, type).fraction() < 0.1;
            found = findToo ? found.and(find(part, type)) : filter(part, type, found);
        }
        return found;
    }

    private List<Condition> cheapestFirst(List<Condition> parts, PersistentClass type) {
        Map<Condition, Double> totals = new IdentityHashMap<>();
        parts.forEach(part -> totals.put(part, costs.of(part, type).total()));
        return parts.stream().sorted(Comparator.comparing(totals::get)).toList();
    }

    private static List<Condition> ownPartsAsOne(Condition.And and) {
        List<Condition> own =
                and.parts().stream().filter(RowAccess.ONLY_ROW::isEnoughFor).toList();
        return own.size() < 2 ? and.parts() : withFirst(new Condition.And(own), and.parts());
    }

    private static List<Condition> ownPartsAsOne(Condition.Or or) {
        List<Condition> own =
                or.parts().stream().filter(RowAccess.ONLY_ROW::isEnoughFor).toList();
        return own.size() < 2 ? or.parts() : withFirst(new Condition.Or(own), or.parts());
    }

    private static List<Condition> withFirst(Condition own, List<Condition> parts) {
        List<Condition> all = new ArrayList<>(List.of(own));
        parts.stream().filter(part -> !RowAccess.ONLY_ROW.isEnoughFor(part)).forEach(all::add);
        return all;
    }

    private IdSet findSome(Condition.Some some, PersistentClass type) {
        Condition condition = some.condition();
        if (some.step() instanceof Step.Members && ComputedMembers.areIn(condition)) {
            return filterSome(some, type, relations.objects(Condition.ALWAYS, type));
        }
        if (some.step() instanceof Step.Members members && !leadsOn(condition)) {
            CollectionAttribute collection = members.collection();
            return traversal.ofClass(
                    type, relations.owners(collection, condition, answered(condition)), collection.declaringClass());
        }
        if (isPresence(some)) {
            return relations.objects(Condition.present(((Step.Follow) some.step()).reference()), type);
        }
        Hop hop = hop(some);
        return traversal.back(hop.steps(), type, find(hop.behind(), Step.end(hop.steps())));
    }

    private IdSet filterSome(Condition.Some some, PersistentClass type, IdSet candidates) {
        Condition condition = some.condition();
        if (some.step() instanceof Step.Members members && ComputedMembers.areIn(condition)) {
            IdSet found = new IdSet();
            Portions.of(
                    candidates,
                    owners -> places(members.collection(), condition, owners)
                            .keySet()
                            .forEach(found::add));
            return found;
        }
        if (some.step() instanceof Step.Members members && !leadsOn(condition)) {
            return relations
                    .members(members.collection(), condition, answered(condition), candidates)
                    .begins();
        }
        if (isPresence(some)) {
            return relations.objects(Condition.present(((Step.Follow) some.step()).reference()), type, candidates);
        }
        Hop hop = hop(some);
        PersistentClass end = Step.end(hop.steps());
        if (some.step() instanceof Step.Repeated repeated) {
            return traversal.filter(repeated, candidates, ends -> filter(hop.behind(), end, ends));
        }
        IdPairs pairs = traversal.forth(hop.steps(), type, candidates);
        return pairs.from(filter(hop.behind(), end, pairs.targets()));
    }

    /** Steps from objects to objects, with a condition on those at the end. */
    private record Hop(List<Step> steps, Condition behind) {}

    private static Hop hop(Condition.Some some) {
        if (some.step() instanceof Step.Members && some.condition() instanceof Condition.Some next) {
            return new Hop(List.of(some.step(), next.step()), next.condition());
        }
        return new Hop(List.of(some.step()), some.condition());
    }

    /** Returns whether the condition on a collection's members only follows their references. */
    private static boolean leadsOn(Condition onMember) {
        return onMember instanceof Condition.Some next && next.step() instanceof Step.Follow && !isPresence(next);
    }

    /**
     * Evaluates the references in a condition on members. Members have no ids, so that the condition is one statement; parts that a
     * statement cannot evaluate are evaluated before.
     */
    Map<Condition.Some, IdSet> answered(Condition onMember) {
        Map<Condition.Some, IdSet> answered = new IdentityHashMap<>();
        answer(onMember, answered);
        return answered;
    }

    private void answer(Condition onMember, Map<Condition.Some, IdSet> answered) {
        if (inStatement.isEnoughFor(onMember)) {
            return;
        }
        if (onMember instanceof Condition.And and) {
            and.parts().forEach(part -> answer(part, answered));
        } else if (onMember instanceof Condition.Or or) {
            or.parts().forEach(part -> answer(part, answered));
        } else if (onMember instanceof Condition.Not not) {
            answer(not.part(), answered);
        } else {
            Condition.Some some = (Condition.Some) onMember;
            answered.put(some, find(some.condition(), ((Step.Follow) some.step()).target()));
        }
    }

    /** Returns whether only the presence of the reference matters. */
    private static boolean isPresence(Condition.Some some) {
        return some.step() instanceof Step.Follow follow
                && !follow.narrows()
                && some.condition().equals(Condition.ALWAYS);
    }

    private IdSet filterCount(Condition.Count count, PersistentClass type, IdSet candidates) {
        IdSet found = new IdSet();
        Portions.of(candidates, portion -> {
            Adjacency reached = reached(count, type, portion).forwards();
            for (long id : portion.toArray()) {
                LongStream.Builder targets = LongStream.builder();
                reached.forEach(id, targets::add);
                long number = targets.build().distinct().count();
                boolean holds = count.operator() == Operator.EQUAL ? number == count.number() : number > count.number();
                if (holds) {
                    found.add(id);
                }
            }
        });
        return found;
    }

    /** Returns the pairs from the candidates to the counted objects. */
    private IdPairs reached(Condition.Count count, PersistentClass type, IdSet candidates) {
        List<Step> steps = count.steps();
        int last = steps.size() - 1;
        if (steps.get(last) instanceof Step.Members members) {
            IdPairs owners = traversal.forth(steps.subList(0, last), type, candidates, Portions.PAIRS);
            if (ComputedMembers.areIn(count.condition())) {
                IdPairs numbered = new IdPairs();
                long[] number = new long[1];
                places(members.collection(), count.condition(), owners.targets())
                        .forEach((owner, places) -> places.forEach(place -> numbered.add(owner, number[0]++)));
                return owners.then(numbered, Portions.PAIRS);
            }
            return owners.then(
                    relations.members(
                            members.collection(), count.condition(), answered(count.condition()), owners.targets()),
                    Portions.PAIRS);
        }
        IdPairs reached = traversal.forth(steps, type, candidates, Portions.PAIRS);
        return reached.onlyTo(filter(count.condition(), Step.end(steps), reached.targets()));
    }
}
