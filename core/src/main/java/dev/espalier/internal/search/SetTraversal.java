package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.search.ids.Adjacency;
import dev.espalier.internal.search.ids.IdPairs;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.search.ids.TooManyPairs;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Follows steps from objects to objects, a whole set at a time: one statement for each step, however many objects. For one search, by one
 * thread.
 */
final class SetTraversal {

    /** The number of objects tested together for being hits; fewer wait for those of the next round. */
    private static final long ASKED_TOGETHER = 1_000;

    private final Relations relations;
    private final Closures closures;

    SetTraversal(Relations relations) {
        this.relations = relations;
        this.closures = relations.closures();
    }

    /** One step from objects to objects. Through a collection it consists of two steps of the plan. */
    private record Hop(Step first, Step.@Nullable Follow ofMember) {}

    private static Hop hop(List<Step> steps, int at) {
        return steps.get(at) instanceof Step.Members
                ? new Hop(steps.get(at), (Step.Follow) steps.get(at + 1))
                : new Hop(steps.get(at), null);
    }

    private static int length(Hop hop) {
        return hop.ofMember() == null ? 1 : 2;
    }

    private static PersistentClass end(Hop hop) {
        return Step.end(List.of(hop.ofMember() == null ? hop.first() : hop.ofMember()));
    }

    /**
     * Returns the objects of a class from which the steps lead to one of the targets.
     *
     * @param targets may contain unreachable objects
     */
    IdSet back(List<Step> steps, PersistentClass start, IdSet targets) {
        if (steps.isEmpty() || targets.isEmpty()) {
            return targets;
        }
        Hop hop = hop(steps, 0);
        return back(hop, start, back(steps.subList(length(hop), steps.size()), end(hop), targets));
    }

    private IdSet back(Hop hop, PersistentClass start, IdSet targets) {
        if (hop.first() instanceof Step.Follow follow) {
            return relations.referring(start, follow.reference(), narrowed(follow, targets));
        }
        if (hop.first() instanceof Step.Members members) {
            CollectionAttribute collection = members.collection();
            Step.Follow ofMember = requireNonNull(hop.ofMember());
            IdSet owners = relations.holding(collection, ofMember.reference(), narrowed(ofMember, targets));
            return ofClass(start, owners, collection.declaringClass());
        }
        if (hop.first() instanceof Step.Referrers referrers) {
            IdSet found = relations
                    .follow(referrers.owner(), referrers.reference(), targets)
                    .targets();
            return ofClass(start, found, target(referrers.reference()));
        }
        if (hop.first() instanceof Step.Holders holders) {
            IdSet owners =
                    ofClass(holders.owner(), targets, holders.collection().declaringClass());
            return ofClass(
                    start,
                    relations
                            .follow(holders.collection(), holders.reference(), owners)
                            .targets(),
                    target(holders.reference()));
        }
        Step.Repeated repeated = (Step.Repeated) hop.first();
        Closures.Watch watch = closures.watch(repeated);
        IdSet reached = levels(
                repeated,
                targets,
                level -> back(repeated.steps(), repeated.type(), level),
                found -> watch.ends(found) ? Optional.of(allBack(repeated, found)) : Optional.empty());
        return ofClass(start, reached, repeated.type());
    }

    /** Returns the objects of the class of a repeated step from which it leads to some objects of this class, and these. */
    private IdSet allBack(Step.Repeated repeated, IdSet to) {
        Step first = repeated.steps().get(0);
        PersistentClass foundBy = first instanceof Step.Members members
                ? members.collection().declaringClass()
                : first instanceof Step.Referrers referrers
                        ? target(referrers.reference())
                        : first instanceof Step.Holders holders ? target(holders.reference()) : repeated.type();
        return ofClass(repeated.type(), closures.back(repeated, to), foundBy);
    }

    private static IdSet levels(Step.Repeated repeated, IdSet begin, UnaryOperator<IdSet> round) {
        return levels(repeated, begin, round, found -> Optional.empty());
    }

    /**
     * Returns the objects that repeated steps reach. After the minimum number of rounds, only new objects are followed: known ones have
     * been followed before, with more rounds left.
     *
     * @param round follows the steps once
     * @param rest takes the new objects of a round, and returns them with all that further rounds would find; empty for one more round
     */
    private static IdSet levels(
            Step.Repeated repeated, IdSet begin, UnaryOperator<IdSet> round, Function<IdSet, Optional<IdSet>> rest) {
        IdSet reached = repeated.least() == 0 ? begin.copy() : new IdSet();
        IdSet level = begin;
        for (int taken = 1; taken <= repeated.most().orElse(Integer.MAX_VALUE) && !level.isEmpty(); taken++) {
            level = round.apply(level);
            if (taken >= repeated.least()) {
                level = level.copy().without(reached);
                Optional<IdSet> all = rest.apply(level);
                if (all.isPresent()) {
                    return reached.or(all.get());
                }
                reached.or(level);
            }
        }
        return reached;
    }

    /** Returns pairs from objects of a class to the objects that the steps lead to; one pair for each path. */
    IdPairs forth(List<Step> steps, PersistentClass start, IdSet from) {
        return forth(steps, start, from, Integer.MAX_VALUE);
    }

    /**
     * The same; if there are many pairs, each once.
     *
     * @param most the maximum number of pairs
     * @throws TooManyPairs if several objects lead to more
     */
    IdPairs forth(List<Step> steps, PersistentClass start, IdSet from, int most) {
        IdPairs reached = IdPairs.same(from);
        PersistentClass here = start;
        for (int at = 0; at < steps.size(); ) {
            Hop hop = hop(steps, at);
            IdPairs next = forth(hop, here, reached.targets(), most);
            reached = at == 0 ? next : reached.then(next, most);
            here = end(hop);
            at += length(hop);
        }
        return reached;
    }

    private IdPairs forth(Hop hop, PersistentClass start, IdSet from, int most) {
        if (hop.first() instanceof Step.Follow follow) {
            return narrowed(follow, relations.follow(start, follow.reference(), from));
        }
        if (hop.first() instanceof Step.Members members) {
            Step.Follow ofMember = requireNonNull(hop.ofMember());
            return narrowed(ofMember, relations.follow(members.collection(), ofMember.reference(), from));
        }
        if (hop.first() instanceof Step.Referrers referrers) {
            return relations.back(referrers, from);
        }
        if (hop.first() instanceof Step.Holders holders) {
            IdPairs owners = relations.back(holders, from);
            return owners.onlyTo(ofClass(
                    holders.owner(), owners.targets(), holders.collection().declaringClass()));
        }
        Step.Repeated repeated = (Step.Repeated) hop.first();
        Adjacency onwards = network(repeated, from).forwards();
        IdPairs pairs = new IdPairs();
        long[] begins = from.toArray();
        for (long id : begins) {
            pairs.addAll(id, levels(repeated, IdSet.of(id), onwards::of));
            TooManyPairs.check(pairs.size(), begins.length, most);
        }
        return pairs;
    }

    /**
     * Returns the candidates from which repeated steps lead to a hit. Visits each object once, and no more objects than necessary.
     *
     * @param hitsAmong returns the hits among some objects
     */
    IdSet filter(Step.Repeated repeated, IdSet candidates, UnaryOperator<IdSet> hitsAmong) {
        IdPairs network = new IdPairs();
        IdSet open = repeated.least() == 0 ? candidates.copy() : new IdSet();
        IdSet asked = open.copy();
        IdSet hits = new IdSet();
        for (Rounds rounds = new Rounds(repeated, candidates); rounds.lead(); ) {
            IdPairs round = rounds.next();
            network.addAll(round);
            open.or(round.targets().without(asked));
            asked.or(open);
            if (open.size() > ASKED_TOGETHER) {
                hits.or(hitsAmong.apply(open));
                open = new IdSet();
                if (candidates.size() == 1 && repeated.least() <= 1 && !hits.isEmpty()) {
                    return candidates.copy();
                }
            }
        }
        hits.or(hitsAmong.apply(open));
        return hits.isEmpty()
                ? hits
                : levels(repeated, hits, network.backwards()::of).and(candidates);
    }

    /** Returns the pairs of all single rounds from some objects on. */
    private IdPairs network(Step.Repeated repeated, IdSet from) {
        IdPairs network = new IdPairs();
        for (Rounds rounds = new Rounds(repeated, from); rounds.lead(); ) {
            network.addAll(rounds.next());
        }
        return network;
    }

    /** Rounds of repeated steps; each object is followed once. The last round is of all objects that are left, if one statement tells them. */
    private final class Rounds {

        private final Step.Repeated repeated;
        private final Closures.Watch watch;
        private final IdSet seen;
        private IdSet level;
        private int taken;

        Rounds(Step.Repeated repeated, IdSet from) {
            this.repeated = repeated;
            this.watch = closures.watch(repeated);
            this.seen = from.copy();
            this.level = from;
        }

        boolean lead() {
            return taken < repeated.most().orElse(Integer.MAX_VALUE) && !level.isEmpty();
        }

        IdPairs next() {
            IdPairs round = forth(repeated.steps(), repeated.type(), level);
            level = round.targets().without(seen);
            if (watch.ends(level)) {
                round.addAll(forth(repeated.steps(), repeated.type(), closures.forth(repeated, level)));
                level = new IdSet();
            }
            seen.or(level);
            taken++;
            return round;
        }
    }

    private IdPairs narrowed(Step.Follow follow, IdPairs pairs) {
        return follow.narrows() ? pairs.onlyTo(narrowed(follow, pairs.targets())) : pairs;
    }

    private IdSet narrowed(Step.Follow follow, IdSet targets) {
        return follow.narrows() ? relations.objects(Condition.ALWAYS, follow.target(), targets) : targets;
    }

    /** Returns the ids that are of the class, if the class under which they were found does not decide it. */
    IdSet ofClass(PersistentClass type, IdSet ids, PersistentClass foundBy) {
        return type.concreteClasses().containsAll(foundBy.concreteClasses())
                ? ids
                : relations.objects(Condition.ALWAYS, type, ids);
    }

    private static PersistentClass target(FieldRef reference) {
        return ((FieldRef.Content.Reference) reference.content()).target();
    }
}
