package dev.espalier.lab.spec;

/** The distribution of the starts of operations in an open loop. */
public enum Arrival {
    /** At equal distances. */
    CONSTANT,
    /** Independent of each other: distances are exponentially distributed. */
    POISSON;

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
