package dev.espalier.lab.measure;

import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.subject.Subject;
import dev.espalier.lab.subject.TransactionCounts;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.BenchmarkQuery;
import dev.espalier.lab.workload.Block;
import dev.espalier.lab.workload.M1;
import dev.espalier.lab.workload.M2;
import dev.espalier.lab.workload.M3;
import dev.espalier.lab.workload.N3;
import dev.espalier.lab.workload.WrongAnswerException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates one database, runs the query, and checks the answers. Creating the objects in memory counts as creation time for every subject,
 * and is reported separately as well.
 *
 * @param subject who stores and finds
 * @param database an own database, made new
 * @param indexes its index level
 * @param objects of each class
 * @param threads writers at the same time
 * @param cache the states in which the query is timed
 * @param making how the database is filled
 */
public record CellMeasurement(
        Subject subject,
        TargetDatabase database,
        Indexes indexes,
        int objects,
        int threads,
        List<CacheState> cache,
        ObjectsSpec.Making making) {

    /** Roots whose complete structures are timed. */
    public static final int STRUCTURE_ROOTS = 1_000;

    private static final int WARM_REPEATS = 7;
    private static final int STRUCTURE_REPEATS = 5;
    private static final double NANOS = 1e9;
    /** Creation takes most of the time. */
    private static final double CREATED = 0.7;

    /**
     * A database that was made.
     *
     * @param seconds from the first object made to the last index built
     * @param generateSeconds the part of it in which objects were made
     * @param road how the subject loaded
     * @param sampleIds of the roots whose structures are timed
     * @param expected roots that the query finds
     * @param transactions what transactions have met; null for a bulk load
     * @param load processor and disks meanwhile
     * @param phases of it
     */
    public record Creation(
            double seconds,
            double generateSeconds,
            String road,
            long[] sampleIds,
            int expected,
            @Nullable TransactionCounts transactions,
            List<ResourceSample> load,
            List<Phase> phases) {}

    /**
     * Asks the database that was made. It stays.
     *
     * @param creation how it was made
     * @param progress receives the progress
     * @param stopped whether nobody wants the queries that are left; the one under way is waited for, and figures of fewer repeats than all are
     *     left out
     * @return the figures of what was finished
     */
    public CellRun ask(Creation creation, Progress progress, BooleanSupplier stopped) {
        OptionalLong size = database.sizeBytes();
        Long bytes = size.isPresent() ? size.getAsLong() : null;
        // A second may have no sample, also the last one.
        int sampled =
                creation.load.stream().mapToInt(ResourceSample::second).max().orElse(0);
        int made = (int) Math.ceil(
                creation.phases.stream().mapToDouble(Phase::fromSecond).max().orElse(0));
        Phases course = new Phases(progress, Math.max(sampled, made), creation.phases);
        try (ResourceSampler resources = sampler()) {
            return ask(creation, course, stopped, bytes, resources);
        }
    }

    private CellRun ask(
            Creation creation,
            Phases course,
            BooleanSupplier stopped,
            @Nullable Long bytes,
            ResourceSampler resources) {
        String road = null;
        ColdCache reached = null;
        Answer cold = null;
        Answer warm = null;
        Structures structures = null;
        course.at("cold query", 0.9);
        if (cache.contains(CacheState.COLD) && !stopped.getAsBoolean()) {
            reached = ColdCache.reach(database);
            try (Subject.Session session = subject.open(database, indexes)) {
                road = session.road();
                cold = ask(session, creation.expected);
            }
        }
        if (!stopped.getAsBoolean()) {
            try (Subject.Session session = subject.open(database, indexes)) {
                road = session.road();
                if (cache.contains(CacheState.WARM)) {
                    course.at("warm query", 0.93);
                    warm = askWarm(session, creation.expected, stopped);
                }
                course.at("structures", 0.96);
                structures = structures(session, creation.sampleIds, stopped);
            }
        }
        course.progress.at("done", 1);
        SearchTimes search = new SearchTimes(
                cold == null && warm == null && structures == null ? null : Integer.valueOf(creation.expected),
                reached == null ? null : reached.level(),
                reached == null ? null : reached.proof(),
                cold == null ? null : cold.searchSeconds,
                cold == null ? null : cold.createSeconds,
                warm == null ? null : warm.searchSeconds,
                warm == null ? null : warm.createSeconds);
        return new CellRun(
                creation.seconds,
                creation.generateSeconds,
                creation.road,
                road,
                bytes,
                search,
                structures == null ? null : structures.objects,
                structures == null ? null : structures.seconds,
                creation.transactions,
                course.all(creation.load, resources.samples()),
                course.begun);
    }

    private ResourceSampler sampler() {
        return ResourceSampler.of(Optional.of(database.target().url()), Optional.of(database));
    }

    /** Reports the progress of the work, and remembers when each part of it began. */
    private static final class Phases {

        private final Progress progress;
        private final int before;
        private final List<Phase> begun;
        private final long start = System.nanoTime();

        /** Goes on behind as many seconds, and the phases in them. */
        Phases(Progress progress, int before, List<Phase> earlier) {
            this.progress = progress;
            this.before = before;
            this.begun = new ArrayList<>(earlier);
        }

        void at(String phase, double part) {
            if (begun.isEmpty() || !begun.get(begun.size() - 1).name().equals(phase)) {
                begun.add(new Phase(phase, before + (System.nanoTime() - start) / NANOS));
            }
            progress.at(phase, part);
        }

        List<ResourceSample> all(List<ResourceSample> earlier, List<ResourceSample> later) {
            List<ResourceSample> all = new ArrayList<>(earlier);
            later.forEach(sample -> all.add(sample.at(before + sample.second())));
            return all;
        }
    }

    private record Answer(double searchSeconds, double createSeconds) {}

    private record Structures(long objects, double seconds) {}

    /**
     * Makes the database, new; it stays. If its thread is interrupted, it ends by an exception.
     *
     * @param progress receives the progress
     * @return what is known of it
     */
    public Creation create(Progress progress) {
        int blocks = Math.max(1, objects / Block.OBJECTS_PER_CLASS);
        int ofBlock = Math.min(objects, Block.OBJECTS_PER_CLASS);
        int expected = blocks * BenchmarkQuery.FOUND_PER_BLOCK;
        List<M1> sample = new ArrayList<>();
        Random random = new Random(Block.SEED);
        long generating = 0;
        database.recreate();
        Phases course = new Phases(progress, 0, List.of());
        try (ResourceSampler resources = sampler();
                Subject.Load load = subject.create(database, indexes, threads, making)) {
            long start = System.nanoTime();
            for (int number = 0; number < blocks; number++) {
                course.at("objects", CREATED * number / blocks);
                long made = System.nanoTime();
                Block block = new Block(ofBlock);
                generating += System.nanoTime() - made;
                if (ofBlock < Block.OBJECTS_PER_CLASS) {
                    expected = (int)
                            block.m1.stream().filter(BenchmarkQuery::matches).count();
                }
                load.store(block);
                int wanted = STRUCTURE_ROOTS * (number + 1) / blocks;
                while (sample.size() < wanted) {
                    sample.add(block.m1.get(random.nextInt(ofBlock)));
                }
            }
            course.at(indexes == Indexes.NONE ? "finishing" : "indexes", CREATED);
            load.finish();
            double seconds = (System.nanoTime() - start) / NANOS;
            long[] ids = sample.stream().mapToLong(m1 -> m1.id).toArray();
            return new Creation(
                    seconds,
                    generating / NANOS,
                    load.road(),
                    ids,
                    expected,
                    load.transactions(),
                    resources.samples(),
                    course.begun);
        }
    }

    /** Null if it was ended before the last repeat. */
    private @Nullable Answer askWarm(Subject.Session session, int expected, BooleanSupplier stopped) {
        List<Double> searches = new ArrayList<>();
        List<Double> creations = new ArrayList<>();
        for (int repeat = 0; repeat <= WARM_REPEATS; repeat++) {
            if (stopped.getAsBoolean()) {
                return null;
            }
            Answer answer = ask(session, expected);
            if (repeat > 0) {
                searches.add(answer.searchSeconds);
                creations.add(answer.createSeconds);
            }
        }
        return new Answer(Medians.of(searches), Medians.of(creations));
    }

    private Answer ask(Subject.Session session, int expected) {
        long start = System.nanoTime();
        long[] ids = session.search();
        long searched = System.nanoTime();
        List<M1> found = ids.length == 0 ? List.of() : session.load(ids);
        long created = System.nanoTime();
        check(ids.length, found, expected);
        return new Answer((searched - start) / NANOS, (created - searched) / NANOS);
    }

    private void check(int ids, List<M1> found, int expected) {
        if (ids != expected || found.size() != expected) {
            throw new WrongAnswerException("wrong answer of " + subject.name().word() + " on " + database.name()
                    + ": found " + ids + " ids and " + found.size() + " objects, expected " + expected);
        }
        for (M1 root : found) {
            if (!BenchmarkQuery.matches(root)) {
                throw new WrongAnswerException(
                        "wrong answer of " + subject.name().word() + " on " + database.name() + ": M1 " + root.id
                                + " does not hold the query's conditions");
            }
        }
    }

    /** Null if it was ended before the last repeat. */
    private @Nullable Structures structures(Subject.Session session, long[] ids, BooleanSupplier stopped) {
        if (stopped.getAsBoolean()) {
            return null;
        }
        long objectsLoaded = countObjects(session.load(ids), ids);
        List<Double> seconds = new ArrayList<>();
        for (int repeat = 0; repeat < STRUCTURE_REPEATS; repeat++) {
            if (stopped.getAsBoolean()) {
                return null;
            }
            long start = System.nanoTime();
            session.load(ids);
            seconds.add((System.nanoTime() - start) / NANOS);
        }
        return new Structures(objectsLoaded, Medians.of(seconds));
    }

    /** Counts each object once, and sees that none is missing: a list has one to three members, a single relation one. */
    private long countObjects(List<M1> roots, long[] ids) {
        Set<Object> counted = Collections.newSetFromMap(new IdentityHashMap<>());
        int incomplete = roots.size() == ids.length ? 0 : 1;
        for (M1 m1 : roots) {
            incomplete += m1 == null ? 1 : members(counted, m1, m1.m2);
        }
        for (M2 m2 : all(counted, M2.class)) {
            incomplete += members(counted, m2, m2.m3) + member(counted, m2.n3);
        }
        for (M3 m3 : all(counted, M3.class)) {
            incomplete += members(counted, m3, m3.m4) + member(counted, m3.s4);
        }
        for (N3 n3 : all(counted, N3.class)) {
            incomplete += members(counted, n3, n3.n4) + member(counted, n3.m4);
        }
        if (incomplete > 0) {
            throw new WrongAnswerException("wrong answer of " + subject.name().word() + " on " + database.name() + ": "
                    + incomplete + " relations of the structures of " + ids.length + " M1 are not filled");
        }
        return counted.size();
    }

    private static <T> List<T> all(Set<Object> counted, Class<T> type) {
        return counted.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static int members(Set<Object> counted, Object owner, List<?> members) {
        counted.add(owner);
        counted.addAll(members);
        return members.isEmpty() || members.size() > 3 || members.contains(null) ? 1 : 0;
    }

    private static int member(Set<Object> counted, Object member) {
        if (member == null) {
            return 1;
        }
        counted.add(member);
        return 0;
    }
}
