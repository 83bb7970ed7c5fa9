package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.NOT_GROUPED;
import static dev.espalier.error.ErrorCode.NO_VALUE;

import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.FormulaParts;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.RowTest;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlSelection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Plans one selection: its columns, and what becomes of its rows.
 *
 * <p>A selection with an aggregate is grouped by its columns without one. One of different rows is grouped by all its columns.
 */
final class SelectionPlans {

    private final OneQuery query;
    private final RqlSelection selection;
    private final QueryErrors mistakes;
    private final RowTree tree = new RowTree();
    private final FormulaPlans formulas;
    private final boolean hasAggregates;
    private final boolean isGrouped;
    private final List<PlannedFormula> keys = new ArrayList<>();
    private final List<RowPlan.Aggregate> aggregates = new ArrayList<>();
    private final Map<String, PlannedFormula> named = new HashMap<>();
    /** The names of columns that are not just fields of that name. */
    private final Set<String> renamed = new HashSet<>();

    SelectionPlans(OneQuery query, Scope scope, RqlSelection selection) {
        this.query = query;
        this.selection = selection;
        this.mistakes = query.mistakes();
        this.formulas = new FormulaPlans(query, scope, tree, FormulaPlans.Place.SELECTION);
        this.hasAggregates = selection.columns().stream().anyMatch(column -> Aggregation.isIn(column.formula()))
                || selection.having().filter(Aggregation::isIn).isPresent()
                || selection.orders().stream().anyMatch(order -> Aggregation.isIn(order.formula()));
        this.isGrouped = hasAggregates || selection.distinct();
    }

    RowPlan plan(Plan roots) {
        if (isGrouped) {
            selection.columns().stream()
                    .filter(column -> column.formula() instanceof Formula.Rows)
                    .findFirst()
                    .ifPresent(column -> {
                        throw mistakes.at(
                                column.formula().position(),
                                NOT_GROUPED,
                                Rql.print(column.formula()) + " is a list of rows, which has no place in "
                                        + (selection.distinct() ? "different rows" : "a group")
                                        + "; expected a selection without "
                                        + (selection.distinct() ? "DISTINCT" : "aggregates"));
                    });
            selection.columns().stream()
                    .map(RqlSelection.Column::formula)
                    .filter(formula -> !Aggregation.isIn(formula))
                    .map(formulas::ofFields)
                    .filter(key -> !hasAggregates || !Fields.isNone(key))
                    .distinct()
                    .forEach(keys::add);
        }
        List<RowPlan.Column> columns = formulas.columns(selection.columns(), this::planned);
        columns.forEach(column -> named.put(column.name(), column.formula()));
        selection.columns().stream()
                .filter(column -> !Rql.print(column.formula()).equals(column.name()))
                .forEach(column -> renamed.add(column.name()));
        Optional<PlannedTest> having = selection.having().map(test -> formulas.test(test, this::ofColumns));
        List<RowPlan.Order> orders = selection.orders().stream()
                .map(order -> new RowPlan.Order(formulas.plan(order.formula(), this::ofColumns), order.descending()))
                .toList();
        return new RowPlan(
                roots,
                tree.sources(),
                isGrouped,
                keys,
                aggregates,
                columns,
                having,
                orders,
                selection
                        .limit()
                        .map(value -> OptionalLong.of(query.constants().amount(value)))
                        .orElse(OptionalLong.empty()),
                selection.offset().map(query.constants()::amount).orElse(0L),
                selection);
    }

    private PlannedFormula planned(Formula formula) {
        return isGrouped ? formulas.plan(formula, this::ofGroup) : formulas.ofColumn(formula);
    }

    /** A name of a column stands for its values. */
    private Optional<PlannedFormula> ofColumns(Formula formula) {
        if (formula instanceof Path path
                && path.steps().size() == 1
                && path.steps().get(0) instanceof Path.Field field
                && field.only().isEmpty()
                && field.repetition().isEmpty()
                && named.containsKey(field.name())) {
            if (named.get(field.name()) instanceof PlannedFormula.Rows) {
                throw mistakes.at(
                        formula.position(),
                        NO_VALUE,
                        "the column " + field.name() + " has rows, which are no value; expected a value of one row");
            }
            return Optional.of(named.get(field.name()));
        }
        return isGrouped ? ofGroup(formula) : Optional.empty();
    }

    /** Returns a key of the group or an aggregate; empty for a formula that is made of them. */
    private Optional<PlannedFormula> ofGroup(Formula formula) {
        if (FormulaParts.isAggregate(formula)) {
            RowPlan.Aggregate aggregate = formulas.aggregate(formula);
            return Optional.of(new PlannedFormula.Aggregate(place(aggregate), aggregate.type()));
        }
        if (Aggregation.isIn(formula) || Aggregation.namesColumn(formula, renamed)) {
            return Optional.empty();
        }
        PlannedFormula planned = formulas.ofFields(formula);
        int key = keys.indexOf(planned);
        if (key >= 0) {
            return Optional.of(new PlannedFormula.Key(key, planned.type()));
        }
        if (formula instanceof Path) {
            throw mistakes.at(
                    formula.position(),
                    NOT_GROUPED,
                    Rql.print(formula)
                            + (selection.distinct()
                                    ? " is no column, so that one of the different rows can have several values of it; expected a column"
                                    : " can have several values in a group; expected an aggregate of it, or a column of it"));
        }
        return Optional.empty();
    }

    private int place(RowPlan.Aggregate aggregate) {
        for (int i = 0; i < aggregates.size(); i++) {
            if (aggregates.get(i).isSameAs(aggregate)) {
                return i;
            }
        }
        aggregates.add(aggregate);
        return aggregates.size() - 1;
    }

    /** The aggregates in the text of a selection. */
    private static final class Aggregation {

        static boolean isIn(Formula formula) {
            return FormulaParts.any(formula, FormulaParts::isAggregate);
        }

        static boolean isIn(RowTest test) {
            return FormulaParts.any(test, FormulaParts::isAggregate);
        }

        static boolean namesColumn(Formula formula, Set<String> names) {
            return !(formula instanceof Path)
                    && FormulaParts.any(
                            formula,
                            part -> part instanceof Path path
                                    && path.steps().size() == 1
                                    && path.steps().get(0) instanceof Path.Field field
                                    && names.contains(field.name()));
        }
    }
}
