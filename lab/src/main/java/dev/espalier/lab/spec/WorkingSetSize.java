package dev.espalier.lab.spec;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of the data that a load reads, written as {@code 5} or {@code 5%} of the rows, or as {@code 80%buffer} of the memory in which
 * the server keeps pages.
 *
 * @param percent how much
 * @param of what
 */
public record WorkingSetSize(double percent, Of of) {

    /** All rows. */
    public static final WorkingSetSize WHOLE = new WorkingSetSize(100, Of.ROWS);

    private static final String OPTION = "--working-set";
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(?:%(buffer)?)?");
    private static final double LEAST = 0.001;
    private static final double MOST_OF_ROWS = 100;
    private static final double MOST_OF_A_BUFFER = 100_000;

    /** The unit of the size. */
    public enum Of {
        /** The rows of each table. */
        ROWS,
        /** The server's buffer, however many rows that takes. */
        BUFFER
    }

    /** Checks the range. */
    public WorkingSetSize {
        Objects.requireNonNull(of);
        Ranges.check(OPTION, percent, LEAST, of == Of.ROWS ? MOST_OF_ROWS : MOST_OF_A_BUFFER);
    }

    /**
     * Reads a size.
     *
     * @param text as on the command line
     * @return the size
     */
    public static WorkingSetSize parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new SpecException(OPTION + ": found '" + text
                    + "', expected percent of the rows, such as 5, or of the server's buffer, such as 80%buffer");
        }
        return new WorkingSetSize(Double.parseDouble(matcher.group(1)), matcher.group(2) == null ? Of.ROWS : Of.BUFFER);
    }

    @Override
    public String toString() {
        return Ranges.plain(percent) + (of == Of.ROWS ? "" : "%buffer");
    }
}
