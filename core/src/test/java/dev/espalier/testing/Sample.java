package dev.espalier.testing;

import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;

/**
 * The share of a walk, or of random cases, that a run tries. {@code -Despalier.sample=3} means one of three; without it, one of eight, and all with
 * {@code -Pendurance}. Which places of a walk these are follows from the seed of the run. TiDB, whose statements take ten times as long, tries one of nine
 * at most, unless all are tried.
 */
public final class Sample {

    private static final int USUAL = 8;
    private static final int MOST_ON_TIDB = 9;
    private static final int ONE_OF =
            Math.max(1, Integer.getInteger("espalier.sample", EngineTests.ENDURANCE ? 1 : USUAL));

    private Sample() {}

    /** Of how many places this run tries one. */
    public static int oneOf() {
        return ONE_OF;
    }

    /** Of how many places this run tries one on that engine. */
    public static int oneOf(Engine engine) {
        return engine == Engine.TIDB && ONE_OF > 1 ? Math.max(ONE_OF, MOST_ON_TIDB) : ONE_OF;
    }

    /** Whether this run tries each place on that engine. */
    public static boolean isAll(Engine engine) {
        return oneOf(engine) == 1;
    }

    /** The share of so many cases: one at least. */
    public static int of(int all) {
        return share(all, ONE_OF);
    }

    /** The share of so many cases on that engine: one at least. */
    public static int of(int all, Engine engine) {
        return share(all, oneOf(engine));
    }

    /** The places of a walk whose end is not known, without end, from 1 on: one of each block, as long as the walk wants more. */
    public static PrimitiveIterator.OfInt places(String walk, Engine engine) {
        return places(walk, oneOf(engine), Seeds.seed());
    }

    /** The same for a long walk through places of which so many are alike, as those of a batch are: one of these is a place, unless all are tried. */
    public static PrimitiveIterator.OfInt places(String walk, Engine engine, int alike) {
        return places(walk, isAll(engine) ? 1 : oneOf(engine) * alike, Seeds.seed());
    }

    /** Whether a walk that counts its places, from 1 on, tries this one. They are the same that {@link #places} gives. */
    public static boolean has(String walk, Engine engine, int place) {
        return place == inBlock(walk, oneOf(engine), Seeds.seed(), (place - 1) / oneOf(engine));
    }

    /** The elements of a short walk that this run tries: one of each block, and one at least. */
    public static <T> List<T> among(String walk, List<T> all) {
        return among(walk, all, ONE_OF, Seeds.seed());
    }

    static <T> List<T> among(String walk, List<T> all, int oneOf, long seed) {
        int block = Math.max(1, Math.min(oneOf, all.size()));
        return IntStream.rangeClosed(1, all.size())
                .filter(place -> place == inBlock(walk, block, seed, (place - 1) / block))
                .mapToObj(place -> all.get(place - 1))
                .toList();
    }

    static int share(int all, int oneOf) {
        return Math.max(1, all / oneOf);
    }

    static PrimitiveIterator.OfInt places(String walk, int oneOf, long seed) {
        return new PrimitiveIterator.OfInt() {
            private int block;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public int nextInt() {
                return inBlock(walk, oneOf, seed, block++);
            }
        };
    }

    /** The place that is tried in a block: block 0 has the places from 1 to {@code oneOf}. */
    private static int inBlock(String walk, int oneOf, long seed, int block) {
        long hash = mixed(mixed(mixed(seed) + walk.hashCode()) + block);
        return block * oneOf + 1 + (int) Math.floorMod(hash, (long) oneOf);
    }

    /** Each bit of the result depends on each of the argument: the finish of SplitMix64. */
    private static long mixed(long value) {
        long mixed = value + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
