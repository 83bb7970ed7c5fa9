package dev.espalier.internal.catalog.tables;

/** The states of the catalog's rows. */
public enum State {
    /** The rows describe the database as it is. */
    NOW(""),
    /** An opening has announced the rows, and makes the tables. Only engines that do not make tables in transactions have them. */
    NEXT("next."),
    /** A copy or an import fills the tables of the rows. They become {@link #NOW} when all objects are there. */
    COPY("copy."),
    /** A finish has still to drop the subjects of the rows. The other rows do not name them any more. */
    DROP("drop.");

    private final String prefix;

    State(String prefix) {
        this.prefix = prefix;
    }

    /** Returns the value of the state column. */
    String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Returns the prefix of the names of its rows in {@link SystemTables#META}. */
    public String prefix() {
        return prefix;
    }
}
