package dev.espalier.lab.result;

/** The contents of a {@code result.json}. */
public sealed interface Result permits RunResult, LoadResult, TortureResult {

    /** @return the version of the file's shape */
    int format();

    /** @return what was run */
    String pack();
}
