package dev.espalier;

import dev.espalier.internal.search.explanation.Strategy;
import java.util.Optional;

/** The way in which the answer of a query is searched. All strategies find the same objects; which one is faster depends on engine, indexes and sizes. */
public enum SearchStrategy {
    /** Chooses between the others by estimated cost. The default. */
    AUTO,
    /** Searches by one SQL statement. */
    STATEMENT,
    /** Searches by several small statements, which pass sets of ids on. */
    STEPS;

    /** The strategy that the search must take; empty if it chooses. */
    Optional<Strategy> forced() {
        return switch (this) {
            case AUTO -> Optional.empty();
            case STATEMENT -> Optional.of(Strategy.INTERSECT);
            case STEPS -> Optional.of(Strategy.STEPS);
        };
    }
}
