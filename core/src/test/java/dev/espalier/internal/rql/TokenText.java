package dev.espalier.internal.rql;

import java.util.List;
import java.util.stream.Collectors;

/** The tokens of a query as the corpus shows them: {@code 1 WORD m2 | 3 DOT . | 4 WORD n3}, broken into lines. */
public final class TokenText {

    private static final int WIDTH = 130;

    private TokenText() {}

    public static String of(String query) {
        StringBuilder text = new StringBuilder();
        int width = 0;
        for (String token : tokens(query)) {
            if (width > 0) {
                boolean fits = width + token.length() + 3 <= WIDTH;
                text.append(fits ? " | " : "\n");
                width = fits ? width + 3 : 0;
            }
            text.append(token);
            width += token.length();
        }
        return text.append('\n').toString();
    }

    private static List<String> tokens(String query) {
        return Lexer.tokens(query).stream()
                .map(token -> token.position() + " " + token.kind() + " "
                        + token.text().replace("\n", "\\n"))
                .map(String::stripTrailing)
                .collect(Collectors.toList());
    }
}
