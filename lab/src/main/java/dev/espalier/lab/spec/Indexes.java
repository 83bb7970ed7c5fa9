package dev.espalier.lab.spec;

/** The four index levels of the published experiment. */
public enum Indexes {
    /** Primary keys only. */
    NONE(false, false),
    /** Every value column. */
    VALUES(true, false),
    /** Every relation, from the member to its owners. */
    RELATIONS(false, true),
    /** Values and relations. */
    BOTH(true, true);

    private final boolean ofValues;
    private final boolean ofRelations;

    Indexes(boolean ofValues, boolean ofRelations) {
        this.ofValues = ofValues;
        this.ofRelations = ofRelations;
    }

    /** @return whether value columns have an index */
    public boolean ofValues() {
        return ofValues;
    }

    /** @return whether relations have an index */
    public boolean ofRelations() {
        return ofRelations;
    }

    /** @return the level as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
