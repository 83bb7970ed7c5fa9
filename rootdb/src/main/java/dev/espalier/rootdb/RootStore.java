package dev.espalier.rootdb;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one class in a {@link RootDb}, and what was last found among them. For one thread.
 */
public final class RootStore {

    private final RootDb rootDb;
    private final Class<?> type;
    private dev.espalier.@Nullable Query<?> found;

    RootStore(RootDb rootDb, Class<?> type) {
        this.rootDb = rootDb;
        this.type = type;
    }

    /**
     * The objects of another class whose structure contains an object that the last query found in this store. They are searched now: what
     * was stored since then counts.
     *
     * @param <T> the other class
     * @param className its name, as for {@link RootDb#getRootStore}
     * @return a new list, by id or in the order that the query states
     * @throws IllegalStateException if no query with {@link Query#setResolveObjectModel} was asked for the objects of this store
     */
    @SuppressWarnings("unchecked") // the caller says which class the name means, as in the published code
    public <T> List<T> transferObjectList(String className) {
        Class<?> other = rootDb.type(className);
        if (found == null) {
            throw new IllegalStateException(
                    "nothing was found in " + this + " yet that could be transferred; ask a query first whose Q1 is of "
                            + "this store, with setResolveObjectModel(true)");
        }
        return (List<T>) found.owners(other).list();
    }

    RootDb rootDb() {
        return rootDb;
    }

    Class<?> type() {
        return type;
    }

    void found(dev.espalier.Query<?> query) {
        found = query;
    }

    /** The canonical name of its class. */
    @Override
    public String toString() {
        return type.getCanonicalName();
    }
}
