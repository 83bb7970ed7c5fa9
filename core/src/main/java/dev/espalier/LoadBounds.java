package dev.espalier;

import dev.espalier.internal.Arguments;
import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.model.DeclaredBounds;
import dev.espalier.typed.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The bounds of a {@link Database#get(Class, long, java.util.function.UnaryOperator) get}: how much of an object's structure is loaded. Immutable and
 * safe for concurrent use: each method returns new bounds.
 *
 * <p>A get that says neither {@link #depth}, {@link #only(String...) only}, {@link #stopAt(String...) stopAt}, {@link #follow(String...) follow} nor {@link #complete} has
 * the bounds of the class: those of {@link Settings#bounds(Class, java.util.function.UnaryOperator)}, or of the annotation {@link
 * dev.espalier.annotation.Bounds}. One of these methods replaces them as a whole. {@code stopAt()} without a path loads what is loaded without them.
 *
 * <p>Beyond the bounds, a reference holds a stand-in that knows its id, or null if the referred class is a record or has subclasses. A collection of
 * objects is never empty in place of its members: it throws a {@link dev.espalier.error.NotLoadedException} ({@code not-loaded}) when it is used, or is null,
 * as {@link Settings#leftOutCollections} says. Storing the object leaves in the database what was left out, and refuses another collection in its place
 * ({@code not-loaded}). {@link dev.espalier.annotation.Part Parts} come with their owners: no depth and no path but one of {@link #stopAt(String...)} leaves them
 * out.
 *
 * <pre>{@code Order order = db.get(Order.class, 7, bounds -> bounds.depth(2).stopAt("product.maker"));}</pre>
 */
public final class LoadBounds {

    static final LoadBounds UNSAID = new LoadBounds(Bounds.UNSAID);

    private static final String PATH = "a path";

    private final Bounds bounds;

    private LoadBounds(Bounds bounds) {
        this.bounds = bounds;
    }

    Bounds bounds() {
        return bounds;
    }

    /**
     * Sets the maximum number of references between the requested object and a loaded one. There is no maximum by default.
     *
     * @param steps the maximum number; 0 for the requested object alone
     * @return new bounds
     * @throws IllegalArgumentException if the number is negative
     */
    public LoadBounds depth(int steps) {
        return new LoadBounds(bounds.withDepth(steps));
    }

    /**
     * Sets which relations are loaded, by paths from the requested object, given as text. By default, all relations are loaded,
     * but for inverse collections, see {@link #follow(String...)}.
     *
     * @param paths paths from the object that is asked for, separated by commas, for example {@code lines.product, buyer}
     * @return new bounds
     */
    public LoadBounds only(String... paths) {
        return new LoadBounds(bounds.withOnly(split(paths)));
    }

    /**
     * Sets which relations are loaded, by typed paths from the requested object.
     *
     * @param first a path from the object that is asked for
     * @param more others
     * @return new bounds
     */
    public LoadBounds only(Path<?> first, Path<?>... more) {
        return only(texts(first, more));
    }

    /**
     * Sets which relations are not loaded, by the ends of paths, given as text.
     *
     * @param paths ends of paths, separated by commas, for example {@code product.maker}
     * @return new bounds
     */
    public LoadBounds stopAt(String... paths) {
        return new LoadBounds(bounds.withStopAt(split(paths)));
    }

    /**
     * Sets which relations are not loaded, by the ends of typed paths.
     *
     * @param first the end of a path, from whatever class
     * @param more others
     * @return new bounds
     */
    public LoadBounds stopAt(Path<?> first, Path<?>... more) {
        return stopAt(texts(first, more));
    }

    /**
     * Sets which inverse collections are loaded for objects that were not asked for, by the ends of paths, given as text. By default, the inverse collections
     * of the requested objects are loaded, and no others.
     *
     * @param paths ends of paths, separated by commas, for example {@code visits} or {@code book.loans}; each inverse collection on them is loaded
     * @return new bounds
     * @see dev.espalier.annotation.InverseOf
     */
    public LoadBounds follow(String... paths) {
        return new LoadBounds(bounds.withFollow(split(paths)));
    }

    /**
     * Sets which inverse collections are loaded for objects that were not asked for, by the ends of typed paths.
     *
     * @param first the end of a path, from whatever class
     * @param more others
     * @return new bounds
     */
    public LoadBounds follow(Path<?> first, Path<?>... more) {
        return follow(texts(first, more));
    }

    /**
     * Returns bounds that leave nothing out: all that can be reached is loaded, by the inverse collections of all objects too. What was set before no longer
     * counts, but for {@link #maxObjects}.
     *
     * @return new bounds
     */
    public LoadBounds complete() {
        return new LoadBounds(bounds.complete());
    }

    /**
     * Sets the maximum number of objects in the answer. A larger answer fails with an error that names the relation that grew
     * ({@code too-many-objects}). The default is that of the class, else {@link Settings#maxObjects}.
     *
     * @param objects the maximum number, at least 1
     * @return new bounds
     * @throws IllegalArgumentException if the number is less than 1
     */
    public LoadBounds maxObjects(long objects) {
        return new LoadBounds(bounds.withMaxObjects(objects));
    }

    static String[] texts(Path<?> first, Path<?>[] more) {
        Arguments.required("first", first, PATH);
        Arguments.members("more", more, PATH);
        return Stream.concat(Stream.of(first), Arrays.stream(more))
                .map(Path::toString)
                .toArray(String[]::new);
    }

    static List<String> split(String[] paths) {
        return DeclaredBounds.split(Arguments.members("paths", paths, PATH));
    }
}
