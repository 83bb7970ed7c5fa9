package dev.espalier.lab.workload;

/** Random numbers of one connection: SplitMix64, seeded from the run's seed and the connection's number. For one thread. */
public final class RandomStream {

    /** The odd constant of SplitMix64 (Steele, Lea, Flood, 2014). */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final double TO_UNIT = 0x1.0p-53;

    private long state;

    /**
     * Seeds the stream; neighbouring seeds and numbers give unrelated streams.
     *
     * @param seed of the run
     * @param number of the stream
     */
    public RandomStream(long seed, long number) {
        state = mix(mix(seed) + (number + 1) * GOLDEN);
    }

    /** @return 64 random bits */
    public long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /** @return at least 0, less than 1 */
    public double nextDouble() {
        return (nextLong() >>> 11) * TO_UNIT;
    }

    /**
     * Evenly distributed.
     *
     * @param from the smallest
     * @param to the greatest
     * @return a number from {@code from} to {@code to}
     */
    public int between(int from, int to) {
        long range = (long) to - from + 1;
        return (int) (from + (((nextLong() >>> 32) * range) >>> 32));
    }

    /**
     * Fills a template, as sysbench does for its values.
     *
     * @param template in which each {@code #} becomes a digit
     * @return the string
     */
    public String digits(String template) {
        char[] text = template.toCharArray();
        long bits = 0;
        int left = 0;
        for (int at = 0; at < text.length; at++) {
            if (text[at] == '#') {
                if (left == 0) {
                    bits = nextLong() >>> 1;
                    left = 16;
                }
                text[at] = (char) ('0' + bits % 10);
                bits /= 10;
                left--;
            }
        }
        return new String(text);
    }

    /**
     * Returns the finalizer of SplitMix64.
     *
     * @param bits any
     * @return well mixed
     */
    public static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
