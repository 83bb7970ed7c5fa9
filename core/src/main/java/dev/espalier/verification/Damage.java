package dev.espalier.verification;

/** The kinds of damage. */
public enum Damage {
    /** A bulk load that did not end: its process has been silent for ten minutes. Repair removes its rows. */
    UNFINISHED_LOAD("bulk load that did not end", true),
    /** A missing table of the model. */
    MISSING_TABLE("missing table", false),
    /** A missing column of the model. */
    MISSING_COLUMN("missing column", false),
    /** A table that is not in the catalog, and begins with the columns of a class ({@code id, _version}) or of a collection ({@code owner, pos}). */
    UNKNOWN_TABLE("table of an unknown class", false),
    /** Objects in two tables have the same id. */
    SHARED_ID("id that two objects have", false),
    /** An object with an id that is still to be assigned, so that another object would get it too; or a missing counter of ids. Repair sets the next id behind the greatest one. */
    ID_TO_COME("id that would be given again", true),
    /** An object without a version, or with a negative one. Repair sets the version to 0. */
    MISSING_VERSION("missing version", true),
    /** A field, a component or a member that is null and needs a value. */
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
    /** A part of two owners. One of them must lose it, which only the program's owner can choose. */
    TWO_OWNERS("part of two owners", false),
    /** Members of a missing owner. Repair removes them. */
    ORPHANED_MEMBER("member without an owner", true),
    /** A duplicate member of a set. Repair keeps the first one. */
    DUPLICATE_MEMBER("duplicate member of a set", true),
    /** A duplicate key of a map. Repair keeps the last entry, as loading does. */
    DUPLICATE_KEY("duplicate key of a map", true),
    /** A collection whose positions have a gap, or begin elsewhere than at 0. Repair renumbers its members in the same order. */
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
     * Returns the name of this kind of damage in English, as {@link Finding#toString} prints it.
     *
     * @return a few words, for example {@code dangling reference}
     */
    public String text() {
        return text;
    }

    /**
     * Returns whether {@link dev.espalier.health.Health#repair() Health.repair} repairs this kind of damage.
     *
     * @return true if it does; false if only the program's owner can know the right value
     */
    public boolean isRepairable() {
        return repairable;
    }
}
