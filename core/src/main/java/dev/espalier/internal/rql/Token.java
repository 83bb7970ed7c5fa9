package dev.espalier.internal.rql;

import java.util.Objects;

/**
 * A piece of the text.
 *
 * @param text what it says: for a string its content without quotes, for a parameter or variable with its mark, for all others as written
 * @param position where it begins, counted from 1
 */
record Token(Kind kind, String text, int position) {

    Token {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(text);
    }

    enum Kind {
        WORD("a name"),
        NUMBER("a number"),
        STRING("a string"),
        PARAMETER("a parameter"),
        VARIABLE("a variable"),
        OPEN("'('"),
        CLOSE("')'"),
        SQUARE_OPEN("'['"),
        SQUARE_CLOSE("']'"),
        CURLY_OPEN("'{'"),
        CURLY_CLOSE("'}'"),
        COMMA("','"),
        DOT("'.'"),
        RANGE("'..'"),
        PLUS("'+'"),
        STAR("'*'"),
        MINUS("'-'"),
        SLASH("'/'"),
        EQUAL("'='"),
        NOT_EQUAL("'!='"),
        LESS("'<'"),
        LESS_OR_EQUAL("'<='"),
        GREATER("'>'"),
        GREATER_OR_EQUAL("'>='"),
        END("the end");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        /** How an error message speaks of it. */
        String title() {
            return title;
        }

        /** Whether it compares two values. */
        boolean isOperator() {
            return compareTo(EQUAL) >= 0 && compareTo(GREATER_OR_EQUAL) <= 0;
        }
    }

    boolean is(Kind other) {
        return kind == other;
    }

    /** Whether it is a number that begins with a sign. Behind a value the sign is an operator: "total -1". */
    boolean isSignedNumber() {
        return kind == Kind.NUMBER && (text.startsWith("-") || text.startsWith("+"));
    }

    /** Whether it is an operator of two numbers, or begins with one. */
    boolean isSign() {
        return switch (kind) {
            case PLUS, STAR, MINUS, SLASH -> true;
            default -> isSignedNumber();
        };
    }

    /** Whether this is the word, in capitals or not. Any word can also be the name of a field: who asks knows what may stand here. */
    boolean is(Keyword keyword) {
        return kind == Kind.WORD && keyword.isSpelled(text);
    }
}
