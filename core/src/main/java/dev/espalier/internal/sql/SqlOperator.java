package dev.espalier.internal.sql;

/** The comparisons of two expressions. A comparison with null is never true. */
public enum SqlOperator {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    SqlOperator(String symbol) {
        this.symbol = symbol;
    }

    public String symbol() {
        return symbol;
    }

    /** Returns the operator that says the same of the two expressions in the other order. */
    public SqlOperator swapped() {
        return switch (this) {
            case EQUAL, NOT_EQUAL -> this;
            case LESS -> GREATER;
            case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
            case GREATER -> LESS;
            case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
        };
    }
}
