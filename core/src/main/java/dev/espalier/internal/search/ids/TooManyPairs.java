package dev.espalier.internal.search.ids;

/**
 * Several objects lead to more objects than are kept in memory at once. Fewer objects are followed then; those that one object leads to always are kept.
 */
public final class TooManyPairs extends RuntimeException {

    private static final long serialVersionUID = 1;

    private TooManyPairs() {
        super("too many pairs of objects at once", null, false, false);
    }

    /**
     * Checks a number of pairs.
     *
     * @param begins the number of objects that they begin with
     * @param most the maximum number
     */
    public static void check(int pairs, int begins, int most) {
        if (pairs > most && begins > 1) {
            throw new TooManyPairs();
        }
    }
}
