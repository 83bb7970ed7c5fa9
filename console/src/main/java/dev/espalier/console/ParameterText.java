package dev.espalier.console;

import org.jspecify.annotations.Nullable;

/** Reads the value of a parameter as people write it: a number, TRUE, FALSE, NULL, or a text, which is put in single quotes if it might be one of these. */
public final class ParameterText {

    private ParameterText() {}

    /**
     * Reads a value.
     *
     * @param text as it was written
     * @return a number, a truth value, a text or null
     * @throws IllegalArgumentException if it is a number that no engine keeps; the message names the bound
     */
    public static @Nullable Object read(String text) {
        if (text.length() > 1 && text.startsWith("'") && text.endsWith("'")) {
            return text.substring(1, text.length() - 1).replace("''", "'");
        }
        if (text.equalsIgnoreCase("null")) {
            return null;
        }
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Boolean.valueOf(text);
        }
        try {
            return DecimalText.decimal(text);
        } catch (NumberFormatException e) {
            return text;
        }
    }
}
