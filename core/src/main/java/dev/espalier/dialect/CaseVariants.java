package dev.espalier.dialect;

/**
 * Spells a pattern that ignores case as a regular expression that does not need to: every letter becomes the class of its case
 * variants. So all engines agree, whatever their own idea of upper and lower case.
 */
final class CaseVariants {

    private CaseVariants() {}

    /** The regular expression for the whole text, from {@code ^} to {@code $}, of characters, classes, {@code (.|\n)} and its star. */
    static String regex(String pattern) {
        StringBuilder regex = new StringBuilder("^");
        for (int i = 0; i < pattern.length(); ) {
            int c = pattern.codePointAt(i);
            i += Character.charCount(c);
            if (c == '%') {
                regex.append("(.|\\n)*");
            } else if (c == '_') {
                regex.append("(.|\\n)");
            } else {
                if (c == '\\' && i < pattern.length()) {
                    c = pattern.codePointAt(i);
                    i += Character.charCount(c);
                }
                appendVariants(regex, c);
            }
        }
        return regex.append('$').toString();
    }

    /** SQLite's GLOB pattern for the whole text. */
    static String glob(String pattern, boolean ignoreCase) {
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
    static int[] variants(int c) {
        int folded = Character.toLowerCase(Character.toUpperCase(c));
        return java.util.stream.IntStream.of(c, Character.toUpperCase(c), Character.toLowerCase(c), folded, Character.toTitleCase(c),
                        Character.toUpperCase(folded))
                .distinct().sorted().toArray();
    }

    private static void appendVariants(StringBuilder regex, int c) {
        int[] variants = variants(c);
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
