package dev.espalier.internal.search.condition;

/** Says that a statement would read more tables than any engine plans: another search is taken. It never leaves the package. */
public final class TooManyTables extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooManyTables() {
        super("more than " + StatementScope.MOST_TABLES + " tables", null, false, false);
    }
}
