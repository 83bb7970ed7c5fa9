package dev.espalier.verification;

/** The kinds of damage. */
public enum Damage {
    /** A bulk load whose process died. Repaired: what it has written goes. */
    UNFINISHED_LOAD("bulk load that did not end", true),
    /** A table of the model that is not there. */
    MISSING_TABLE("missing table", false),
    /** A column of the model that is not there. */
    MISSING_COLUMN("missing column", false),
    /** A table that looks like one of objects or of a collection, of a class that the database does not know. */
    UNKNOWN_TABLE("table of an unknown class", false),
    /** Objects in two tables have the same id. */
    SHARED_ID("id that two objects have", false),
    /** An id that is still to be given away. Repaired: ids are given from behind it. */
    ID_TO_COME("id that would be given again", true),
    /** No version, or one below 0. Repaired: it becomes 0. */
    MISSING_VERSION("missing version", true),
    /** Null in a field, a component or a member that cannot be null. */
    NULL("null where there must be a value", false),
    /** The name of an enum constant that the class does not have. Found where a program with the class looks for it. */
    UNKNOWN_CONSTANT("value that its enum does not have", false),
    /** A reference to an object that is not there. Repaired: it becomes null, a member goes, versions of owners go up. */
    DANGLING_REFERENCE("dangling reference", true),
    /** A reference to an object of a class that its field cannot hold. Repaired like a dangling one. */
    WRONG_CLASS("reference to an object of the wrong class", true),
    /** Members whose owner is not there. Repaired: they go. */
    ORPHANED_MEMBER("member without an owner", true),
    /** A member that a set has already. Repaired: the first one stays. */
    DUPLICATE_MEMBER("duplicate member of a set", true),
    /** A key that a map has already. Repaired: the last entry stays, as it does when the map is loaded. */
    DUPLICATE_KEY("duplicate key of a map", true),
    /** The positions of a collection do not count from 0 without gaps. Repaired: they do, in the same order. */
    POSITIONS("collection with gaps or a wrong start", true),
    /** An index of the database's level does not stand. Repaired: it is built. */
    MISSING_INDEX("missing index", true);

    private final String text;
    private final boolean repairable;

    Damage(String text, boolean repairable) {
        this.text = text;
        this.repairable = repairable;
    }

    /**
     * What it is, for people.
     *
     * @return a few words, for example {@code dangling reference}
     */
    public String text() {
        return text;
    }

    /**
     * Whether it can be repaired.
     *
     * @return false where only the program's owner can know what is right
     */
    public boolean isRepairable() {
        return repairable;
    }
}
