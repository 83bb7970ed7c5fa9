package dev.espalier.internal.graph;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Reports structures that are larger than most programs expect, once for each class of roots. Safe for any number of threads. */
final class LargeStructures {

    /** The most objects beside its roots for which an answer is not reported. */
    static final int LARGE = 10_000;

    private final ObjectModel model;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    LargeStructures(ObjectModel model) {
        this.model = model;
    }

    /**
     * Returns what is to be said of an answer; empty if nothing is.
     *
     * @param root the class of its roots
     * @param roots how many roots it has
     * @param objects how many objects it has, roots included
     * @param grown by what they came, as {@link FoundObjects#relation}; the roots came by their class
     */
    Optional<String> report(String root, int roots, int objects, List<Answer.Grown> grown) {
        Optional<Answer.Grown> largest = grown.stream()
                .filter(one -> model.find(one.relation()) == null)
                .max(Comparator.comparingLong(Answer.Grown::objects));
        if (objects - roots <= LARGE || largest.isEmpty() || !reported.add(root)) {
            return Optional.empty();
        }
        List<Relation> relations = Arrays.stream(largest.get().relation().split(", "))
                .map(this::relation)
                .toList();
        return Optional.of(String.format(
                Locale.ROOT,
                "%,d %s of class %s came with %,d other objects, %,d of them by %s; stopAt(\"%s\") leaves these out%s; @Bounds of the class, or Settings.bounds, says so for all reads",
                roots,
                roots == 1 ? "object" : "objects",
                root,
                objects - roots,
                largest.get().objects(),
                largest.get().relation(),
                relations.stream().map(Relation::path).distinct().collect(Collectors.joining(", ")),
                relations.stream().anyMatch(Relation::isPart) ? "" : ", depth(1) all but the nearest"));
    }

    /** @param isPart whether it holds parts, which no depth leaves out */
    private record Relation(String path, boolean isPart) {}

    /** @param text a class, which may have a name with points, and a path from it */
    private Relation relation(String text) {
        PersistentClass owner = model.classes().stream()
                .filter(type -> text.startsWith(type.name() + "."))
                .max(Comparator.comparingInt(type -> type.name().length()))
                .orElseThrow();
        String path = text.substring(owner.name().length() + 1);
        Attribute attribute = owner.attribute(path);
        return new Relation(path, attribute != null && attribute.isPart());
    }
}
