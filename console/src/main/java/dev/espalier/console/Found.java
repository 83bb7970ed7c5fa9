package dev.espalier.console;

import dev.espalier.Page;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.QueryException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A part of an answer.
 *
 * @param <F> objects or rows
 * @param next the key of the next page; null if there is none
 * @param isCut whether there are more, which no page shows
 */
record Found<F>(List<F> found, @Nullable String next, boolean isCut) {

    /**
     * Reads a page. An answer with a LIMIT has no pages: it comes at once, as far as an answer goes.
     *
     * @param most how many come at once
     */
    static <F> Found<F> of(Supplier<Page<F>> page, Supplier<Stream<F>> all, int most) {
        try {
            Page<F> one = page.get();
            return new Found<>(one.objects(), one.next(), false);
        } catch (QueryException e) {
            if (e.errorCode() != ErrorCode.PAGED_LIMIT) {
                throw e;
            }
        }
        try (Stream<F> stream = all.get()) {
            List<F> first = stream.limit(most + 1L).toList();
            boolean isCut = first.size() > most;
            return new Found<>(isCut ? first.subList(0, most) : first, null, isCut);
        }
    }
}
