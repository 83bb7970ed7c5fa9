package dev.espalier.internal.search;

/** Says that a statement would read more tables than any engine plans: another search is taken. It never leaves the package. */
final class TooManyTables extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooManyTables() {
        super("more than " + StatementScope.MOST_TABLES + " tables", null, false, false);
    }
}
