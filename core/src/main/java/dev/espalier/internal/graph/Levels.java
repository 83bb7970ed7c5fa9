package dev.espalier.internal.graph;

import dev.espalier.internal.model.PersistentClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads an answer's rows, one level of objects after the other, until every id that is followed is known; for one answer and one
 * thread, which lets others fetch.
 */
final class Levels {

    /** The references of more roots are read by statements of their own, which take the ids in the form that the engine likes best. */
    private static final int FEW_ROOTS = 200;

    private final ModelLayout layout;
    private final FetchRunner runner;
    private final Bounds bounds;
    private final Answer answer;
    private final ReferenceChains referenceChains = new ReferenceChains();
    /** Of each class how many objects were there when the last level began. */
    private final int[] before;
    /** If paths are named: the ids that were reached in each state. */
    private final Map<PathState, IdMap> reached = new HashMap<>();

    Levels(ModelLayout layout, Sessions sessions, Bounds bounds, Answer answer) {
        this.layout = layout;
        this.runner = new FetchRunner(sessions);
        this.bounds = bounds;
        this.answer = answer;
        this.before = new int[layout.classes.size()];
    }

    /** Reads the roots and all that they lead to. The answer knows whether their inverse collections are asked for. */
    void read(PersistentClass root, long[] ids, PathState first) {
        Consumer<Parts.Visitor> roots = roots(root, ids, first);
        List<Fetch> objects = roots(root, ids);
        if (!runner.isParallel()
                && objects.size() == 1
                && objects.get(0) instanceof ObjectFetch one
                && one.only().isPresent()
                && one.areNew()
                && ids.length <= FEW_ROOTS) {
            one.joinReferences(one.only().get(), first, joinedDepth(), one.asked().length);
        }
        List<MemberFetch> ahead = membersAhead(objects, first);
        if (ahead.size() == 1 && !bounds.namesPaths() && objects.get(0) instanceof ObjectFetch one) {
            one.carry(ahead.get(0), one.only().orElseThrow(), ids.length);
        }
        runner.run(both(objects, ahead));
        objects.forEach(Fetch::addToAnswer);
        goOn(roots, ahead, first);
    }

    /**
     * Reads roots of which some are embedded records, and all that they lead to.
     *
     * @param objects visits the others
     * @param held visits the references that the records hold, which are one step away
     */
    void read(Consumer<Parts.Visitor> objects, Consumer<Parts.Visitor> held, PathState first) {
        boolean countsSteps = bounds.depth() != Bounds.ANY_DEPTH;
        Consumer<Parts.Visitor> begin = countsSteps ? objects : objects.andThen(held);
        fetch(unknown(begin));
        goOn(begin, countsSteps ? held : Levels::visitNothing, List.of(), first);
    }

    /**
     * Reads the roots that a condition finds, and all that they lead to.
     *
     * @param queries give their ids, one for each concrete class in turn
     * @param expected how many roots are expected
     * @return the roots' ids, in the order of their rows
     */
    long[] read(PersistentClass root, List<RootQuery> queries, long expected, PathState first) {
        List<ClassLayout> classes = layout.concrete(root);
        List<QueryFetch> found = new ArrayList<>(queries.size());
        for (int i = 0; i < queries.size(); i++) {
            found.add(new QueryFetch(answer, classes.get(i), queries.get(i), first, joinedDepth(), expected));
        }
        List<MemberFetch> ahead = queries.size() > 1
                ? List.of()
                : membersAhead(classes.get(0), found.get(0), queries.get(0), expected, first);
        runner.run(both(found, ahead));
        found.forEach(Fetch::addToAnswer);
        long[] ids = found.size() == 1
                ? found.get(0).ids()
                : found.stream().flatMapToLong(one -> Arrays.stream(one.ids())).toArray();
        answer.ask(ids);
        if (!ahead.isEmpty()) {
            long[] rising = ids.clone();
            Arrays.sort(rising);
            ahead.forEach(fetch -> fetch.ownersAre(rising));
        }
        goOn(roots(root, ids, first), ahead, first);
        return ids;
    }

    private List<Fetch> roots(PersistentClass root, long[] ids) {
        LongList asked = new LongList(ids.length);
        for (long id : ids) {
            if (id != 0) {
                asked.add(id);
            }
        }
        List<Fetch> fetches = new ArrayList<>(1);
        for (long[] chunk : runner.chunks(asked.distinct())) {
            fetches.add(objects(Set.of(root.name()), layout.concrete(root), chunk));
        }
        return fetches;
    }

    /** If only a number of steps is bounded, objects must come level by level: their number of steps is that of their level. */
    private int joinedDepth() {
        return bounds.depth() == Bounds.ANY_DEPTH || bounds.namesPaths() ? bounds.depth() : 0;
    }

    private static List<Fetch> both(List<? extends Fetch> objects, List<MemberFetch> members) {
        List<Fetch> all = new ArrayList<>(objects.size() + members.size());
        all.addAll(objects);
        all.addAll(members);
        return all;
    }

    private static Consumer<Parts.Visitor> roots(PersistentClass root, long[] ids, PathState first) {
        return visitor -> {
            for (long id : ids) {
                if (id != 0) {
                    visitor.reference(root.name(), root, id, first);
                }
            }
        };
    }

    /** @param read the roots' members, if they were read already */
    private void goOn(Consumer<Parts.Visitor> roots, List<MemberFetch> read, PathState first) {
        goOn(roots, Levels::visitNothing, read, first);
    }

    private static void visitNothing(Parts.Visitor unused) {}

    /** @param held more references at the distance of those that the roots hold */
    private void goOn(
            Consumer<Parts.Visitor> roots, Consumer<Parts.Visitor> held, List<MemberFetch> read, PathState first) {
        List<Frontier> frontiers = frontiers(roots, first);
        List<MemberFetch> ahead = areInFrontier(frontiers, read) ? read : List.of();
        for (int level = 0; level == 0 || !frontiers.isEmpty(); level++) {
            boolean isFollowed = level < bounds.depth();
            List<Frontier> from = frontiers;
            List<MemberFetch> asked = members(frontiers, isFollowed, ahead);
            boolean isLast = !isFollowed && !layout.hasParts;
            if (isLast && asked.isEmpty()) {
                return;
            }
            Consumer<Parts.Visitor> ofObjects =
                    visitor -> from.forEach(frontier -> frontier.followColumns(answer, isFollowed, visitor));
            Consumer<Parts.Visitor> columns = level == 0 && isFollowed ? ofObjects.andThen(held) : ofObjects;
            Consumer<Parts.Visitor> members = bounds.namesPaths()
                    ? visitor -> from.forEach(frontier -> frontier.followMembers(answer, isFollowed, visitor))
                    : visitor -> asked.forEach(fetch -> fetch.follow(first, visitor));

            List<Fetch> fetches = new ArrayList<>(asked);
            if (isFollowed && runner.isParallel()) {
                // What the objects' own rows refer to need not wait for the members. One session alone lets them come
                // first: then it asks for fewer objects twice.
                fetches.addAll(unknown(columns));
            }
            if (!fetches.isEmpty()) {
                fetch(fetches);
            }
            ahead = List.of();
            if (isLast) {
                return;
            }
            fetch(unknown(columns.andThen(members)));
            frontiers = frontiers(columns.andThen(members), first);
        }
    }

    private void fetch(List<Fetch> fetches) {
        runner.run(fetches);
        for (Fetch fetch : fetches) {
            fetch.addToAnswer();
            if (fetch instanceof ChainFetch chain) {
                referenceChains.walked(chain.reference, chain.objects(), chain.newObjects());
            }
        }
    }

    // ---- what is asked for

    /** @param read members that were read already */
    private List<MemberFetch> members(List<Frontier> frontiers, boolean isFollowed, List<MemberFetch> read) {
        if (haveNoCollections(frontiers)) {
            return read;
        }
        Map<CollectionLayout, IdMap> known = new HashMap<>();
        for (MemberFetch fetch : read) {
            IdMap ids = known.computeIfAbsent(fetch.layout(), collection -> new IdMap());
            ids.expect(fetch.owners().length);
            for (long id : fetch.owners()) {
                ids.putIfAbsent(id, 0);
            }
        }
        Map<CollectionLayout, LongList> owners = new LinkedHashMap<>();
        for (Frontier frontier : frontiers) {
            long[] ids = answer.batch(frontier.layout().index).ids;
            for (ClassLayout.Many many : frontier.collections(isFollowed)) {
                Answer.Collected collected = answer.collected(many.layout().index);
                LongList asked = owners.computeIfAbsent(many.layout(), collection -> new LongList());
                IdMap here = known.get(many.layout());
                boolean isOfAll = !many.layout().isOfAsked || frontier.followsInverse(many, answer);
                for (int row : frontier.rows()) {
                    if ((isOfAll || answer.isAsked(ids[row]))
                            && (here == null || !here.contains(ids[row]))
                            && (!bounds.namesPaths() || !collected.has(ids[row]))) {
                        asked.add(ids[row]);
                    }
                }
            }
        }
        List<MemberFetch> fetches = new ArrayList<>(read);
        owners.forEach((collection, asked) -> addMembers(collection, asked.distinct(), fetches));
        return fetches;
    }

    private static boolean haveNoCollections(List<Frontier> frontiers) {
        for (Frontier frontier : frontiers) {
            if (!frontier.layout().collections.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /**
     * The roots' members, asked for in one round trip with the roots; none if it is not known which objects the roots will be, or they are read
     * beside each other.
     */
    private List<MemberFetch> membersAhead(List<Fetch> objects, PathState first) {
        if (runner.isParallel()
                || objects.size() != 1
                || !(objects.get(0) instanceof ObjectFetch roots)
                || !roots.areNew()) {
            return List.of();
        }
        if (roots.only().isEmpty() || roots.only().get().collections.isEmpty()) {
            return List.of();
        }
        List<MemberFetch> ahead = new ArrayList<>(1);
        for (ClassLayout.Many many :
                new Frontier(roots.only().get(), first, new int[0]).collections(bounds.depth() > 0)) {
            addMembers(many.layout(), roots.asked(), ahead);
        }
        return ahead;
    }

    /**
     * The members of roots that a condition finds. None if another statement may see another state of the database: the condition might find other roots. None
     * of a limited number of roots if the engine does not take a limit there.
     */
    private List<MemberFetch> membersAhead(
            ClassLayout root, QueryFetch roots, RootQuery query, long expected, PathState first) {
        boolean isCut = query.select().limit() != null;
        if (root.collections.isEmpty() || isCut && !runner.readsMembersOfCutAhead()) {
            return List.of();
        }
        List<MemberFetch> ahead = new ArrayList<>(1);
        for (ClassLayout.Many many : new Frontier(root, first, new int[0]).collections(bounds.depth() > 0)) {
            ahead.add(MemberFetch.of(answer, many.layout(), query, expected, !bounds.leavesOut()));
        }
        boolean isOneStatement = !isCut
                && !bounds.namesPaths()
                && ahead.size() == 1
                && !query.select().distinct()
                && roots.carry(ahead.get(0), root, expected);
        return isOneStatement || runner.readsMembersAhead() ? ahead : List.of();
    }

    /** Whether the answer goes on from all owners of these members: none is missing, and none stays as it is. */
    private boolean areInFrontier(List<Frontier> frontiers, List<MemberFetch> read) {
        if (read.isEmpty()) {
            return true;
        }
        IdMap goingOn = new IdMap();
        for (Frontier frontier : frontiers) {
            long[] ids = answer.batch(frontier.layout().index).ids;
            goingOn.expect(frontier.rows().length);
            for (int row : frontier.rows()) {
                goingOn.putIfAbsent(ids[row], 0);
            }
        }
        for (MemberFetch fetch : read) {
            for (long owner : fetch.owners()) {
                if (!goingOn.contains(owner)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void addMembers(CollectionLayout collection, long[] owners, List<MemberFetch> into) {
        // Several sessions read references beside the members; one reads them in the members' rows, if no bound may
        // leave them out. Two paired runs of 1,000 structures, time with references joined: MySQL 0.93 and 0.94,
        // SQLite with two sessions 1.14 and 1.16.
        boolean followsReferences = !bounds.leavesOut() && !runner.isParallel();
        for (long[] chunk : runner.chunks(owners)) {
            into.add(new MemberFetch(answer, collection, chunk, followsReferences));
        }
    }

    /** Ids of objects of one declared class, and the relations that led to them. */
    private record Unknown(LongList ids, Set<String> relations) {}

    private List<Fetch> unknown(Consumer<Parts.Visitor> references) {
        UnknownObjects found = new UnknownObjects();
        references.accept(found);
        List<Fetch> fetches = new ArrayList<>(found.byClass.size());
        found.byClass.forEach((target, unknown) -> {
            for (long[] chunk : runner.chunks(unknown.ids.distinct())) {
                fetches.add(objects(unknown.relations, layout.concrete(target), chunk));
            }
        });
        return fetches;
    }

    /** Gathers the objects that the answer does not have. */
    private final class UnknownObjects implements Parts.Visitor {
        private Map<PersistentClass, Unknown> byClass = Map.of();
        private @Nullable PersistentClass lastTarget;
        private @Nullable Unknown last;
        private @Nullable String lastRelation;

        @Override
        @SuppressWarnings("ReferenceEquality") // only saves time
        public void reference(String relation, PersistentClass target, long id, PathState state) {
            if (answer.has(id)) {
                return;
            }
            Unknown unknown = last;
            if (target != lastTarget || unknown == null) {
                if (byClass.isEmpty()) {
                    byClass = new LinkedHashMap<>();
                }
                unknown = byClass.computeIfAbsent(target, c -> new Unknown(new LongList(), new TreeSet<>()));
                last = unknown;
                lastTarget = target;
                lastRelation = null;
            }
            if (relation != lastRelation) {
                unknown.relations.add(relation);
                lastRelation = relation;
            }
            unknown.ids.add(id);
        }
    }

    /** A bound may end the chain at any object. */
    private Fetch objects(Set<String> relations, List<ClassLayout> classes, long[] ids) {
        Optional<ClassLayout.Reference> way = bounds.leavesOut() || !runner.endsCycles()
                ? Optional.empty()
                : referenceChains.of(classes, relations, ids.length);
        return way.isPresent()
                ? new ChainFetch(answer, classes.get(0), way.get(), ids)
                : new ObjectFetch(answer, String.join(", ", relations), classes, ids);
    }

    // ---- from where it goes on

    private List<Frontier> frontiers(Consumer<Parts.Visitor> references, PathState first) {
        return bounds.namesPaths() ? reached(references) : added(first);
    }

    /** All objects that came since the last level: without named paths, the way to them does not matter. */
    private List<Frontier> added(PathState state) {
        List<Frontier> frontiers = new ArrayList<>(4);
        for (ObjectBatch batch : answer.batches()) {
            int index = batch.layout.index;
            if (batch.size > before[index]) {
                frontiers.add(new Frontier(batch.layout, state, batch.rowsFrom(before[index], answer.goesOnFromKept)));
                before[index] = batch.size;
            }
        }
        return frontiers;
    }

    /** The objects that these references lead to in a state in which they were not reached before. */
    private List<Frontier> reached(Consumer<Parts.Visitor> references) {
        Reaching reaching = new Reaching();
        references.accept((relation, target, id, state) -> {
            long place = answer.place(id);
            if (place != IdMap.ABSENT
                    && (answer.goesOnFromKept
                            || !answer.batch(Answer.index(place)).isKept(Answer.row(place)))) {
                reaching.reach(id, layout.classes.get(Answer.index(place)), Answer.row(place), state);
            }
        });
        List<Frontier> frontiers = new ArrayList<>();
        reaching.rows.forEach((place, builder) -> frontiers.add(
                new Frontier(place.layout, place.state, builder.build().toArray())));
        return frontiers;
    }

    private record Reached(ClassLayout layout, PathState state) {}

    /** Gathers the objects of the next level. References of one field come one after the other: what belongs to the last one mostly belongs to the next. */
    private final class Reaching {
        private final Map<Reached, IntStream.Builder> rows = new LinkedHashMap<>();
        private @Nullable PathState lastState;
        private @Nullable IdMap lastIds;
        private @Nullable ClassLayout lastLayout;
        private IntStream.@Nullable Builder lastRows;

        @SuppressWarnings("ReferenceEquality") // only saves time
        void reach(long id, ClassLayout found, int row, PathState state) {
            IdMap ids = lastIds;
            if (state != lastState || ids == null) {
                ids = reached.computeIfAbsent(state, s -> new IdMap());
                lastState = state;
                lastIds = ids;
                lastLayout = null;
            }
            if (ids.putIfAbsent(id, 0)) {
                IntStream.Builder ofPlace = lastRows;
                if (found != lastLayout || ofPlace == null) {
                    ofPlace = rows.computeIfAbsent(new Reached(found, state), p -> IntStream.builder());
                    lastLayout = found;
                    lastRows = ofPlace;
                }
                ofPlace.add(row);
            }
        }
    }
}
