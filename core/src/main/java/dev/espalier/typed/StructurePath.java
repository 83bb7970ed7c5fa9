package dev.espalier.typed;

/**
 * A path to records or objects, from which it may lead on. Generated classes extend it, with a method for each field.
 *
 * @param <R> the class where it begins
 * @param <T> the class that it leads to
 */
public abstract non-sealed class StructurePath<R, T> extends Path<R> {

    /**
     * Makes the path, for generated classes.
     *
     * @param route its steps
     */
    protected StructurePath(Route<R> route) {
        super(route);
    }

    /**
     * Returns the steps to a field, for generated classes.
     *
     * @param name the field
     * @return its route
     */
    protected final Route<R> field(String name) {
        return route().field(name);
    }
}
