package dev.espalier;

import dev.espalier.graph.Bounds;
import dev.espalier.typed.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * How far {@link Database#get(Class, long, java.util.function.UnaryOperator) get} follows what an object refers to. Unchanging: each method gives
 * new bounds. What lies beyond them is left null or empty, and storing the object leaves it as it is in the database.
 *
 * <pre>{@code Order order = db.get(Order.class, 7, bounds -> bounds.depth(2).stopAt("product.maker"));}</pre>
 */
public final class LoadBounds {

    static final LoadBounds NONE = new LoadBounds(Bounds.NONE);

    private final Bounds bounds;

    private LoadBounds(Bounds bounds) {
        this.bounds = bounds;
    }

    Bounds bounds() {
        return bounds;
    }

    /**
     * Loads objects only up to so many steps away from the one that is asked for.
     *
     * @param steps 0 for that one alone
     * @return new bounds
     */
    public LoadBounds depth(int steps) {
        return new LoadBounds(bounds.withDepth(steps));
    }

    /**
     * Follows only these relations.
     *
     * @param paths from the object that is asked for, separated by commas, for example {@code lines.product, buyer}
     * @return new bounds
     */
    public LoadBounds only(String... paths) {
        return new LoadBounds(bounds.withOnly(split(paths)));
    }

    /**
     * Follows only these relations.
     *
     * @param first a path from the object that is asked for
     * @param more others
     * @return new bounds
     */
    public LoadBounds only(Path<?> first, Path<?>... more) {
        return only(texts(first, more));
    }

    /**
     * Does not follow these relations.
     *
     * @param paths ends of paths, separated by commas, for example {@code product.maker}
     * @return new bounds
     */
    public LoadBounds stopAt(String... paths) {
        return new LoadBounds(bounds.withStopAt(split(paths)));
    }

    /**
     * Does not follow these relations.
     *
     * @param first the end of a path, from whatever class
     * @param more others
     * @return new bounds
     */
    public LoadBounds stopAt(Path<?> first, Path<?>... more) {
        return stopAt(texts(first, more));
    }

    /**
     * Sets how many objects an answer may have; more are an error that names the relation that grew.
     *
     * @param objects at least 1; {@link Settings#maxObjects} if it is not said
     * @return new bounds
     */
    public LoadBounds maxObjects(long objects) {
        return new LoadBounds(bounds.withMaxObjects(objects));
    }

    static String[] texts(Path<?> first, Path<?>[] more) {
        return Stream.concat(Stream.of(first), Arrays.stream(more)).map(Path::toString).toArray(String[]::new);
    }

    static List<String> split(String[] paths) {
        return Arrays.stream(paths).flatMap(text -> Arrays.stream(text.split(","))).map(String::strip).filter(path -> !path.isEmpty()).toList();
    }
}
