package dev.espalier.internal.model;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bounds that a class declares for the reads of its objects.
 *
 * @param depth how many steps away from a root an object may be; {@link #ANY_DEPTH} for all
 * @param only the paths of relations that are followed; empty for all
 * @param stopAt the ends of paths that are not followed
 * @param follow the ends of paths whose inverse collections are followed
 */
public record DeclaredBounds(int depth, List<String> only, List<String> stopAt, List<String> follow) {

    public static final int ANY_DEPTH = Integer.MAX_VALUE;

    public DeclaredBounds {
        only = List.copyOf(only);
        stopAt = List.copyOf(stopAt);
        follow = List.copyOf(follow);
    }

    /** Those of an annotation, whose texts may name several paths. */
    static DeclaredBounds of(int depth, String[] only, String[] stopAt, String[] follow) {
        return new DeclaredBounds(depth, split(only), split(stopAt), split(follow));
    }

    /** The mistake in these bounds that no model would allow; null for none. */
    public @Nullable String problem() {
        return depth < 0
                ? "found bounds of depth " + depth + "; expected at least 0, the requested object alone"
                : null;
    }

    /** The paths of texts in which commas separate them. */
    public static List<String> split(String... texts) {
        return Arrays.stream(texts)
                .flatMap(text -> Arrays.stream(text.split(",")))
                .map(String::strip)
                .filter(path -> !path.isEmpty())
                .toList();
    }
}
