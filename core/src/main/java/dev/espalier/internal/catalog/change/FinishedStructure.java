package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.tables.Drop;
import dev.espalier.internal.catalog.tables.Drop.Kind;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Structure;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.catalog.tables.StructureOfModel;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The facts about the columns and indexes that stay.
 *
 * @param drops the indexes that go
 * @param steps the same without those that go with their columns
 */
record FinishedStructure(Structure structure, List<Drop> drops, List<FinishPlan.Step> steps) {

    static FinishedStructure of(
            Found found, OpeningPlan opening, UnusedLines lines, UnusedTables tables, Dialect dialect) {
        return new Reduction(found, opening, lines, tables, dialect).finished();
    }

    /** Goes through the facts. */
    private static final class Reduction {

        private final Found found;
        private final OpeningPlan opening;
        private final Schema schema;
        private final UnusedLines lines;
        private final UnusedTables tables;
        private final Dialect dialect;

        private final Set<String> ownTables;
        private final Structure required;
        private final Structure parts;
        /** All indexes of the model, as {@code table.index}. */
        private final Map<String, Index> indexes;

        private final Set<Index> chosen;
        /** The indexes that single fields ask for, then those too of the level {@code values}. */
        private final Set<Index> asked;

        private final Set<Index> values;

        private final List<Drop> drops = new ArrayList<>();
        private final List<FinishPlan.Step> steps = new ArrayList<>();

        Reduction(Found found, OpeningPlan opening, UnusedLines lines, UnusedTables tables, Dialect dialect) {
            this.found = found;
            this.opening = opening;
            this.schema = opening.schema();
            this.lines = lines;
            this.tables = tables;
            this.dialect = dialect;
            this.ownTables = schema.tables().stream().map(Table::name).collect(Collectors.toSet());
            this.required = StructureOfModel.requirements(schema);
            this.parts = StructureOfModel.parts(schema);
            this.indexes = schema.indexes(true, true).stream()
                    .collect(Collectors.toMap(
                            index -> index.table().name() + "." + index.name(), index -> index, (a, b) -> a));
            this.chosen = Set.copyOf(opening.choice().chosen());
            this.asked = Set.copyOf(schema.indexes(false, false));
            this.values = Set.copyOf(schema.indexes(true, false));
        }

        FinishedStructure finished() {
            Map<Subject, Set<String>> left = new TreeMap<>();
            opening.description().structure().facts().forEach((subject, words) -> {
                if (!tables.tables().contains(subject.table())) {
                    left.put(subject, left(subject, words));
                }
            });
            return new FinishedStructure(new Structure(left), drops, steps);
        }

        private Set<String> left(Subject subject, Set<String> words) {
            boolean isColumnDropped = tables.has(subject.table(), subject.name());
            Predicate<String> isDroppedColumn = column -> tables.has(subject.table(), column);
            return switch (subject.kind()) {
                case CLASS -> without(words, lines.classes()::contains);
                case OWNER -> without(words, tables.tables()::contains);
                case DISTINCT, KEYS -> without(words, isDroppedColumn);
                case REFERS, MEMBER ->
                    isColumnDropped ? Set.of() : orAll(without(words, lines.classes()::contains), words);
                case NEEDS -> isColumnDropped ? Set.of() : without(words, isDroppedColumn);
                case FEWEST, REQUIRES ->
                    isColumnDropped
                            ? Set.of()
                            : schema.model().hasJavaClasses() && ownTables.contains(subject.table())
                                    ? required.of(subject)
                                    : words;
                case PART ->
                    isColumnDropped ? Set.of() : ownTables.contains(subject.table()) ? parts.of(subject) : words;
                case INDEX, UNIQUE ->
                    ownTables.contains(subject.table()) ? levels(subject, words, indexes.get(subject.column())) : words;
            };
        }

        private static Set<String> without(Set<String> words, Predicate<String> isGone) {
            return words.stream().filter(word -> !isGone.test(word)).collect(Collectors.toSet());
        }

        private static Set<String> orAll(Set<String> some, Set<String> all) {
            return some.isEmpty() ? all : some;
        }

        private Set<String> levels(Subject subject, Set<String> levels, @Nullable Index index) {
            if (isUnwanted(subject, levels, index)) {
                drop(subject);
            }
            return index == null || opening.choice().left().contains(index)
                    ? Set.of()
                    : Set.of(Structure.level(asked, values, index));
        }

        /** An index that stood because older programs wanted it is dropped. One that the level never wanted was built by hand, and stays. */
        private boolean isUnwanted(Subject subject, Set<String> levels, @Nullable Index index) {
            String level = opening.description().level();
            boolean wasWanted = levels.contains(Structure.ASKED) || level.equals("both") || levels.contains(level);
            return wasWanted
                    && (index == null || !chosen.contains(index))
                    && found.indexes().contains(Layout.lower(subject.column()));
        }

        private void drop(Subject index) {
            Drop drop = new Drop(Kind.INDEX, index.table(), index.name());
            drops.add(drop);
            boolean isOfColumn = index.columns().stream().anyMatch(column -> tables.has(index.table(), column));
            if (!isOfColumn) {
                steps.add(FinishPlan.Step.of("drop index " + index.column(), drop, 0, dialect));
            }
        }
    }
}
