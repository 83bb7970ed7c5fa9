package dev.espalier.lab.cli;

/** The mark of a partial result, the same everywhere. */
final class Marks {

    /** As the page says it. */
    static final String PARTIAL = "ended early: a partial result";

    /** A run in which other processes took much of the processors. */
    static final String BESIDE_OTHERS =
            "  beside other processes, which took more than 10 % of the processors: the figures are not those of the target alone";

    private Marks() {}

    /** Behind the name of the file. */
    static String written(boolean partial) {
        return partial ? ", partial" : "";
    }

    /** Behind what a result is of. */
    static String title(boolean partial) {
        return partial ? ", " + PARTIAL : "";
    }
}
