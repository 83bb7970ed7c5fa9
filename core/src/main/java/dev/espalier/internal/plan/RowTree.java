package dev.espalier.internal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a selection, gathered while its formulas are planned. Equal steps from a source lead to one child, but for those of nested columns, which each have
 * children of their own.
 */
final class RowTree {

    private final List<Growing> sources;
    /** The source at which paths begin. */
    private final int from;
    /** The number of the nested column; 0 for the selection. */
    private final int nested;

    private record Growing(
            int parent,
            @Nullable Step step,
            Condition narrowing,
            Condition condition,
            List<FieldRef> fields,
            int nested) {

        boolean isMany() {
            return step != null && !(step instanceof Step.Follow);
        }
    }

    RowTree() {
        this(new ArrayList<>(), 0, 0);
        sources.add(new Growing(-1, null, Condition.ALWAYS, Condition.ALWAYS, new ArrayList<>(), nested));
    }

    private RowTree(List<Growing> sources, int from, int nested) {
        this.sources = sources;
        this.from = from;
        this.nested = nested;
    }

    /** Returns the tree for the path of another nested column, which begins where the paths of this one do. */
    RowTree nested() {
        return new RowTree(
                sources,
                from,
                1 + sources.stream().mapToInt(Growing::nested).max().orElse(0));
    }

    /** Returns the tree for paths that begin at a source. */
    RowTree from(int source) {
        return new RowTree(sources, source, nested);
    }

    int from() {
        return from;
    }

    /** Returns the source at the end of steps. A class in brackets behind a collection keeps only the members of the class.
     * Members that are objects and missing are no rows. */
    int source(List<Step> steps, Condition condition) {
        int source = from;
        for (int i = 0; i < steps.size(); i++) {
            boolean isLast = i == steps.size() - 1;
            Condition narrowing = !isLast
                            && steps.get(i) instanceof Step.Members
                            && steps.get(i + 1) instanceof Step.Follow follow
                            && follow.narrows()
                    ? Condition.some(follow, Condition.ALWAYS)
                    : Condition.ALWAYS;
            source = child(source, steps.get(i), narrowing, isLast ? condition : Condition.ALWAYS);
        }
        return source;
    }

    private int child(int parent, Step step, Condition narrowing, Condition condition) {
        for (int i = 1; i < sources.size(); i++) {
            Growing source = sources.get(i);
            if (source.parent == parent
                    && source.nested == nested
                    && step.equals(source.step)
                    && narrowing.equals(source.narrowing)
                    && condition.equals(source.condition)) {
                return i;
            }
        }
        sources.add(new Growing(parent, step, narrowing, condition, new ArrayList<>(), nested));
        return sources.size() - 1;
    }

    /** Adds the sources of another tree, of which those at equal steps are one. Returns their places. */
    int[] add(List<RowPlan.Source> others) {
        int[] places = new int[others.size()];
        for (int i = 1; i < places.length; i++) {
            RowPlan.Source other = others.get(i);
            places[i] = child(
                    places[other.parent()], Objects.requireNonNull(other.step()), other.narrowing(), other.condition());
        }
        return places;
    }

    /** Returns the place of a field among those that are read of a source. */
    int field(int source, FieldRef field) {
        List<FieldRef> fields = sources.get(source).fields;
        int known = fields.indexOf(field);
        if (known >= 0) {
            return known;
        }
        fields.add(field);
        return fields.size() - 1;
    }

    /** Returns whether each object of a source belongs to one row of the parent, and so on up to the root, so that no other row repeats it. */
    boolean isOneWay(int source) {
        int at = source;
        while (at > 0 && sources.get(at).step instanceof Step.Referrers) {
            at = sources.get(at).parent;
        }
        return at == 0;
    }

    /** Returns the field at a place of a source. */
    FieldRef field(int source, int at) {
        return sources.get(source).fields.get(at);
    }

    /** Returns the nearest source on the way to the root that can have several rows: itself, one above it, or the root. */
    int many(int source) {
        int at = source;
        while (at > 0 && !sources.get(at).isMany()) {
            at = sources.get(at).parent;
        }
        return at;
    }

    /** Returns whether a source is another one or lies above it. */
    boolean isAbove(int above, int source) {
        int at = source;
        while (at > above) {
            at = sources.get(at).parent;
        }
        return at == above;
    }

    @Nullable
    Step step(int source) {
        return sources.get(source).step;
    }

    List<RowPlan.Source> sources() {
        return sources.stream()
                .map(source -> new RowPlan.Source(
                        source.parent, source.step, source.narrowing, source.condition, source.fields, source.nested))
                .toList();
    }

    /** Returns the sources that have several rows and are used by a formula, the root included. */
    Set<Integer> manyOf(PlannedFormula formula) {
        Set<Integer> found = new TreeSet<>();
        found.add(0);
        Fields.of(formula, field -> found.add(many(field.source())));
        return found;
    }
}
