package dev.espalier.search;

import java.util.Objects;
import java.util.Optional;

/**
 * A part of an answer.
 *
 * @param ids of its roots, each once, in the stated order
 * @param end where the last of them stands; empty where nothing comes behind it
 * @param explanation how they were found
 */
public record ResultPage(long[] ids, Optional<Position> end, Explanation explanation) {

    public ResultPage {
        Objects.requireNonNull(ids);
        Objects.requireNonNull(end);
        Objects.requireNonNull(explanation);
    }
}
