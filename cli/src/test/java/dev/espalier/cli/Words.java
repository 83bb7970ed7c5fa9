package dev.espalier.cli;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Splits a command line, as a person types it, into its words. */
public final class Words {

    private Words() {}

    /**
     * Splits at each blank.
     *
     * @param values stand in the place of each word {@code {}}, one by one, and may have blanks; an array stands for all of its words
     */
    public static String[] words(String line, Object... values) {
        Iterator<Object> next = List.of(values).iterator();
        String[] words = Stream.of(line.split(" "))
                .flatMap(word -> word.equals("{}") ? words(next.next()) : Stream.of(word))
                .toArray(String[]::new);
        if (next.hasNext()) {
            throw new IllegalArgumentException("no {} stands for " + next.next());
        }
        return words;
    }

    private static Stream<String> words(Object value) {
        return value instanceof String[] several ? Stream.of(several) : Stream.of(value.toString());
    }
}
