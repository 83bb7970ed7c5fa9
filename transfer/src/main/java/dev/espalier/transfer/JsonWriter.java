package dev.espalier.transfer;

import java.io.IOException;
import java.io.Writer;

/** Writes JSON, with commas where they belong. Half of a surrogate pair is escaped, so that the text has a UTF-8 form. For one thread. */
final class JsonWriter {

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final Writer out;
    private boolean needsComma;

    JsonWriter(Writer out) {
        this.out = out;
    }

    void beginObject() throws IOException {
        begin('{');
    }

    void endObject() throws IOException {
        end('}');
    }

    void beginArray() throws IOException {
        begin('[');
    }

    void endArray() throws IOException {
        end(']');
    }

    private void begin(char bracket) throws IOException {
        comma();
        out.write(bracket);
        needsComma = false;
    }

    private void end(char bracket) throws IOException {
        out.write(bracket);
        needsComma = true;
    }

    private void comma() throws IOException {
        if (needsComma) {
            out.write(',');
        }
        needsComma = true;
    }

    void name(String name) throws IOException {
        comma();
        quote(name);
        out.write(':');
        needsComma = false;
    }

    /** Writes a text. */
    void text(String value) throws IOException {
        comma();
        quote(value);
    }

    /** Writes a number, true, false or null. */
    void literal(String value) throws IOException {
        comma();
        out.write(value);
    }

    /** Ends the line; the next value is the first of another one. */
    void endLine() throws IOException {
        out.write('\n');
        needsComma = false;
    }

    private void quote(String text) throws IOException {
        out.write('"');
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            boolean isPair = Character.isHighSurrogate(letter)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (isPair) {
                i++;
            } else if (letter < ' '
                    || letter == '"'
                    || letter == '\\'
                    || letter == '\u007f'
                    || letter == '\u2028'
                    || letter == '\u2029'
                    || Character.isSurrogate(letter)) {
                out.write(text, from, i - from);
                escape(letter);
                from = i + 1;
            }
        }
        out.write(text, from, text.length() - from);
        out.write('"');
    }

    private void escape(char letter) throws IOException {
        out.write('\\');
        switch (letter) {
            case '"', '\\' -> out.write(letter);
            case '\n' -> out.write('n');
            case '\r' -> out.write('r');
            case '\t' -> out.write('t');
            default -> {
                out.write('u');
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.write(HEX[letter >> shift & 15]);
                }
            }
        }
    }
}
