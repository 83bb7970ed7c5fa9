package dev.espalier.search;

import java.util.Objects;

/**
 * The answer of a search.
 *
 * @param ids of the roots, each once, in the stated order
 * @param explanation how they were found
 */
public record Found(long[] ids, Explanation explanation) {

    public Found {
        Objects.requireNonNull(ids);
        Objects.requireNonNull(explanation);
    }
}
