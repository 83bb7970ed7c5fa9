package dev.espalier.lab.spec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Objects per class, written as {@code 100k} or {@code 2m}. Data come in blocks, so a size is a multiple of a block; or one smaller block. */
public final class Sizes {

    /** The unit in which data are made. */
    public static final int BLOCK = 100_000;

    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([km]?)", Pattern.CASE_INSENSITIVE);
    private static final int SMALLEST = 100;
    private static final int LARGEST = 1_000_000_000;

    private Sizes() {}

    /**
     * Reads a list of sizes, each once, in the order in which they stand.
     *
     * @param text the sizes, separated by commas
     * @return objects per class, at least one size
     */
    public static List<Integer> parse(String text) {
        Set<Integer> sizes = new LinkedHashSet<>();
        for (String word : text.split(",", -1)) {
            sizes.add(size(word.strip()));
        }
        return List.copyOf(sizes);
    }

    /**
     * Returns the short form of a size.
     *
     * @param objects objects per class
     * @return for example {@code 100k}
     */
    public static String word(int objects) {
        return objects % 1_000_000 == 0
                ? objects / 1_000_000 + "m"
                : objects % 1_000 == 0 ? objects / 1_000 + "k" : String.valueOf(objects);
    }

    /**
     * Reads a number of rows.
     *
     * @param option where it comes from, for the message
     * @param word such as {@code 80k}, {@code 1m}, {@code 5000}
     * @return the number
     */
    public static int rows(String option, String word) {
        long rows = number(word);
        if (rows < 1 || rows > LARGEST) {
            throw new SpecException(option + ": found '" + word + "', expected a number such as 5000, 80k or 1m");
        }
        return (int) rows;
    }

    private static int size(String word) {
        long objects = number(word);
        if (objects < 0) {
            throw new SpecException("--objects: found '" + word + "', expected sizes such as 100k,1m,2m");
        }
        if (objects < SMALLEST || objects > BLOCK && objects % BLOCK != 0 || objects > LARGEST) {
            throw new SpecException(
                    "--objects: found '" + word + "', expected a multiple of 100k up to 1000m: data come in blocks of"
                            + " 100,000 objects per class; or one smaller block, from 100 objects on, to try something out");
        }
        return (int) objects;
    }

    /** Returns -1 for what is no number. */
    private static long number(String word) {
        Matcher matcher = SIZE.matcher(word);
        if (!matcher.matches()) {
            return -1;
        }
        long factor = switch (matcher.group(2)) {
            case "k", "K" -> 1_000;
            case "m", "M" -> 1_000_000;
            default -> 1;
        };
        return Long.parseLong(matcher.group(1)) * factor;
    }
}
