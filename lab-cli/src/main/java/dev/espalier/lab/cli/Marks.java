package dev.espalier.lab.cli;

/** The mark of a partial result, the same everywhere. */
final class Marks {

    /** As the page says it. */
    static final String PARTIAL = "ended early: a partial result";

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
