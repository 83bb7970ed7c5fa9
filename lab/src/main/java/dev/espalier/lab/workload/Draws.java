package dev.espalier.lab.workload;

/**
 * Every random choice of a block as a pure function of the seed and the place where it is used: the same whatever the order, the thread
 * or the part of the block that is made. That also lets the search for the seed look at the few rows it needs.
 */
final class Draws {

    /** Odd constants of SplitMix64 (Steele, Lea, Flood, 2014) and its finalizer. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final int RELATION_STREAMS = ObjectClass.values().length;

    private final long seed;

    Draws(long seed) {
        this.seed = mix(seed);
    }

    /** Returns the value of one object, from 1 to 1000. */
    int value(ObjectClass type, int row) {
        return 1 + bounded(type.ordinal(), row, 0, Block.VALUES);
    }

    /** Returns how many members a list has, from 1 to 3. */
    int size(Relation list, int row) {
        return 1 + bounded(RELATION_STREAMS + list.ordinal(), row, 3, Block.LONGEST_LIST);
    }

    /** Returns the row that a list's member refers to; position 0 is a single relation. */
    int member(Relation relation, int row, int position) {
        return bounded(RELATION_STREAMS + relation.ordinal(), row, position, Block.OBJECTS_PER_CLASS);
    }

    private int bounded(int stream, int row, int draw, int bound) {
        long place = ((long) stream << 40) | ((long) row << 2) | draw;
        return (int) (((mix(seed + place * GOLDEN) >>> 32) * bound) >>> 32);
    }

    private static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
