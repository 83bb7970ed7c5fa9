package dev.espalier.lab.spec;

import java.security.SecureRandom;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a run. The databases that a run makes carry it, so that two labs on one server never drop each other's data, and what a killed
 * run has left can be recognized.
 *
 * @param word the second in UTC and four random letters or digits, for example {@code r261123161230_k3f9}
 */
public record RunName(String word) {

    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("uuMMddHHmmss", Locale.ROOT);
    private static final String DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_DIGITS = 4;
    private static final Pattern OWN =
            Pattern.compile("espalier_lab_(r(\\d{12})_[0-9a-z]{" + RANDOM_DIGITS + "})_(.+)");

    /** @return a new name */
    public static RunName make() {
        Random random = new SecureRandom();
        StringBuilder word = new StringBuilder("r")
                .append(SECOND.format(LocalDateTime.now(ZoneOffset.UTC)))
                .append('_');
        for (int digit = 0; digit < RANDOM_DIGITS; digit++) {
            word.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
        }
        return new RunName(word.toString());
    }

    /**
     * Returns the name of a database of this run.
     *
     * @param what it holds; lower-case letters, digits and underscores
     * @return for example {@code espalier_lab_r261123161230_k3f9_key_value}
     */
    public String database(String what) {
        return "espalier_lab_" + word + "_" + what;
    }

    /**
     * Returns the run that has made a database.
     *
     * @param database its name
     * @return the run; empty if the name is not one that a run makes
     */
    public static Optional<RunName> of(String database) {
        Matcher own = OWN.matcher(database);
        return own.matches() ? Optional.of(new RunName(own.group(1))) : Optional.empty();
    }

    /** @return when the run began, in UTC; empty if no time is in the name */
    public Optional<LocalDateTime> began() {
        try {
            return Optional.of(LocalDateTime.parse(word.substring(1, word.indexOf('_')), SECOND));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
