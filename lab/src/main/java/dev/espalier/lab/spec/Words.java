package dev.espalier.lab.spec;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Converts constants to words of the command line, and lists of words to constants. */
public final class Words {

    private Words() {}

    /**
     * Returns a constant as it is written on the command line.
     *
     * @param constant which one
     * @return its word
     */
    public static String word(Enum<?> constant) {
        return of(constant);
    }

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Reads a list of words, in the order in which they stand, each once.
     *
     * @param <E> the family of constants
     * @param option where the words come from, for the message
     * @param text the words, separated by commas
     * @param family the constants that are possible
     * @return at least one constant
     */
    public static <E extends Enum<E>> List<E> parse(String option, String text, Class<E> family) {
        Set<E> found = new LinkedHashSet<>();
        for (String word : text.split(",", -1)) {
            found.add(constant(option, word.strip(), family, "one or several of "));
        }
        return List.copyOf(found);
    }

    /**
     * Reads one word.
     *
     * @param <E> the family of constants
     * @param option where the word comes from, for the message
     * @param word the word
     * @param family the constants that are possible
     * @return the constant
     */
    public static <E extends Enum<E>> E parseOne(String option, String word, Class<E> family) {
        return constant(option, word, family, "one of ");
    }

    private static String words(Class<? extends Enum<?>> family) {
        return Arrays.stream(family.getEnumConstants()).map(Words::of).collect(Collectors.joining(", "));
    }

    private static <E extends Enum<E>> E constant(String option, String word, Class<E> family, String expected) {
        for (E constant : family.getEnumConstants()) {
            if (of(constant).equals(word.toLowerCase(Locale.ROOT))) {
                return constant;
            }
        }
        throw new SpecException(option + ": found '" + word + "', expected " + expected + words(family));
    }
}
