package dev.espalier.internal.rql;

import static dev.espalier.error.ErrorCode.BAD_NUMBER;
import static dev.espalier.error.ErrorCode.BAD_PARAMETER;
import static dev.espalier.error.ErrorCode.BAD_VARIABLE;
import static dev.espalier.error.ErrorCode.UNCLOSED_STRING;
import static dev.espalier.error.ErrorCode.UNEXPECTED_CHARACTER;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.QueryException;
import dev.espalier.internal.rql.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text into tokens, the last one being its end. One pass from left to right; used once, by one thread.
 */
final class Lexer {

    /**
     * The longest number: more than any database keeps (MySQL's decimals have 65 digits, a double's exponent 3), and short enough that
     * reading it, which the JDK does in quadratic time, costs nothing.
     */
    static final int NUMBER_LENGTH = 400;

    private static final int EXPONENT_LENGTH = 4;

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    static List<Token> tokens(String text) {
        Lexer lexer = new Lexer(text);
        while (lexer.skipSpace()) {
            lexer.next();
        }
        lexer.tokens.add(new Token(Kind.END, "", text.length() + 1));
        return lexer.tokens;
    }

    private boolean skipSpace() {
        while (at < text.length()
                && (Character.isWhitespace(text.charAt(at)) || Character.isSpaceChar(text.charAt(at)))) {
            at++;
        }
        return at < text.length();
    }

    private void next() {
        char first = text.charAt(at);
        if (isNameStart(at)) {
            add(Kind.WORD, nameEnd(at));
        } else if (isDigit(at) || (first == '-' || first == '+') && isDigit(at + 1)) {
            number();
        } else if (first == '\'') {
            string();
        } else if (first == ':') {
            marked(Kind.PARAMETER, BAD_PARAMETER, "after ':' comes the name of a parameter");
        } else if (first == '@') {
            marked(Kind.VARIABLE, BAD_VARIABLE, "after '@' comes the name of a variable");
        } else if (first == '?') {
            add(Kind.PARAMETER, at + 1);
        } else {
            symbol(first);
        }
    }

    private void symbol(char first) {
        char second = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        switch (first) {
            case '(' -> add(Kind.OPEN, at + 1);
            case ')' -> add(Kind.CLOSE, at + 1);
            case '[' -> add(Kind.SQUARE_OPEN, at + 1);
            case ']' -> add(Kind.SQUARE_CLOSE, at + 1);
            case '{' -> add(Kind.CURLY_OPEN, at + 1);
            case '}' -> add(Kind.CURLY_CLOSE, at + 1);
            case ',' -> add(Kind.COMMA, at + 1);
            case '+' -> add(Kind.PLUS, at + 1);
            case '*' -> add(Kind.STAR, at + 1);
            case '-' -> add(Kind.MINUS, at + 1);
            case '/' -> add(Kind.SLASH, at + 1);
            case '=' -> {
                if (second == '=' || second == '>') {
                    throw error(
                            UNEXPECTED_CHARACTER,
                            at,
                            Quoted.of("=" + second) + " has no meaning here; "
                                    + (second == '=' ? "equal is '='" : "greater or equal is '>='"));
                }
                add(Kind.EQUAL, at + 1);
            }
            case '.' -> {
                if (second == '.') {
                    add(Kind.RANGE, at + 2);
                } else {
                    add(Kind.DOT, at + 1);
                }
            }
            case '<' -> {
                if (second == '=') {
                    add(Kind.LESS_OR_EQUAL, at + 2);
                } else if (second == '>') {
                    add(Kind.NOT_EQUAL, at + 2);
                } else {
                    add(Kind.LESS, at + 1);
                }
            }
            case '>' -> {
                if (second == '=') {
                    add(Kind.GREATER_OR_EQUAL, at + 2);
                } else {
                    add(Kind.GREATER, at + 1);
                }
            }
            default -> {
                if (first == '!' && second == '=') {
                    add(Kind.NOT_EQUAL, at + 2);
                } else {
                    throw unexpected(first);
                }
            }
        }
    }

    private QueryException unexpected(char first) {
        String hint = switch (first) {
            case '"', '`', '\u2018', '\u2019', '\u201c', '\u201d' -> "; strings stand in single quotes, names in none";
            case '\u2264' -> "; less or equal is '<='";
            case '\u2265' -> "; greater or equal is '>='";
            case '\u2260' -> "; not equal is '!=' or '<>'";
            case '%', '^' -> "; expected + - * or /";
            case '~' -> "; a pattern is spelled MATCH 'A%'";
            case '#' -> "; a parameter is spelled :name or ?";
            case '!' -> "; not equal is '!=' or '<>', not is NOT";
            case '&' -> "; conditions are joined by AND or ','";
            case '|' -> "; conditions are joined by OR, texts by concat(a, b)";
            case ';' -> "; a query ends without a mark";
            default -> "";
        };
        String found = text.substring(at, text.offsetByCodePoints(at, 1));
        String code = first > ' ' && first < 0x7f ? "" : " (U+%04X)".formatted(found.codePointAt(0));
        return error(UNEXPECTED_CHARACTER, at, Quoted.of(found) + code + " has no meaning here" + hint);
    }

    private void number() {
        int start = at;
        int end = digitsEnd(start + (isDigit(start) ? 0 : 1));
        if (end < text.length() && text.charAt(end) == '.' && isDigit(end + 1)) {
            end = digitsEnd(end + 1);
        }
        int exponentLength = 0;
        if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
            int digits = end + 1 < text.length() && (text.charAt(end + 1) == '-' || text.charAt(end + 1) == '+')
                    ? end + 2
                    : end + 1;
            if (isDigit(digits)) {
                end = digitsEnd(digits);
                exponentLength = end - digits;
            }
        }
        if (isNameStart(end)) {
            throw error(
                    BAD_NUMBER,
                    start,
                    Quoted.of(text.substring(start, nameEnd(end))) + " begins like a number; expected digits only");
        }
        if (end - start > NUMBER_LENGTH || exponentLength > EXPONENT_LENGTH) {
            throw error(
                    BAD_NUMBER,
                    start,
                    "this number has " + (end - start) + " characters; expected at most " + NUMBER_LENGTH
                            + ", and at most " + EXPONENT_LENGTH + " in its exponent");
        }
        add(Kind.NUMBER, end);
    }

    private void string() {
        int start = at;
        StringBuilder content = new StringBuilder();
        int from = start + 1;
        while (true) {
            int quote = text.indexOf('\'', from);
            if (quote < 0) {
                throw error(
                        UNCLOSED_STRING,
                        start,
                        "this string has no end; expected a closing quote (a quote inside is written twice)");
            }
            content.append(text, from, quote);
            from = quote + 2;
            if (from > text.length() || text.charAt(quote + 1) != '\'') {
                at = quote + 1;
                tokens.add(new Token(Kind.STRING, content.toString(), start + 1));
                return;
            }
            content.append('\'');
        }
    }

    private void marked(Kind kind, ErrorCode code, String expected) {
        if (!isNameStart(at + 1)) {
            throw error(code, at, expected);
        }
        add(kind, nameEnd(at + 1));
    }

    private void add(Kind kind, int end) {
        tokens.add(new Token(kind, text.substring(at, end), at + 1));
        at = end;
    }

    private QueryException error(ErrorCode code, int index, String detail) {
        return new QueryException(code, text, index + 1, detail);
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private int digitsEnd(int index) {
        int end = index;
        while (isDigit(end)) {
            end++;
        }
        return end;
    }

    private boolean isNameStart(int index) {
        return index < text.length() && Character.isJavaIdentifierStart(text.codePointAt(index));
    }

    private int nameEnd(int index) {
        int end = index;
        while (end < text.length()) {
            int letter = text.codePointAt(end);
            // Java also lets invisible characters into names (NUL is one of them); nobody means those.
            if (!Character.isJavaIdentifierPart(letter) || Character.isIdentifierIgnorable(letter)) {
                break;
            }
            end += Character.charCount(letter);
        }
        return end;
    }
}
