package dev.espalier.lab.spec;

import java.util.List;

/**
 * One run of the pack {@code everyday}.
 *
 * @param target where: the name of an engine, or a JDBC URL without a password
 * @param rows of all tables together, about: an eighth of them owners, two eighths pets, five eighths visits
 * @param subjects the subjects; {@code jdbc} is the one that the others are compared with
 * @param operations the operations
 * @param threads numbers of threads that do one operation at the same time, one after the other
 * @param timing how long it is measured
 * @param seed of the data and of the drawn ids
 * @param foreignKeys whether the tables of all subjects but the library have foreign keys
 */
public record EverydaySpec(
        String target,
        int rows,
        List<EverydaySubject> subjects,
        List<EverydayOperation> operations,
        List<Integer> threads,
        Timing timing,
        long seed,
        boolean foreignKeys) {

    /** The ranges need some thousand pets. */
    private static final int FEWEST_ROWS = 1_000;

    private static final int MOST_ROWS = 10_000_000;
    private static final int MOST_THREADS = 256;
    private static final int MOST_ROUNDS = 1_000;
    private static final int MOST_MILLIS = 600_000;

    /**
     * How long each operation is measured.
     *
     * @param rounds blocks of each subject, in turn: A B B A
     * @param blockMillis how long a block goes on
     * @param warmUpMillis how long each subject does the operation before, unmeasured
     */
    public record Timing(int rounds, int blockMillis, int warmUpMillis) {

        /** Checks the ranges. */
        public Timing {
            Ranges.check("--rounds", rounds, 1, MOST_ROUNDS);
            Ranges.check("--block-millis", blockMillis, 1, MOST_MILLIS);
            Ranges.check("--warm-up-millis", warmUpMillis, 0, MOST_MILLIS);
        }
    }

    /** Checks the ranges. */
    public EverydaySpec {
        Ranges.check("--rows", rows, FEWEST_ROWS, MOST_ROWS);
        threads.forEach(number -> Ranges.check("--threads", number, 1, MOST_THREADS));
        subjects = List.copyOf(subjects);
        operations = List.copyOf(operations);
        threads = List.copyOf(threads);
    }
}
