package dev.espalier.write;

import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.model.PersistentClass;

/** The errors about an object of the program that is not what the database has. */
final class Misses {

    private Misses() {}

    static StoreException stale(PersistentClass type, long id, long expected, long found) {
        return new StoreException("stale", type + " " + id + ": changed by someone else since it was loaded: expected version " + expected + ", found "
                + found + "; refresh it and make the change again");
    }

    static NotFoundException notFound(PersistentClass type, long id) {
        return new NotFoundException("not-found", type + " " + id
                + " is not in the database: it was deleted, or its id was not given by this database; set the id to 0 to store it as a new object");
    }
}
