package dev.espalier.lab.workload;

/** The published query: roots are M1, the three conditions are independent (some m2 ... and some m2 ...). */
public final class BenchmarkQuery {

    /** {@code m2.n3.value} asked for. */
    public static final int N3_VALUE = 976;
    /** {@code m2.m3.s4.value} asked for. */
    public static final int S4_VALUE = 50;
    /** {@code m2.n3.m4.value} asked for. */
    public static final int M4_VALUE = 770;

    /** The query in Espalier's language. */
    public static final String TEXT =
            "m2.n3.value = " + N3_VALUE + ", m2.m3.s4.value = " + S4_VALUE + ", m2.n3.m4.value = " + M4_VALUE;

    /** Found in every block, as published: 4, 40 and 80 at 12 x 100K, 1M and 2M. */
    public static final int FOUND_PER_BLOCK = 4;

    private BenchmarkQuery() {}

    /**
     * Looks at the object itself, without any database: what every answer is held against.
     *
     * @param root an object with its structure
     * @return whether all three conditions hold
     */
    public static boolean matches(M1 root) {
        boolean n3 = false;
        boolean s4 = false;
        boolean m4 = false;
        for (M2 m2 : root.m2) {
            n3 |= m2.n3.value == N3_VALUE;
            m4 |= m2.n3.m4.value == M4_VALUE;
            for (M3 m3 : m2.m3) {
                s4 |= m3.s4.value == S4_VALUE;
            }
        }
        return n3 && s4 && m4;
    }
}
