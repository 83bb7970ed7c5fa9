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

    /** The initial balance of an account. */
    public static final long BALANCE = 1_000;

    /** Returns a population of hot objects, shared by all threads. */
    static Population hot(int objects) {
        return new Population(
                Math.max(2, objects), Math.max(1, objects / 4), Math.max(2, objects / 4), Math.max(1, objects / 2));
    }

    /** Returns a population with as many objects for each thread, and none shared. */
    Population times(int threads) {
        return new Population(accounts * threads, logs * threads, boards * threads, pins * threads);
    }
}
