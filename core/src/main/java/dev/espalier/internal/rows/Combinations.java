package dev.espalier.internal.rows;

import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.search.selection.SourceRow;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Combines the rows of some sources: each combination has one row of each, or none if a source's parent leads to none. */
final class Combinations {

    private final RowPlan plan;
    private final int[] sources;
    /** For each source its place among the children of its parent. */
    private final int[] places;
    /** For each source one whose row is there before and is the same, if the source has it; -1 for none. */
    private final int[] sames;

    /**
     * Creates the combinations of sources and those above them.
     *
     * @param wanted the places of the sources
     * @param fixed those of which a row is there before
     */
    Combinations(RowPlan plan, Set<Integer> wanted, Set<Integer> fixed) {
        this.plan = plan;
        this.sources = withAncestors(plan, wanted).stream()
                .filter(source -> !fixed.contains(source))
                .mapToInt(Integer::intValue)
                .toArray();
        this.places = new int[plan.sources().size()];
        int[] children = new int[plan.sources().size()];
        for (int source = 1; source < places.length; source++) {
            places[source] = children[plan.sources().get(source).parent()]++;
        }
        this.sames = IntStream.range(0, places.length)
                .map(source -> fixed.stream()
                        .filter(before -> isPart(
                                plan.sources().get(source), plan.sources().get(before)))
                        .findFirst()
                        .orElse(-1))
                .toArray();
    }

    /** Whether a source has only some of the rows of another one, to which the same way leads. */
    private static boolean isPart(RowPlan.Source some, RowPlan.Source all) {
        return some.step() != null
                && some.step().equals(all.step())
                && some.parent() == all.parent()
                && some.narrowing().equals(all.narrowing())
                && !some.condition().equals(all.condition());
    }

    /** Returns some sources, those above them, and the root. */
    static Set<Integer> withAncestors(RowPlan plan, Set<Integer> sources) {
        Set<Integer> all = new TreeSet<>(List.of(0));
        for (int source : sources) {
            for (int at = source; at > 0; at = plan.sources().get(at).parent()) {
                all.add(at);
            }
        }
        return all;
    }

    /** Runs for each combination, with the rows of the sources in their places. */
    void forEach(@Nullable SourceRow[] rows, Runnable each) {
        combine(0, rows, each);
    }

    private void combine(int at, @Nullable SourceRow[] rows, Runnable each) {
        if (at == sources.length) {
            Interruption.check();
            each.run();
            return;
        }
        int source = sources[at];
        SourceRow parent = rows[plan.sources().get(source).parent()];
        List<SourceRow> children = parent == null ? List.of() : parent.children(places[source]);
        if (sames[source] >= 0) {
            SourceRow same = rows[sames[source]];
            children = children.stream()
                    .filter(child -> same != null && child.id() == same.id())
                    .toList();
        }
        if (children.isEmpty()) {
            rows[source] = null;
            combine(at + 1, rows, each);
        }
        for (SourceRow child : children) {
            rows[source] = child;
            combine(at + 1, rows, each);
        }
    }
}
