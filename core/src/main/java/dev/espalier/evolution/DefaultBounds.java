package dev.espalier.evolution;

import dev.espalier.internal.Arguments;
import dev.espalier.internal.model.DeclaredBounds;
import java.util.ArrayList;
import java.util.List;

/**
 * The bounds that a class declares for reads of its objects without bounds of their own; see {@link dev.espalier.annotation.Bounds}. Immutable.
 *
 * @param depth the maximum number of references between the requested object and a loaded one; {@link #ANY_DEPTH} for no maximum
 * @param only paths of the relations that are loaded; empty for all
 * @param stopAt ends of paths that are not loaded
 * @param follow ends of paths whose inverse collections are loaded for objects that were not asked for
 */
public record DefaultBounds(int depth, List<String> only, List<String> stopAt, List<String> follow) {

    /** The depth of bounds without a maximum. */
    public static final int ANY_DEPTH = DeclaredBounds.ANY_DEPTH;

    private static final String PATH = "a path";

    /**
     * Makes bounds.
     *
     * @param depth the maximum number of references
     * @param only paths of the relations that are loaded
     * @param stopAt ends of paths that are not loaded
     * @param follow ends of paths whose inverse collections are loaded
     */
    public DefaultBounds {
        only = Arguments.copy("only", only, PATH);
        stopAt = Arguments.copy("stopAt", stopAt, PATH);
        follow = Arguments.copy("follow", follow, PATH);
    }

    static DefaultBounds of(DeclaredBounds declared) {
        return new DefaultBounds(declared.depth(), declared.only(), declared.stopAt(), declared.follow());
    }

    DeclaredBounds declared() {
        return new DeclaredBounds(depth, only, stopAt, follow);
    }

    /** Returns the bounds as text: {@code depth 2, stopAt buyer.orders}; {@code none} for bounds that leave nothing out. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        if (depth != ANY_DEPTH) {
            parts.add("depth " + depth);
        }
        add(parts, "only", only);
        add(parts, "stopAt", stopAt);
        add(parts, "follow", follow);
        return parts.isEmpty() ? "none" : String.join(", ", parts);
    }

    private static void add(List<String> parts, String what, List<String> paths) {
        if (!paths.isEmpty()) {
            parts.add(what + " " + String.join(" ", paths));
        }
    }
}
