package dev.espalier.internal.catalog.tables;

import org.jspecify.annotations.Nullable;

/**
 * Gives one text for equal ones, if the first of them is not long ago: the rows of the catalog repeat the names of classes, tables and types. Without this
 * they take most of an opening's memory, which the collector copies several times. For one thread.
 */
final class SharedTexts {

    /** A power of two. */
    private static final int PLACES = 1 << 12;

    private final @Nullable String[] texts = new @Nullable String[PLACES];

    String shared(String text) {
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 12 ^ hash >>> 24) & PLACES - 1;
        String earlier = texts[place];
        if (text.equals(earlier)) {
            return earlier;
        }
        texts[place] = text;
        return text;
    }
}
