package dev.espalier.search;

import java.util.Objects;

/**
 * The answer of a search.
 *
 * @param ids of the roots, each once, in the stated order
 * @param explanation how they were found
 */
public record SearchResult(long[] ids, Explanation explanation) {

    public SearchResult {
        Objects.requireNonNull(ids);
        Objects.requireNonNull(explanation);
    }
}
