package dev.espalier.rootdb;

import static dev.espalier.error.ErrorCode.OUTSIDE_MODEL;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.ModelException;
import java.util.Objects;

/**
 * A database whose classes are named by strings. Safe for any number of threads; its stores and queries are for one thread each.
 */
public final class RootDb implements AutoCloseable {

    private final Database database;

    private RootDb(Database database) {
        this.database = database;
    }

    /**
     * Opens a database; see {@link Database#open(String, Model)}.
     *
     * @param url of a JDBC driver
     * @param model the classes
     * @return the open database
     */
    public static RootDb open(String url, Model model) {
        return of(Database.open(url, model));
    }

    /**
     * The same database, with this face.
     *
     * @param database open; {@link #close} closes it
     * @return the database
     */
    public static RootDb of(Database database) {
        return new RootDb(Objects.requireNonNull(database));
    }

    /**
     * The database itself, to store objects in it, and for all that is not here.
     *
     * @return the open database
     */
    public Database database() {
        return database;
    }

    /**
     * The objects of a class, its subclasses included, to be asked for.
     *
     * @param className canonical, or binary: {@code shop.Order}, {@code shop.Shop.Order}, {@code shop.Shop$Order}
     * @return a new store
     * @throws ModelException if the model has no such class; it lists those that it has
     */
    public RootStore getRootStore(String className) {
        return new RootStore(this, type(className));
    }

    Class<?> type(String className) {
        return database.classes().stream()
                .filter(type -> className.equals(type.getCanonicalName()) || className.equals(type.getName()))
                .findFirst()
                .orElseThrow(() -> new ModelException(
                        OUTSIDE_MODEL,
                        className + " is not in the model, which has "
                                + database.classes().stream()
                                        .map(Class::getCanonicalName)
                                        .toList() + "; name it in Model.of"));
    }

    /** Closes the database. */
    @Override
    public void close() {
        database.close();
    }
}
