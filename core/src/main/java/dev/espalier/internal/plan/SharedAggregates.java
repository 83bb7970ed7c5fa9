package dev.espalier.internal.plan;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Formula;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Aggregates of the same rows to which an object leads, so that one statement can make them all.
 *
 * <pre>
 * SUM(lines.count * lines.cents) > 2 * SUM(lines.cents)    of the lines of an order
 * </pre>
 *
 * @param values the aggregates as they were planned
 * @param rows the combinations of rows to which each object leads
 * @param aggregates the same, of one group for each object
 * @param id the place of the id among the fields of the object's row
 */
public record SharedAggregates(List<ObjectValue> values, RowPlan rows, List<RowPlan.Aggregate> aggregates, int id) {

    public SharedAggregates {
        values = List.copyOf(values);
        aggregates = List.copyOf(aggregates);
    }

    /** Returns those of some aggregates that have the same rows as others, those of the same rows together. */
    public static List<SharedAggregates> of(List<ObjectValue> values) {
        Map<RowAggregate.Way, List<RowAggregate>> byWay = new LinkedHashMap<>();
        values.stream()
                .distinct()
                .forEach(value -> RowAggregate.of(value)
                        .ifPresent(one -> byWay.computeIfAbsent(one.way(), way -> new ArrayList<>())
                                .add(one)));
        return byWay.values().stream()
                .filter(several -> several.size() > 1)
                .map(SharedAggregates::shared)
                .toList();
    }

    private static SharedAggregates shared(List<RowAggregate> several) {
        PersistentClass type = several.get(0).type();
        RowTree tree = new RowTree();
        List<RowPlan.Aggregate> aggregates =
                several.stream().map(one -> one.in(tree)).toList();
        int id = tree.field(0, FieldRef.id(type));
        return new SharedAggregates(
                several.stream().map(RowAggregate::value).toList(),
                ObjectRowPlans.of(type, new Formula.CountRows(1), tree),
                aggregates,
                id);
    }

    /** Returns the rows in one group for each object. Its only key is the object's id. */
    public RowPlan groups() {
        return rows.grouped(new PlannedFormula.Field(0, id, FormulaType.WHOLE), aggregates);
    }

    /** Returns the aggregates for a title. */
    public String written() {
        return String.join(
                ", ",
                values.stream()
                        .map(value -> value instanceof PlannedValue ofPath
                                ? ofPath.text()
                                : ((FormulaAggregate) value).written())
                        .toList());
    }
}
