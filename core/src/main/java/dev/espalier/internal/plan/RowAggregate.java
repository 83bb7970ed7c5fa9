package dev.espalier.internal.plan;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition.Aggregation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of the rows to which only one way leads from each object.
 *
 * @param value the same as it was planned
 * @param type the class of the objects
 */
record RowAggregate(
        ObjectValue value, PersistentClass type, List<RowPlan.Source> sources, RowPlan.Aggregate aggregate) {

    /** The rows that are aggregated: the steps to them, and which of those rows count. */
    record Way(PersistentClass type, List<Object> steps) {}

    /** Returns empty if several ways can lead to a row, or if the rows are not those of a selection. */
    static Optional<RowAggregate> of(ObjectValue value) {
        if (value instanceof PlannedValue ofPath) {
            return ofPath(ofPath);
        }
        FormulaAggregate formula = (FormulaAggregate) value;
        return formula.isOneWay()
                ? Optional.of(new RowAggregate(
                        value, formula.rows().roots().answer(), formula.rows().sources(), formula.aggregate()))
                : Optional.empty();
    }

    private static Optional<RowAggregate> ofPath(PlannedValue value) {
        FieldRef slot = value.slot();
        if (value.aggregation() == null || !isOneWay(value.steps())) {
            return Optional.empty();
        }
        RowTree tree = new RowTree();
        int source = tree.source(value.steps(), Condition.ALWAYS);
        boolean isEachCounted = value.condition().equals(Condition.ALWAYS);
        if (value.aggregation() == Aggregation.COUNT && slot.content() instanceof FieldRef.Content.Id) {
            return isEachCounted ? Optional.of(made(value, tree, source, null)) : Optional.empty();
        }
        boolean isPresentCounted =
                value.aggregation() == Aggregation.COUNT && value.condition().equals(Condition.present(slot));
        if (!(slot.content() instanceof FieldRef.Content.Value content) || !isEachCounted && !isPresentCounted) {
            return Optional.empty();
        }
        FormulaType type = FormulaType.of(content.type());
        return isMadeByEngines(value.aggregation(), type)
                ? Optional.of(
                        made(value, tree, source, new PlannedFormula.Field(source, tree.field(source, slot), type)))
                : Optional.empty();
    }

    /** Whether some engine makes the aggregate in groups. Others take less alone: no rows of theirs are read but the values. */
    private static boolean isMadeByEngines(Aggregation aggregation, FormulaType type) {
        return switch (aggregation) {
            case COUNT -> true;
            case SUM, AVG -> type.kind() != FormulaType.Kind.FLOAT;
            case MIN, MAX -> type.isOrderedAlike();
        };
    }

    private static RowAggregate made(
            PlannedValue value, RowTree tree, int source, PlannedFormula.@Nullable Field argument) {
        return new RowAggregate(
                value,
                value.type(),
                tree.sources(),
                new RowPlan.Aggregate(
                        Objects.requireNonNull(value.aggregation()),
                        false,
                        source,
                        argument,
                        argument == null ? FormulaType.WHOLE : argument.type(),
                        0));
    }

    private static boolean isOneWay(List<Step> steps) {
        int last = steps.size() - 1;
        return last >= 0
                && steps.subList(0, last).stream().allMatch(Step.Referrers.class::isInstance)
                && (steps.get(last) instanceof Step.Members || steps.get(last) instanceof Step.Referrers);
    }

    Way way() {
        List<Object> steps = new ArrayList<>();
        for (int at = aggregate.source(); at > 0; at = sources.get(at).parent()) {
            RowPlan.Source source = sources.get(at);
            steps.add(List.of(Objects.requireNonNull(source.step()), source.narrowing(), source.condition()));
        }
        return new Way(type, steps);
    }

    /** Returns the aggregate in a tree, to which its sources are added. */
    RowPlan.Aggregate in(RowTree tree) {
        int[] places = tree.add(sources);
        OtherFields there = new OtherFields(field -> new PlannedFormula.Field(
                places[field.source()],
                tree.field(
                        places[field.source()],
                        sources.get(field.source()).fields().get(field.index())),
                field.type()));
        PlannedFormula argument = aggregate.argument();
        return aggregate.at(places[aggregate.source()], argument == null ? null : there.in(argument));
    }
}
