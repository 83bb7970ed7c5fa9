package dev.espalier.bench.oo7;

import java.util.Random;
import java.util.stream.IntStream;

/** The random arguments of one call. The same seed gives the same arguments to each subject. */
record Draws(Oo7Size size, long seed, Random random) {

    Draws(Oo7Size size, long seed) {
        this(size, seed, new Random(seed));
    }

    /** Returns different numbers from 1 on. */
    int[] numbers(int count, int most) {
        return IntStream.generate(() -> 1 + random.nextInt(most))
                .distinct()
                .limit(Math.min(count, most))
                .toArray();
    }
}
