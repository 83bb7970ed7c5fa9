package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.NO_IDENTITY;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.FormulaParts;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Rql;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plans conditions on what is computed of a row. A formula has one value, which can be missing; with a missing value no comparison holds but {@code !=}, as with an
 * empty slot.
 */
final class ComputedConditions {

    private final OneQuery query;
    private final Scope scope;

    ComputedConditions(OneQuery query, Scope scope) {
        this.query = query;
        this.scope = scope;
    }

    Condition plan(Expression.Computed computed) {
        RowTree sources = new RowTree();
        int row = scope.row() instanceof FieldRef.Row.Members members
                ? sources.source(List.of(new Step.Members(members.collection())), Condition.ALWAYS)
                : 0;
        List<ObjectValue> aggregates = new ArrayList<>();
        PlannedTest test = new FormulaPlans(query, scope, sources.from(row), FormulaPlans.Place.CONDITION)
                .test(computed.test(), part -> aggregate(part, aggregates));
        return (aggregates.isEmpty() ? years(computed, test) : Optional.<Condition>empty())
                .orElseGet(() -> new Condition.Computed(
                        test,
                        sources.sources(),
                        row,
                        aggregates,
                        Rql.print(computed.test()),
                        query.mistakes(),
                        computed.position()));
    }

    private Optional<PlannedFormula> aggregate(Formula formula, List<ObjectValue> aggregates) {
        if (scope.row() instanceof FieldRef.Row.Objects objects) {
            return new ObjectAggregates(query, scope, objects.type()).plan(formula, aggregates);
        }
        if (FormulaParts.isAggregate(formula)) {
            throw query.mistakes()
                    .at(
                            formula.position(),
                            NO_IDENTITY,
                            "the members of a collection have no identity by which " + Rql.print(formula)
                                    + " could be made for each; expected a comparison of it with a value");
        }
        return Optional.empty();
    }

    /** Returns a test of the year of a date as the condition that the date is within these years; empty for another test. */
    private Optional<Condition> years(Expression.Computed computed, PlannedTest test) {
        List<Formula> paths = FormulaParts.all(computed.test()).stream()
                .filter(Path.class::isInstance)
                .toList();
        return paths.size() == 1
                ? YearRange.of(test, query.paths().reach(scope, (Path) paths.get(0)))
                : Optional.empty();
    }
}
