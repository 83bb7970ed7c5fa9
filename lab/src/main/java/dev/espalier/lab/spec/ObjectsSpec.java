package dev.espalier.lab.spec;

import java.util.List;
import java.util.Objects;

/**
 * One run of the pack {@code objects}: every size with every index level by every subject.
 *
 * @param target where: the name of an engine, or a JDBC URL without a password
 * @param objects sizes in objects per class, each a multiple of a block
 * @param indexes index levels
 * @param subjects who stores and finds; those of one size and level run back to back
 * @param threads writers that hand objects over at the same time
 * @param cache the cache states in which the query is timed
 * @param repeats how often each database is made and measured; a result holds medians
 * @param warmUp whether each subject makes its smallest database once before, unmeasured: else the first cell pays for classes loaded
 *     and code compiled
 * @param keep whether the databases stay after the run
 * @param making how the databases are filled; null in results that are older than this member: by a bulk load, with indexes after it
 */
public record ObjectsSpec(
        String target,
        List<Integer> objects,
        List<Indexes> indexes,
        List<SubjectName> subjects,
        int threads,
        List<CacheState> cache,
        int repeats,
        boolean warmUp,
        boolean keep,
        Making making) {

    private static final int MOST_THREADS = 1_024;
    private static final int MOST_REPEATS = 100;

    /**
     * How a database is filled.
     *
     * @param create by a bulk load, or by transactions
     * @param indexWhen when its indexes are built
     */
    public record Making(CreateMode create, IndexTime indexWhen) {

        /** The fastest way. */
        public static final Making FASTEST = new Making(CreateMode.BULK, IndexTime.AFTER);

        /** Checks that both are there. */
        public Making {
            Objects.requireNonNull(create, "found no mode of creation");
            Objects.requireNonNull(indexWhen, "found no time of indexes");
        }
    }

    /** Fills by bulk loads, with indexes after them. */
    public ObjectsSpec(
            String target,
            List<Integer> objects,
            List<Indexes> indexes,
            List<SubjectName> subjects,
            int threads,
            List<CacheState> cache,
            int repeats,
            boolean warmUp,
            boolean keep) {
        this(target, objects, indexes, subjects, threads, cache, repeats, warmUp, keep, Making.FASTEST);
    }

    /** Checks the ranges. */
    public ObjectsSpec {
        making = Objects.requireNonNullElse(making, Making.FASTEST);
        if (!making.equals(Making.FASTEST) && subjects.contains(SubjectName.HIBERNATE)) {
            throw new SpecException("--subject: found hibernate with --create "
                    + making.create().word() + " --index-when "
                    + making.indexWhen().word()
                    + ", expected espalier or jdbc: hibernate is measured with --create bulk --index-when after only");
        }
        objects = atLeastOne("--objects", objects);
        indexes = atLeastOne("--indexes", indexes);
        subjects = atLeastOne("--subject", subjects);
        cache = atLeastOne("--cache", cache);
        between("--threads", threads, MOST_THREADS);
        between("--repeats", repeats, MOST_REPEATS);
    }

    /** @return how many databases are made, those to warm up among them */
    public int databases() {
        return (warmUp ? subjects.size() : 0) + objects.size() * indexes.size() * subjects.size() * repeats;
    }

    private static <T> List<T> atLeastOne(String option, List<T> values) {
        if (values.isEmpty()) {
            throw new SpecException(option + ": found nothing, expected at least one");
        }
        return List.copyOf(values);
    }

    private static void between(String option, int found, int most) {
        if (found < 1 || found > most) {
            throw new SpecException(option + ": found " + found + ", expected a number from 1 to " + most);
        }
    }
}
