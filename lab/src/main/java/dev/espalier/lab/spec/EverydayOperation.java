package dev.espalier.lab.spec;

/** The operations of the pack {@code everyday}, on owners of pets, their visits, types and cities. */
public enum EverydayOperation {
    /** A pet by its id, its references as ids. */
    FLAT("a pet by id, references as ids"),
    /** An owner by its id, with its city, its pets and their types. */
    WHOLE("an owner by id, whole"),
    /** Ten pets of a range of ids, with type, owner and city. */
    RANGE_10("10 pets by range, whole"),
    /** The same of a hundred pets. */
    RANGE_100("100 pets by range, whole"),
    /** The same of a thousand pets. */
    RANGE_1000("1,000 pets by range, whole"),
    /** A hundred pets of a range of ids, their references as ids. */
    FLAT_RANGE("100 pets by range, references as ids"),
    /** The next 20 pets in the order of ids, with type, owner and city. */
    PAGE("page of 20 pets by key, whole"),
    /** Fifty owners of a range of ids, with their cities, pets and types. */
    PARENTS("50 owners by range, with their pets"),
    /** Owners by one, two or three conditions, their references as ids. */
    FILTERS("owners by optional filters"),
    /** Inserts a hundred visits of stored pets. */
    INSERT("insert 100 visits of stored pets"),
    /** Reads a pet, changes its name, stores it, in one transaction. */
    CHANGE("read a pet, change it, store it"),
    /** Inserts a visit of a stored pet and changes it, in one transaction. */
    INSERT_CHANGE("insert a visit, then change it"),
    /** Inserts twenty owners with two pets each and a visit of each pet, in one transaction. */
    GRAPHS("insert 20 owners with pets and visits");

    private final String title;

    EverydayOperation(String title) {
        this.title = title;
    }

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }

    /** @return what it does, in a few words, for tables */
    public String title() {
        return title;
    }

    /** @return whether it changes the database */
    public boolean writes() {
        return compareTo(INSERT) >= 0;
    }
}
