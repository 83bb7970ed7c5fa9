package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.BAD_EXPORT;

import dev.espalier.error.StoreException;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Reads JSON, token by token, in constant memory but for single texts. For one thread. */
final class JsonReader {

    enum Token {
        BEGIN_OBJECT,
        END_OBJECT,
        BEGIN_ARRAY,
        END_ARRAY,
        TEXT,
        NUMBER,
        TRUE,
        FALSE,
        NULL,
        END
    }

    /** A deeper nesting is nobody's export. */
    private static final int DEEPEST = 1_000;

    private final Reader in;
    private final String place;
    private final char[] buffer = new char[16_384];
    private final StringBuilder text = new StringBuilder();
    private int at;
    private int end;
    private long line = 1;
    private int depth;
    private boolean needsComma;

    /** @param place the file, for messages */
    JsonReader(Reader in, String place) {
        this.in = in;
        this.place = place;
    }

    /** The text or the number that was read last. */
    String text() {
        return text.toString();
    }

    /** Returns the next token. A comma is read with what follows it. */
    Token next() throws IOException {
        int letter = skip();
        if (letter == ',' && needsComma) {
            letter = skip();
            if (letter == ']' || letter == '}' || letter == ',') {
                throw wrong("found '" + (char) letter + "' behind a comma; expected a value");
            }
        } else if (needsComma && depth > 0 && letter != ']' && letter != '}' && letter >= 0) {
            throw wrong("found '" + (char) letter + "'; expected a comma or the end");
        }
        needsComma = true;
        switch (letter) {
            case -1:
                if (depth > 0) {
                    throw wrong("found the end of the file; expected the rest of an object");
                }
                return Token.END;
            case '{':
                open();
                return Token.BEGIN_OBJECT;
            case '[':
                open();
                return Token.BEGIN_ARRAY;
            case '}':
                depth--;
                return Token.END_OBJECT;
            case ']':
                depth--;
                return Token.END_ARRAY;
            case '"':
                readText();
                return Token.TEXT;
            default:
                return word((char) letter);
        }
    }

    private void open() {
        if (++depth > DEEPEST) {
            throw wrong("found a nesting of more than " + DEEPEST);
        }
        needsComma = false;
    }

    /** Returns the next token, which must be that one. */
    Token require(Token token) throws IOException {
        Token found = next();
        if (found != token) {
            throw wrong("found " + found + "; expected " + token);
        }
        return found;
    }

    /** Reads the name of a member; null at the end of the object. */
    @Nullable
    String name() throws IOException {
        Token token = next();
        if (token == Token.END_OBJECT) {
            return null;
        }
        if (token != Token.TEXT) {
            throw wrong("found " + token + "; expected a name");
        }
        String name = text();
        if (skip() != ':') {
            throw wrong("found no colon behind \"" + name + "\"");
        }
        needsComma = false;
        return name;
    }

    /** Skips the value that begins with that token. */
    void skip(Token token) throws IOException {
        int open = token == Token.BEGIN_ARRAY || token == Token.BEGIN_OBJECT ? 1 : 0;
        while (open > 0) {
            Token next = next();
            if (next == Token.TEXT && peek() == ':') {
                at++;
                needsComma = false;
            }
            open += next == Token.BEGIN_ARRAY || next == Token.BEGIN_OBJECT
                    ? 1
                    : next == Token.END_ARRAY || next == Token.END_OBJECT ? -1 : 0;
        }
    }

    private Token word(char first) throws IOException {
        text.setLength(0);
        text.append(first);
        for (int letter = peek();
                letter >= 0 && (Character.isLetterOrDigit(letter) || letter == '.' || letter == '+' || letter == '-');
                letter = peek()) {
            text.append((char) letter);
            at++;
            if (text.length() > 10_000) {
                throw wrong("found a number of more than 10000 characters");
            }
        }
        String word = text();
        switch (word) {
            case "true":
                return Token.TRUE;
            case "false":
                return Token.FALSE;
            case "null":
                return Token.NULL;
            default:
                if (word.matches("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
                    return Token.NUMBER;
                }
                throw wrong("found '" + word + "'; expected a value");
        }
    }

    private void readText() throws IOException {
        text.setLength(0);
        while (true) {
            int letter = read();
            if (letter < 0 || letter == '\n') {
                throw wrong("found the end of the line in a text");
            }
            if (letter == '"') {
                return;
            }
            text.append(letter == '\\' ? escaped() : (char) letter);
        }
    }

    private char escaped() throws IOException {
        int letter = read();
        switch (letter) {
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case '"', '\\', '/':
                return (char) letter;
            case 'u':
                int value = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = Character.digit(read(), 16);
                    if (digit < 0) {
                        throw wrong("found \\u without four hexadecimal digits");
                    }
                    value = value << 4 | digit;
                }
                return (char) value;
            default:
                throw wrong("found an unknown escape");
        }
    }

    private int skip() throws IOException {
        int letter = read();
        while (letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t') {
            letter = read();
        }
        return letter;
    }

    private int peek() throws IOException {
        if (at == end) {
            end = Math.max(0, in.read(buffer, 0, buffer.length));
            at = 0;
        }
        return at < end ? buffer[at] : -1;
    }

    private int read() throws IOException {
        int letter = peek();
        if (letter >= 0) {
            at++;
        }
        if (letter == '\n') {
            line++;
        }
        return letter;
    }

    /** Says what is wrong, and in which line. */
    StoreException wrong(String found) {
        return new StoreException(BAD_EXPORT, place + ", line " + line + ": " + found);
    }
}
