package dev.espalier.internal.graph;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Reports structures that are larger than most programs expect, once for each class of roots. Safe for any number of threads. */
final class LargeStructures {

    /** The most objects beside its roots for which an answer is not reported. */
    static final int LARGE = 10_000;

    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /**
     * Returns what is to be said of an answer; empty if nothing is.
     *
     * @param root the class of its roots
     * @param roots how many roots it has
     * @param objects how many objects it has, roots included
     * @param largest the relation by which most of them came, as {@link FoundObjects#relation}
     */
    Optional<String> report(String root, int roots, int objects, Answer.Grown largest) {
        if (objects - roots <= LARGE || !reported.add(root)) {
            return Optional.empty();
        }
        String relation = largest.relation().split(", ")[0];
        String field = relation.substring(relation.indexOf('.') + 1);
        return Optional.of(String.format(
                Locale.ROOT,
                "%,d %s of class %s came with %,d other objects, %,d of them by %s; stopAt(\"%s\") leaves these out, depth(1) all but the nearest; @Bounds of the class, or Settings.bounds, says so for all reads",
                roots,
                roots == 1 ? "object" : "objects",
                root,
                objects - roots,
                largest.objects(),
                largest.relation(),
                field));
    }
}
