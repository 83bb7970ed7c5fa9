package dev.espalier.rql;

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

    /** How it is written in a query, and in SQL too but for {@code !=}. */
    public String symbol() {
        return symbol;
    }
}
