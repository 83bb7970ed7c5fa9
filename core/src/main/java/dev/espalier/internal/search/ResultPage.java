package dev.espalier.internal.search;

import dev.espalier.internal.search.explanation.Explanation;
import java.util.Objects;
import java.util.Optional;

/**
 * One page of a result.
 *
 * @param ids the ids of its roots, each once, in order
 * @param end the position of the last root; empty on the last page
 * @param explanation the course of the search
 */
public record ResultPage(long[] ids, Optional<Position> end, Explanation explanation) {

    public ResultPage {
        Objects.requireNonNull(ids);
        Objects.requireNonNull(end);
        Objects.requireNonNull(explanation);
    }
}
