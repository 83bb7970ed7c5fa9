package dev.espalier.evolution;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of a type, taken apart: a name, arguments, and whether it is an array of that. The names mean nothing yet.
 *
 * @param name for example {@code List}, {@code shop.Order}, {@code int}
 * @param arguments of {@code Map<String, Integer>} two
 * @param isArray whether {@code []} follows
 */
record DraftType(String name, List<DraftType> arguments, boolean isArray) {

    DraftType {
        arguments = List.copyOf(arguments);
    }

    /** @throws IllegalArgumentException if the text is no type; the message says what is expected */
    static DraftType parse(String text) {
        Reader reader = new Reader(text);
        DraftType type = reader.type();
        reader.spaces();
        if (reader.at < text.length()) {
            throw reader.expected("the end of the type");
        }
        return type;
    }

    /** The type without {@code []}. */
    DraftType component() {
        return new DraftType(name, arguments, false);
    }

    @Override
    public String toString() {
        return name
                + (arguments.isEmpty()
                        ? ""
                        : arguments.stream().map(DraftType::toString).collect(Collectors.joining(", ", "<", ">")))
                + (isArray ? "[]" : "");
    }

    /** Whether a text is a name as Java has it, with dots or without. */
    static boolean isName(String text) {
        boolean isStart = true;
        for (int c : text.codePoints().toArray()) {
            if (c == '.' && !isStart) {
                isStart = true;
            } else if (isStart ? Character.isJavaIdentifierStart(c) : Character.isJavaIdentifierPart(c)) {
                isStart = false;
            } else {
                return false;
            }
        }
        return !isStart;
    }

    private static final class Reader {

        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        DraftType type() {
            spaces();
            int start = at;
            while (at < text.length()
                    && (Character.isJavaIdentifierPart(text.codePointAt(at)) || text.charAt(at) == '.')) {
                at += Character.charCount(text.codePointAt(at));
            }
            String name = text.substring(start, at);
            if (!isName(name)) {
                throw expected("the name of a type");
            }
            List<DraftType> arguments = new ArrayList<>();
            if (takes("<")) {
                do {
                    arguments.add(type());
                } while (takes(","));
                if (!takes(">")) {
                    throw expected("',' or '>'; within braces a type with a comma stands in quotes");
                }
            }
            boolean isArray = takes("[");
            if (isArray && !takes("]")) {
                throw expected("']'");
            }
            DraftType type = new DraftType(name, arguments, isArray);
            if (takes("[")) {
                throw new IllegalArgumentException(
                        "found an array of arrays; expected a class for what an inner array holds");
            }
            if (takes("?")) {
                throw new IllegalArgumentException("found '" + text.strip()
                        + "'; expected it without '?': all types but int, long and the like may be null; their"
                        + " forms that may are Integer, Long and so on");
            }
            return type;
        }

        private boolean takes(String wanted) {
            spaces();
            boolean isThere = text.startsWith(wanted, at);
            at += isThere ? wanted.length() : 0;
            return isThere;
        }

        void spaces() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        IllegalArgumentException expected(String what) {
            return new IllegalArgumentException("found '" + text + "'"
                    + (at < text.length()
                            ? ", and '" + text.charAt(at) + "' at character " + (at + 1)
                            : ", which ends too early")
                    + "; expected " + what);
        }
    }
}
