package dev.espalier.search;

import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.Element;
import dev.espalier.model.PersistentClass;
import dev.espalier.plan.Condition;
import dev.espalier.plan.Place;
import dev.espalier.plan.Step;
import dev.espalier.rql.Operator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Searches with sets of ids, one small question after the other. {@link #find} walks a condition backwards from its ends and gives all
 * objects that fulfil it; {@link #filter} walks it forwards and keeps those of some candidates that do. Both are right for every
 * condition, and each hands parts of it to the other. For one search, by one thread.
 */
final class Steps {

    /** From so many candidates on, finding what fulfils a condition and comparing the sets costs less than verifying each. */
    private static final long MANY = 100_000;

    private final Costs costs;
    private final Relations relations;

    Steps(Costs costs, Relations relations) {
        this.costs = costs;
        this.relations = relations;
    }

    /** All objects of a class that fulfil a condition. */
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
        return filter(condition, type, relations.objects(Condition.ALWAYS, type));
    }

    /** Those of the candidates, which are objects of the class, that fulfil the condition; the candidates stay as they are. */
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
        return filterCount((Condition.Count) condition, type, candidates);
    }

    /** Whether one statement on the class's own table is the best there is. */
    private static boolean isAskedAtOnce(Condition condition) {
        return Demand.ONLY_ROW.isMetBy(condition) || condition instanceof Condition.ComparePaths;
    }

    /** Starts with the part that promises fewest for least, and verifies the others. */
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
        List<Condition> own = and.parts().stream().filter(Demand.ONLY_ROW::isMetBy).toList();
        return own.size() < 2 ? and.parts() : withFirst(new Condition.And(own), and.parts());
    }

    private static List<Condition> ownPartsAsOne(Condition.Or or) {
        List<Condition> own = or.parts().stream().filter(Demand.ONLY_ROW::isMetBy).toList();
        return own.size() < 2 ? or.parts() : withFirst(new Condition.Or(own), or.parts());
    }

    private static List<Condition> withFirst(Condition own, List<Condition> parts) {
        List<Condition> all = new ArrayList<>(List.of(own));
        parts.stream().filter(part -> !Demand.ONLY_ROW.isMetBy(part)).forEach(all::add);
        return all;
    }

    private IdSet findSome(Condition.Some some, PersistentClass type) {
        Condition condition = some.condition();
        if (some.step() instanceof Step.Follow follow) {
            return isPresence(some)
                    ? relations.objects(Condition.present(follow.reference()), type)
                    : relations.referring(type, follow.reference(), find(condition, follow.target()));
        }
        if (some.step() instanceof Step.Members members) {
            CollectionAttribute collection = members.collection();
            IdSet owners = condition instanceof Condition.Some next && next.step() instanceof Step.Follow follow && !isPresence(next)
                    ? relations.holding(collection, follow.reference(), find(next.condition(), follow.target()))
                    : relations.owners(collection, condition, answered(condition));
            return ofClass(type, owners, collection.declaringClass());
        }
        if (some.step() instanceof Step.Referrers referrers) {
            IdSet owners = find(condition, referrers.owner());
            PersistentClass target = ((Place.Content.Reference) referrers.reference().content()).target();
            return ofClass(type, relations.follow(referrers.owner(), referrers.reference(), owners).targets(), target);
        }
        Step.Holders holders = (Step.Holders) some.step();
        IdSet owners = find(condition, holders.owner());
        return ofClass(type, relations.follow(holders.collection(), member(holders.collection()), owners).targets(), target(holders));
    }

    private IdSet filterSome(Condition.Some some, PersistentClass type, IdSet candidates) {
        Condition condition = some.condition();
        if (some.step() instanceof Step.Follow follow) {
            return isPresence(some)
                    ? relations.objects(Condition.present(follow.reference()), type, candidates)
                    : verified(relations.follow(type, follow.reference(), candidates), condition, follow);
        }
        if (some.step() instanceof Step.Members members) {
            CollectionAttribute collection = members.collection();
            return condition instanceof Condition.Some next && next.step() instanceof Step.Follow follow && !isPresence(next)
                    ? verified(relations.follow(collection, follow.reference(), candidates), next.condition(), follow)
                    : relations.members(collection, condition, answered(condition), candidates).begins();
        }
        if (some.step() instanceof Step.Referrers referrers) {
            Pairs pairs = relations.back(referrers, candidates);
            return pairs.from(filter(condition, referrers.owner(), pairs.targets()));
        }
        Step.Holders holders = (Step.Holders) some.step();
        Pairs pairs = relations.back(holders, candidates);
        IdSet owners = ofClass(holders.owner(), pairs.targets(), holders.collection().declaringClass());
        return pairs.from(filter(condition, holders.owner(), owners));
    }

    /** Where pairs begin that lead to an object which fulfils the condition. */
    private IdSet verified(Pairs pairs, Condition condition, Step.Follow follow) {
        return pairs.from(filter(condition, follow.target(), ofClass(follow, pairs.targets())));
    }

    /**
     * The members of a collection have no ids, so that a condition on them is asked by one statement. What a statement cannot ask of the
     * objects they refer to is answered before.
     */
    private Map<Condition.Some, IdSet> answered(Condition onMember) {
        Map<Condition.Some, IdSet> answered = new IdentityHashMap<>();
        answer(onMember, answered);
        return answered;
    }

    private void answer(Condition onMember, Map<Condition.Some, IdSet> answered) {
        if (Demand.ONE_STATEMENT.isMetBy(onMember)) {
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

    /** Whether it is enough that the reference is there. */
    private static boolean isPresence(Condition.Some some) {
        return some.step() instanceof Step.Follow follow && !follow.narrows() && some.condition().equals(Condition.ALWAYS);
    }

    private IdSet filterCount(Condition.Count count, PersistentClass type, IdSet candidates) {
        Map<Long, Integer> counts = reached(count, type, candidates).targetsOfEach();
        IdSet found = new IdSet();
        for (long id : candidates.toArray()) {
            long number = counts.getOrDefault(id, 0);
            boolean holds = count.operator() == Operator.EQUAL ? number == count.number() : number > count.number();
            if (holds) {
                found.add(id);
            }
        }
        return found;
    }

    /** From the candidates to what is counted. */
    private Pairs reached(Condition.Count count, PersistentClass type, IdSet candidates) {
        Pairs reached = Pairs.same(candidates);
        PersistentClass here = type;
        for (int i = 0; i < count.steps().size(); i++) {
            Step step = count.steps().get(i);
            IdSet from = reached.targets();
            Pairs next;
            if (step instanceof Step.Members members) {
                if (i + 1 == count.steps().size()) {
                    return reached.then(relations.members(
                            members.collection(), count.condition(), answered(count.condition()), from));
                }
                Step.Follow follow = (Step.Follow) count.steps().get(++i);
                next = relations.follow(members.collection(), follow.reference(), from);
                next = next.onlyTo(ofClass(follow, next.targets()));
                here = follow.target();
            } else if (step instanceof Step.Follow follow) {
                next = relations.follow(here, follow.reference(), from);
                next = next.onlyTo(ofClass(follow, next.targets()));
                here = follow.target();
            } else if (step instanceof Step.Referrers referrers) {
                next = relations.back(referrers, from);
                here = referrers.owner();
            } else {
                Step.Holders holders = (Step.Holders) step;
                next = relations.back(holders, from);
                next = next.onlyTo(ofClass(holders.owner(), next.targets(), holders.collection().declaringClass()));
                here = holders.owner();
            }
            reached = reached.then(next);
        }
        return reached.onlyTo(filter(count.condition(), here, reached.targets()));
    }

    private IdSet ofClass(Step.Follow follow, IdSet targets) {
        return follow.narrows() ? relations.objects(Condition.ALWAYS, follow.target(), targets) : targets;
    }

    /** Those that are of the class, where the class by which they were found leaves it open. */
    private IdSet ofClass(PersistentClass type, IdSet ids, PersistentClass foundBy) {
        return type.concreteClasses().containsAll(foundBy.concreteClasses()) ? ids : relations.objects(Condition.ALWAYS, type, ids);
    }

    private static PersistentClass target(Step.Holders holders) {
        return ((Element.Reference) holders.collection().element()).target();
    }

    private static Place member(CollectionAttribute collection) {
        return new Place(new Place.Row.Members(collection), List.of(),
                new Place.Content.Reference(((Element.Reference) collection.element()).target()), true);
    }
}
