package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One step of a change of the catalog's rows. {@link CatalogTables} takes it in a session, and a script writes it down. */
public sealed interface CatalogStep {

    /** Deletes the rows of a state. */
    record Clear(Table table, State state) implements CatalogStep {
        public Clear {
            requireNonNull(table);
            requireNonNull(state);
        }
    }

    /** Inserts rows, without those values that the state and the order give. */
    record Fill(Table table, State state, List<List<String>> rows) implements CatalogStep {
        public Fill {
            requireNonNull(table);
            requireNonNull(state);
            rows = List.copyOf(rows);
        }
    }

    /** The rows of a state are those of now from then on. */
    record BecomeNow(Table table, State state) implements CatalogStep {
        public BecomeNow {
            requireNonNull(table);
            requireNonNull(state);
        }
    }

    /** Deletes rows of {@link SystemTables#META}. */
    record Forget(State state, List<String> names) implements CatalogStep {
        public Forget {
            requireNonNull(state);
            names = List.copyOf(names);
        }
    }

    /** Writes rows of {@link SystemTables#META}, and replaces rows of the same names. */
    record Put(State state, Map<String, String> rows) implements CatalogStep {
        public Put {
            requireNonNull(state);
            rows = Map.copyOf(rows);
        }
    }

    /**
     * Writes what has changed.
     *
     * @param before what stands there; null for nothing
     */
    static List<CatalogStep> write(State state, @Nullable Description before, Description after) {
        DescriptionRows now = before == null ? DescriptionRows.NONE : DescriptionRows.of(before);
        DescriptionRows next = DescriptionRows.of(after);
        List<CatalogStep> steps = new ArrayList<>();
        for (Table table : SystemTables.DESCRIBING) {
            if (before == null || !next.of(table).equals(now.of(table))) {
                steps.add(new Clear(table, state));
                steps.add(new Fill(table, state, next.of(table)));
            }
        }
        putChanged(
                state,
                before == null ? Map.of() : CatalogRows.meta(before.level(), now),
                CatalogRows.meta(after.level(), next),
                steps);
        return steps;
    }

    /**
     * Puts the description of a state in the place of what stands there.
     *
     * @param before what stands there; null for nothing
     */
    static List<CatalogStep> becomeNow(State state, @Nullable Description before, Description after) {
        List<CatalogStep> steps = new ArrayList<>();
        for (Table table : SystemTables.DESCRIBING) {
            steps.add(new Clear(table, State.NOW));
            steps.add(new BecomeNow(table, state));
        }
        steps.add(new Forget(state, CatalogRows.names()));
        putChanged(
                State.NOW,
                before == null ? Map.of() : CatalogRows.meta(before.level(), DescriptionRows.of(before)),
                CatalogRows.meta(after.level(), DescriptionRows.of(after)),
                steps);
        return steps;
    }

    /** Rows of {@link SystemTables#META} that do not change are left alone: bulk loads lock one of them. */
    private static void putChanged(
            State state, Map<String, String> before, Map<String, String> after, List<CatalogStep> steps) {
        Map<String, String> changed = new TreeMap<>(after);
        changed.entrySet().removeAll(before.entrySet());
        if (!changed.isEmpty()) {
            steps.add(new Put(state, changed));
        }
    }

    /** Takes the description of a state away. */
    static List<CatalogStep> remove(State state) {
        List<CatalogStep> steps = new ArrayList<>();
        SystemTables.DESCRIBING.forEach(table -> steps.add(new Clear(table, state)));
        steps.add(new Forget(state, CatalogRows.names()));
        return steps;
    }
}
