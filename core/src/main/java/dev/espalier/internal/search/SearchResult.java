package dev.espalier.internal.search;

import dev.espalier.internal.search.explanation.Explanation;
import java.util.Objects;

/**
 * The result of a search.
 *
 * @param ids the ids of the roots, each once, in order
 * @param explanation the course of the search
 */
public record SearchResult(long[] ids, Explanation explanation) {

    public SearchResult {
        Objects.requireNonNull(ids);
        Objects.requireNonNull(explanation);
    }
}
