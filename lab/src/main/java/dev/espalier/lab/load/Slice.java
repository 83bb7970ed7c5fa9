package dev.espalier.lab.load;

/**
 * The connections of one machine among those of all. Operations and timetables depend on a connection's number among all, so several
 * machines together do the same as one would.
 *
 * @param first the number of its first connection among all, from 0
 * @param count how many it has
 * @param of how many there are on all machines
 */
public record Slice(int first, int count, int of) {

    /** Checks that the part lies in the whole. */
    public Slice {
        if (first < 0 || count < 1 || first + count > of) {
            throw new IllegalArgumentException("found connections from " + first + ", " + count + " of " + of);
        }
    }

    /**
     * Returns the slice of a single machine.
     *
     * @param connections how many
     * @return the whole
     */
    public static Slice whole(int connections) {
        return new Slice(0, connections, connections);
    }

    /**
     * Returns the part of one machine if all have equally many, some of them one more.
     *
     * @param connections of all, at least one for each machine
     * @param machine counted from 0
     * @param machines how many
     * @return its part
     */
    public static Slice of(int connections, int machine, int machines) {
        int first = (int) ((long) connections * machine / machines);
        return new Slice(first, (int) ((long) connections * (machine + 1) / machines) - first, connections);
    }
}
