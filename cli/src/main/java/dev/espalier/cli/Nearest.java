package dev.espalier.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jline.utils.Levenshtein;

/** Finds what a misspelt word was meant to be. */
final class Nearest {

    private Nearest() {}

    /** The nearest of the known words, if at most a third of the letters are wrong; their case does not count. */
    static Optional<String> to(String word, Collection<String> known) {
        String lower = word.toLowerCase(Locale.ROOT);
        ToIntFunction<String> wrongLetters = name -> Levenshtein.distance(lower, name.toLowerCase(Locale.ROOT));
        return known.stream()
                .sorted()
                .filter(name -> wrongLetters.applyAsInt(name) <= (word.length() + 1) / 3)
                .min(Comparator.comparingInt(wrongLetters));
    }

    /** The same as the end of a message; empty if no word is near. */
    static String meant(String word, Collection<String> known) {
        return to(word, known).map(name -> "; did you mean " + name + "?").orElse("");
    }
}
