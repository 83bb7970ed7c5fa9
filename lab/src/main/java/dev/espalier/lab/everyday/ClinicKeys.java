package dev.espalier.lab.everyday;

import dev.espalier.lab.workload.RandomStream;

/**
 * The ids of the data that operations draw from.
 *
 * @param owners in ascending order
 * @param pets in ascending order
 * @param city one of the cities
 * @param type one of the types
 * @param last the greatest id of all; what operations insert has greater ones
 */
record ClinicKeys(long[] owners, long[] pets, long city, long type, long last) {

    /** Returns one of the ids. */
    static long one(long[] ids, RandomStream random) {
        return ids[random.between(0, ids.length - 1)];
    }

    /** Returns the bounds of so many neighbours, or of all if there are fewer: the first id, and the id after the last one. */
    static long[] range(long[] ids, int count, RandomStream random) {
        int from = random.between(0, Math.max(0, ids.length - count));
        int to = from + count;
        return new long[] {ids[from], to < ids.length ? ids[to] : ids[ids.length - 1] + 1};
    }
}
