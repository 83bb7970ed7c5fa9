package dev.espalier.typed;

/**
 * A path to texts.
 *
 * @param <R> the class where it begins
 */
public final class TextPath<R> extends OrderedPath<R, String> implements Matched<R> {

    /**
     * Makes the path, for generated classes.
     *
     * @param route its steps
     */
    public TextPath(Route<R> route) {
        super(route);
    }
}
