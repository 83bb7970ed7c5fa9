package dev.espalier.lab.torture;

/**
 * The number of objects before the load starts.
 *
 * @param accounts with {@link #BALANCE} each
 * @param logs empty
 * @param boards without notes
 * @param pins that refer to nothing
 */
public record Population(int accounts, int logs, int boards, int pins) {

    /** What an account has at first. */
    public static final long BALANCE = 1_000;

    /** So many objects that the threads want: hot ones. */
    static Population hot(int objects) {
        return new Population(Math.max(2, objects), Math.max(1, objects / 4), Math.max(2, objects / 4), Math.max(1, objects / 2));
    }

    /** As many for each thread, nothing shared. */
    Population times(int threads) {
        return new Population(accounts * threads, logs * threads, boards * threads, pins * threads);
    }
}
