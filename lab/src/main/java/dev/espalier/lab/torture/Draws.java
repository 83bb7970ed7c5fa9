package dev.espalier.lab.torture;

import dev.espalier.lab.torture.Operation.Kind;
import java.util.SplittableRandom;

/** The operations of one thread: the same for the same seed, whatever the others do. For one thread. */
final class Draws {

    /** In percent: 40 transfers, 20 appends, 12 notes added, 8 removed, 10 moved, 10 referred to. */
    private static final int[] UP_TO = {40, 60, 72, 80, 90, 100};

    private final SplittableRandom random;
    private final Population population;
    private final int share;
    private long number;

    /**
     * @param population what one thread sees
     * @param share which of equal shares it sees; 0 if all threads see the same
     * @param writer unique among all threads and all starts of the load
     */
    Draws(long seed, Population population, int share, int writer) {
        this.random = new SplittableRandom(seed * 1_000_003 + writer);
        this.population = population;
        this.share = share;
        this.number = (long) (writer + 1) << 32;
    }

    Operation next() {
        int percent = random.nextInt(100);
        int kind = 0;
        while (percent >= UP_TO[kind]) {
            kind++;
        }
        Kind drawn = Kind.values()[kind];
        int ofFirst = switch (drawn) {
            case TRANSFER -> population.accounts();
            case APPEND -> population.logs();
            case ADD, REMOVE, MOVE -> population.boards();
            case REFER -> population.pins();
        };
        int ofSecond = drawn == Kind.TRANSFER ? population.accounts() : population.boards();
        int first = random.nextInt(ofFirst);
        // one of the others, if it is of the same class
        int second =
                drawn == Kind.REFER ? random.nextInt(ofSecond) : (first + 1 + random.nextInt(ofSecond - 1)) % ofSecond;
        int draw = drawn == Kind.TRANSFER ? 1 + random.nextInt(20) : random.nextInt(1_000);
        return new Operation(drawn, number++, share * ofFirst + first, share * ofSecond + second, draw);
    }
}
