package dev.espalier.internal.rql;

/** Pieces of a query as an error message shows them. */
public final class Quoted {

    private static final int LENGTH = 40;

    private Quoted() {}

    /**
     * Puts a piece of text between quotes, on one line and cut to 40 characters.
     *
     * @param text any text
     * @return for example {@code 'boks'}
     */
    public static String of(String text) {
        StringBuilder quoted = new StringBuilder("'");
        text.codePoints().limit(LENGTH).map(Quoted::visible).forEach(quoted::appendCodePoint);
        if (text.length() > LENGTH && text.codePointCount(0, text.length()) > LENGTH) {
            quoted.append("...");
        }
        return quoted.append('\'').toString();
    }

    private static int visible(int letter) {
        return switch (Character.getType(letter)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> ' ';
            default -> letter;
        };
    }
}
