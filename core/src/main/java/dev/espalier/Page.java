package dev.espalier;

import java.util.List;

/**
 * A part of an answer, and where the next one begins.
 *
 * @param <T> the root class
 * @param objects the roots in the stated order, each with its complete structure within the query's bounds
 * @param next the key to hand to {@link Query#page} for what comes behind: text that may stand in a URL as it is; null after the last page
 */
public record Page<T>(List<T> objects, String next) {

    /**
     * The roots as they are in the list now.
     *
     * @param objects the roots in order
     * @param next the key of the next page; null after the last one
     */
    public Page {
        objects = List.copyOf(objects);
    }
}
