package dev.espalier.lab.spec;

import java.util.List;

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
 */
public record ObjectsSpec(String target, List<Integer> objects, List<Indexes> indexes, List<SubjectName> subjects, int threads,
                          List<CacheState> cache, int repeats, boolean warmUp, boolean keep) {

    private static final int MOST_THREADS = 1_024;
    private static final int MOST_REPEATS = 100;

    /** Checks the ranges. */
    public ObjectsSpec {
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
