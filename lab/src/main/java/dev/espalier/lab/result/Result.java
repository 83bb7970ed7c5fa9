package dev.espalier.lab.result;

/** The contents of a {@code result.json}. */
public sealed interface Result
        permits RunResult, LoadResult, TortureResult, EverydayResult, EvolutionResult, SweepResult {

    /** @return what every result begins with */
    Header header();

    /** @return the version of the file's shape */
    default int format() {
        return header().format();
    }

    /** @return what was run */
    default String pack() {
        return header().pack();
    }

    /** @return whether it was ended early */
    default boolean partial() {
        return header().partial();
    }
}
