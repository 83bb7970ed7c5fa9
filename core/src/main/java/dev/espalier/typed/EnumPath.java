package dev.espalier.typed;

/**
 * A path to constants of an enum: compared with others by their order in the source, matched by their names.
 *
 * @param <R> the class where it begins
 * @param <E> the enum
 */
public final class EnumPath<R, E> extends ValuePath<R, E> implements Ordered<R, E>, Matched<R> {

    /**
     * Makes the path, for generated classes.
     *
     * @param route its steps
     */
    public EnumPath(Route<R> route) {
        super(route);
    }
}
