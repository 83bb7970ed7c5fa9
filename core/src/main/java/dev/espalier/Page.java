package dev.espalier;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of an answer, and the key of the next page. Immutable.
 *
 * @param <T> the root class, or what each row of a selection becomes
 * @param objects the roots in the stated order, each with its complete structure within the query's bounds; of a selection the rows
 * @param next the argument of {@link Query#page}, or {@link RowQuery#page}, for the next page, a text that needs no escaping in a URL; null after the last page
 */
public record Page<T>(List<T> objects, @Nullable String next) {

    /**
     * Creates a page with a copy of the list.
     *
     * @param objects the roots, or rows, in order
     * @param next the key of the next page; null after the last one
     */
    public Page {
        objects = List.copyOf(objects);
    }
}
