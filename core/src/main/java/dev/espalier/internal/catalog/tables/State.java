package dev.espalier.internal.catalog.tables;

/** Of what the rows of the catalog are. */
public enum State {
    /** What the database is. */
    NOW(""),
    /** What an opening is going to make of it, which writes them first, where tables are not made in transactions. */
    NEXT("next."),
    /** What a copy or an import makes of it, until all objects are there. */
    COPY("copy."),
    /** What has still to be dropped. The other rows do not name it any more. */
    DROP("drop.");

    private final String prefix;

    State(String prefix) {
        this.prefix = prefix;
    }

    /** As it stands in the tables. */
    String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** What stands before the names of its rows in {@link SystemTables#META}. */
    public String prefix() {
        return prefix;
    }
}
