package dev.espalier.internal.dialect;

/**
 * How all texts begin that match a pattern. By code point, these texts stand one after the other, so that a comparison with two texts finds them by an index.
 *
 * @param text empty if the pattern begins with a wildcard
 * @param after the first text behind all that begin so; empty if there is none
 * @param isAll whether each text that begins so matches
 */
public record PatternBeginning(String text, String after, boolean isAll) {

    /** An index on the beginnings of texts holds as many characters of each. */
    public static final int MOST = 200;

    /** Returns the beginning of the texts that match. */
    public static PatternBeginning of(String pattern) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < pattern.length() && pattern.charAt(at) != '%' && pattern.charAt(at) != '_') {
            at += pattern.charAt(at) == '\\' && at + 1 < pattern.length() ? 1 : 0;
            text.append(pattern.charAt(at++));
        }
        boolean isAll = at < pattern.length() && pattern.substring(at).chars().allMatch(behind -> behind == '%');
        return new PatternBeginning(text.toString(), after(text.toString()), isAll);
    }

    /** Whether the texts that match are those of a range. */
    public boolean isRange() {
        return isAll && !after.isEmpty();
    }

    /** Returns the same, of no more characters than that. */
    public PatternBeginning cut(int characters) {
        if (text.codePointCount(0, text.length()) <= characters) {
            return this;
        }
        String cut = cut(text, characters);
        return new PatternBeginning(cut, after(cut), false);
    }

    /** Returns as many characters of a text that is not shorter. */
    public static String cut(String text, int characters) {
        return text.substring(0, text.offsetByCodePoints(0, characters));
    }

    /** Whether a text has fewer characters, by code point. */
    public static boolean isShorter(String text, int characters) {
        return text.length() < characters || text.codePointCount(0, text.length()) < characters;
    }

    /** Returns the first text behind all that begin so; empty if there is none. */
    public static String after(String text) {
        int end = text.length();
        while (end > 0) {
            int last = text.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return text.substring(0, end) + Character.toString(next);
            }
        }
        return "";
    }
}
