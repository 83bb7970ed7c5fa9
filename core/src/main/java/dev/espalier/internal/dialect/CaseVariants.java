package dev.espalier.internal.dialect;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Spells a pattern that ignores case as a regular expression that does not need to: every letter becomes the class of its case
 * variants. So all engines agree, whatever their own idea of upper and lower case.
 */
public final class CaseVariants {

    private CaseVariants() {}

    /** All characters that fold to the same one, by that one; only those that are not alone. */
    private static final Map<Integer, int[]> BY_FOLDED = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(c -> Character.isLetter(c) || Character.toUpperCase(c) != c || Character.toLowerCase(c) != c)
            .boxed()
            .collect(Collectors.groupingBy(CaseVariants::folded))
            .entrySet()
            .stream()
            .filter(entry -> entry.getValue().size() > 1)
            .collect(Collectors.toUnmodifiableMap(
                    Map.Entry::getKey,
                    entry -> entry.getValue().stream()
                            .mapToInt(Integer::intValue)
                            .toArray()));

    /**
     * The regular expression for the whole text, in which a dot stands for any character, a line's end too.
     *
     * @param end what the engine calls the end of the text; {@code $} also stands before the last line's end in many of them
     */
    public static String regex(String pattern, String end) {
        return regex(pattern, end, true);
    }

    /** The same; case may matter. */
    public static String regex(String pattern, String end, boolean ignoreCase) {
        StringBuilder regex = new StringBuilder("(?s)^");
        for (int i = 0; i < pattern.length(); ) {
            int c = pattern.codePointAt(i);
            i += Character.charCount(c);
            if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else {
                if (c == '\\' && i < pattern.length()) {
                    c = pattern.codePointAt(i);
                    i += Character.charCount(c);
                }
                appendVariants(regex, c, ignoreCase);
            }
        }
        return regex.append(end).toString();
    }

    /** SQLite's GLOB pattern for the whole text. */
    public static String glob(String pattern, boolean ignoreCase) {
        StringBuilder glob = new StringBuilder();
        for (int i = 0; i < pattern.length(); ) {
            int c = pattern.codePointAt(i);
            i += Character.charCount(c);
            if (c == '%') {
                glob.append('*');
            } else if (c == '_') {
                glob.append('?');
            } else {
                if (c == '\\' && i < pattern.length()) {
                    c = pattern.codePointAt(i);
                    i += Character.charCount(c);
                }
                int[] variants = ignoreCase ? variants(c) : new int[] {c};
                boolean special = c == '*' || c == '?' || c == '[';
                glob.append(variants.length > 1 || special ? "[" : "");
                for (int variant : variants) {
                    glob.appendCodePoint(variant);
                }
                glob.append(variants.length > 1 || special ? "]" : "");
            }
        }
        return glob.toString();
    }

    /** The variants are those that Java's {@code String.equalsIgnoreCase} takes for equal. */
    public static int[] variants(int c) {
        return BY_FOLDED.getOrDefault(folded(c), new int[] {c});
    }

    private static int folded(int c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    private static void appendVariants(StringBuilder regex, int c, boolean ignoreCase) {
        int[] variants = ignoreCase ? variants(c) : new int[] {c};
        if (variants.length > 1) {
            regex.append('[');
            for (int variant : variants) {
                regex.appendCodePoint(variant);
            }
            regex.append(']');
        } else if (Character.isLetterOrDigit(c) || c > 127) {
            regex.appendCodePoint(c);
        } else if (c == '\n' || c == '\r' || c == '\t') {
            regex.append(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
        } else if (Character.isWhitespace(c) || c == '_') {
            regex.appendCodePoint(c);
        } else {
            regex.append('\\').appendCodePoint(c);
        }
    }
}
