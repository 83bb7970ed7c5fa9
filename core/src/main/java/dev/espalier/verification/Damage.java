package dev.espalier.verification;

/** The kinds of damage. */
public enum Damage {
    /** A bulk load whose process died. Repair removes its rows. */
    UNFINISHED_LOAD("bulk load that did not end", true),
    /** A missing table of the model. */
    MISSING_TABLE("missing table", false),
    /** A missing column of the model. */
    MISSING_COLUMN("missing column", false),
    /** A table that looks like a table of objects or of a collection, of a class that the database does not describe. */
    UNKNOWN_TABLE("table of an unknown class", false),
    /** Objects in two tables have the same id. */
    SHARED_ID("id that two objects have", false),
    /** An id that has not been assigned yet. Repair moves the next id behind it. */
    ID_TO_COME("id that would be given again", true),
    /** No version, or a negative one. Repair sets it to 0. */
    MISSING_VERSION("missing version", true),
    /** Null in a field, a component or a member that must not be null. */
    NULL("null where there must be a value", false),
    /** Null for an object that the constructor of a record requires: the owner cannot be loaded. Only a program with the class finds it. */
    REFUSED_NULL("null that the constructor of a record refuses", false),
    /** A collection with fewer members than the constructor of its record requires: the record cannot be loaded. Only a program with the class finds it. */
    REFUSED_FEWER("collection with fewer members than the constructor of a record takes", false),
    /** The name of an enum constant that the class does not have. Only a program with the class finds it. */
    UNKNOWN_CONSTANT("value that its enum does not have", false),
    /** A reference to a missing object. Repair sets it to null, removes a member, and increments the versions of owners. */
    DANGLING_REFERENCE("dangling reference", true),
    /** A reference to an object of the wrong class. Repair treats it like a dangling one. */
    WRONG_CLASS("reference to an object of the wrong class", true),
    /** Members of a missing owner. Repair removes them. */
    ORPHANED_MEMBER("member without an owner", true),
    /** A duplicate member of a set. Repair keeps the first one. */
    DUPLICATE_MEMBER("duplicate member of a set", true),
    /** A duplicate key of a map. Repair keeps the last entry, as loading does. */
    DUPLICATE_KEY("duplicate key of a map", true),
    /** Positions of a collection that do not count from 0 without gaps. Repair renumbers them in the same order. */
    POSITIONS("collection with gaps or a wrong start", true),
    /** A missing index of the database's index level. Repair builds it. */
    MISSING_INDEX("missing index", true);

    private final String text;
    private final boolean repairable;

    Damage(String text, boolean repairable) {
        this.text = text;
        this.repairable = repairable;
    }

    /**
     * Returns a short description.
     *
     * @return a few words, for example {@code dangling reference}
     */
    public String text() {
        return text;
    }

    /**
     * Returns whether repair is possible.
     *
     * @return false if only the program's owner can know the right value
     */
    public boolean isRepairable() {
        return repairable;
    }
}
