package dev.espalier.internal.rql;

/** A comparison of two values. */
public enum Operator {
    EQUAL("="),
    /** The plain opposite of {@link #EQUAL}: a missing value is not equal to any other. Also written {@code <>}. */
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    Operator(String symbol) {
        this.symbol = symbol;
    }

    static Operator of(Token.Kind kind) {
        return switch (kind) {
            case EQUAL -> EQUAL;
            case NOT_EQUAL -> NOT_EQUAL;
            case LESS -> LESS;
            case LESS_OR_EQUAL -> LESS_OR_EQUAL;
            case GREATER -> GREATER;
            case GREATER_OR_EQUAL -> GREATER_OR_EQUAL;
            default -> throw new IllegalArgumentException(kind + " compares nothing");
        };
    }

    /** Returns how an operator is spelled of which one character was found behind another; empty if the two are none. */
    static String advice(Token.Kind first, Token.Kind second) {
        boolean isEqual = second == Token.Kind.EQUAL;
        return switch (first) {
            case EQUAL ->
                isEqual
                        ? "; equal is '='"
                        : second == Token.Kind.LESS
                                ? "; less or equal is '<='"
                                : second == Token.Kind.GREATER ? "; greater or equal is '>='" : "";
            case LESS ->
                isEqual ? "; less or equal is '<='" : second == Token.Kind.GREATER ? "; not equal is '<>'" : "";
            case GREATER -> isEqual ? "; greater or equal is '>='" : "";
            default -> "";
        };
    }

    /** Returns whether it holds for the result of a comparison, as {@link java.util.Comparator} gives it. */
    public boolean holds(int comparison) {
        return switch (this) {
            case EQUAL -> comparison == 0;
            case NOT_EQUAL -> comparison != 0;
            case LESS -> comparison < 0;
            case LESS_OR_EQUAL -> comparison <= 0;
            case GREATER -> comparison > 0;
            case GREATER_OR_EQUAL -> comparison >= 0;
        };
    }

    /** How it is written in a query, and in SQL too but for {@code !=}. */
    public String symbol() {
        return symbol;
    }
}
