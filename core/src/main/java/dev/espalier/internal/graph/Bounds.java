package dev.espalier.internal.graph;

import java.util.List;

/**
 * How far an answer reaches. What lies beyond is not loaded.
 *
 * @param depth how many steps away from a root an object may be; {@link #ANY_DEPTH} for all
 * @param only the paths of relations from the root that are followed, for example {@code m2.m3}; empty for all
 * @param stopAt paths of relations that are not followed, wherever they are met: {@code m3.m4} leaves out {@code m4} where
 *     {@code m3} led
 * @param follow paths whose inverse collections are followed, wherever they are met. Others are followed from the roots alone
 * @param inverses whether the inverse collections of all objects are followed
 * @param maxObjects how many objects an answer may have before it is given up with an error; {@link #AS_THE_LOADER_SAYS} if it is not said
 * @param fromClass which of the bounds of a class count beside these, see {@link ClassBounds}
 */
public record Bounds(
        int depth,
        List<String> only,
        List<String> stopAt,
        List<String> follow,
        boolean inverses,
        long maxObjects,
        FromClass fromClass) {

    /** The bounds of a class that count. */
    public enum FromClass {
        /** None: for what the library reads for itself. */
        NOTHING,
        /** Its number of objects, unless one is said: paths or a depth were. */
        MAX_OBJECTS,
        /** All, but for a number that is said. */
        ALL
    }

    public static final int ANY_DEPTH = Integer.MAX_VALUE;

    /** No number was said. */
    public static final long AS_THE_LOADER_SAYS = Long.MAX_VALUE;

    /** The library reads for itself, as much as it needs. */
    public static final long ANY_NUMBER = AS_THE_LOADER_SAYS - 1;

    /** Complete structures, with the inverse collections of the roots, whatever their class says. */
    public static final Bounds NONE =
            new Bounds(ANY_DEPTH, List.of(), List.of(), List.of(), false, AS_THE_LOADER_SAYS, FromClass.NOTHING);

    /** Nothing was said: those of the class count. If it has none, the same as {@link #NONE}. */
    public static final Bounds UNSAID = NONE.with(FromClass.ALL);

    public Bounds {
        only = List.copyOf(only);
        stopAt = List.copyOf(stopAt);
        follow = List.copyOf(follow);
        if (depth < 0) {
            throw new IllegalArgumentException("depth " + depth + "; at least 0, the roots alone, is expected");
        }
        if (maxObjects < 1) {
            throw new IllegalArgumentException("maxObjects " + maxObjects + "; at least 1 is expected");
        }
    }

    /** Bounds are keys of maps, asked in each read by id. The generated method is called through method handles: 2 % of the processor time of such a read. */
    @Override
    public int hashCode() {
        return ((31 * depth + only.hashCode()) * 31 + stopAt.hashCode()) * 31 + follow.hashCode();
    }

    public Bounds withDepth(int steps) {
        return new Bounds(steps, only, stopAt, follow, inverses, maxObjects, said());
    }

    /** The same with a smaller depth, beside which the paths of the class count. */
    public Bounds withDepthAtMost(int steps) {
        return new Bounds(Math.min(depth, steps), only, stopAt, follow, inverses, maxObjects, fromClass);
    }

    public Bounds withOnly(List<String> paths) {
        return new Bounds(depth, paths, stopAt, follow, inverses, maxObjects, said());
    }

    public Bounds withStopAt(List<String> paths) {
        return new Bounds(depth, only, paths, follow, inverses, maxObjects, said());
    }

    public Bounds withFollow(List<String> paths) {
        return new Bounds(depth, only, stopAt, paths, inverses, maxObjects, said());
    }

    /** All that can be reached, and the same number of objects. */
    public Bounds complete() {
        return new Bounds(ANY_DEPTH, List.of(), List.of(), List.of(), true, maxObjects, said());
    }

    /** Once something is said, the paths and the depth of the class count no longer. */
    private FromClass said() {
        return fromClass == FromClass.NOTHING ? FromClass.NOTHING : FromClass.MAX_OBJECTS;
    }

    public Bounds withMaxObjects(long objects) {
        return new Bounds(depth, only, stopAt, follow, inverses, objects, fromClass);
    }

    /** The same beside which nothing of a class counts. */
    Bounds alone() {
        return with(FromClass.NOTHING);
    }

    private Bounds with(FromClass other) {
        return new Bounds(depth, only, stopAt, follow, inverses, maxObjects, other);
    }

    /** The bounds in force. */
    Bounds orOf(Bounds ofClass) {
        return switch (fromClass) {
            case NOTHING -> this;
            case MAX_OBJECTS -> orAtMost(ofClass.maxObjects);
            case ALL -> (hasMaxObjects() ? ofClass.withMaxObjects(maxObjects) : ofClass).withDepthAtMost(depth);
        };
    }

    /** Whether a number of objects was said. */
    public boolean hasMaxObjects() {
        return maxObjects != AS_THE_LOADER_SAYS;
    }

    /** The same with a number of objects, if none was said. */
    Bounds orAtMost(long objects) {
        return hasMaxObjects() || objects == AS_THE_LOADER_SAYS ? this : withMaxObjects(objects);
    }

    /** Whether something may be left out beside inverse collections. */
    boolean leavesOut() {
        return depth != ANY_DEPTH || !only.isEmpty() || !stopAt.isEmpty();
    }

    /** Whether it matters on which way an object was reached. */
    public boolean namesPaths() {
        return !only.isEmpty()
                || !stopAt.isEmpty()
                || !follow.isEmpty() && follow.stream().anyMatch(path -> path.indexOf('.') >= 0);
    }

    /** Whether inverse collections of other objects than the roots may be followed. */
    public boolean mayFollowInverses() {
        return inverses || !only.isEmpty() || !follow.isEmpty();
    }
}
