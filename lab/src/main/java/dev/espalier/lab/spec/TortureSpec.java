package dev.espalier.lab.spec;

import java.time.Duration;
import java.util.List;

/**
 * One run of the pack {@code torture}.
 *
 * @param target where: the name of an engine, or a JDBC URL without a password
 * @param subjects who does the operations
 * @param contention which loads: on hot objects, on objects of each thread's own
 * @param threads clients at the same time
 * @param seconds how long each load runs
 * @param objects how many hot accounts there are; logs, boards and pins are fewer
 * @param seed of the operations
 * @param faults what goes wrong on purpose, on hot objects only
 */
public record TortureSpec(
        String target,
        List<SubjectName> subjects,
        List<Contention> contention,
        int threads,
        int seconds,
        int objects,
        long seed,
        Faults faults) {

    private static final int MOST_THREADS = 1_024;
    private static final int MOST_SECONDS = (int) Duration.ofDays(1).toSeconds();
    private static final int MOST_OBJECTS = 100_000;

    /** The objects that the threads share. */
    public enum Contention {
        /** All the same few. */
        HOT("hot objects"),
        /** Each its own. */
        NONE("objects of each thread's own");

        private final String words;

        Contention(String words) {
            this.words = words;
        }

        /** @return as it stands in tables and pages */
        public String words() {
            return words;
        }
    }

    /** Checks the ranges. */
    public TortureSpec {
        subjects = List.copyOf(subjects);
        if (subjects.contains(SubjectName.HIBERNATE)) {
            throw new SpecException("--subject: found hibernate, expected espalier or jdbc");
        }
        contention = List.copyOf(contention);
        Ranges.check("--threads", threads, 1, MOST_THREADS);
        Ranges.check("--seconds", seconds, 1, MOST_SECONDS);
        Ranges.check("--objects", objects, 2, MOST_OBJECTS);
        if (faults.any() && !contention.equals(List.of(Contention.HOT))) {
            throw new SpecException("--contention: found " + contention + " with faults, expected hot");
        }
        if (faults.any() && !subjects.equals(List.of(SubjectName.ESPALIER))) {
            throw new SpecException("--subject: found " + subjects + " with faults, expected espalier");
        }
    }
}
