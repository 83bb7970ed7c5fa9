package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.MANY_VALUES;
import static dev.espalier.error.ErrorCode.NO_VALUE;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Plans the values by which objects are sorted. */
final class SortKeys {

    private final OneQuery query;
    private final Scope scope;
    private final QueryErrors mistakes;
    private final PersistentClass type;
    private final ObjectAggregates aggregates;

    /** @param sorted the class of the objects */
    SortKeys(OneQuery query, PersistentClass sorted) {
        this.query = query;
        this.scope = Scope.of(sorted);
        this.mistakes = query.mistakes();
        this.type = sorted;
        this.aggregates = new ObjectAggregates(query, scope, sorted);
    }

    /** Plans the keys. A path that is given again is left out: it leaves the same objects equal. A formula may have other values of parameters. */
    List<SortKey> plan(List<RqlQuery.Order> orders) {
        List<SortKey> keys = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (RqlQuery.Order order : orders) {
            SortKey key = plan(order);
            if (!(order.formula() instanceof Path path) || known.add(Rql.print(path))) {
                keys.add(key);
            }
        }
        return keys;
    }

    private SortKey plan(RqlQuery.Order order) {
        return order.formula() instanceof Path path
                ? stored(path, order.descending())
                : computed(order.formula(), order.descending());
    }

    private Plan.Order stored(Path path, boolean descending) {
        ResolvedPath reach = query.paths().reach(scope, path);
        List<Step.Follow> steps = new ArrayList<>();
        for (Step step : reach.steps()) {
            if (!(step instanceof Step.Follow follow)) {
                throw mistakes.at(
                        path.position(),
                        MANY_VALUES,
                        "the path leads through " + step
                                + ", which can have many; an order needs one value for each object, such as MAX("
                                + Rql.print(path) + ")");
            }
            steps.add(follow);
        }
        if (!(reach.slot().content() instanceof FieldRef.Content.Value
                || reach.slot().content() instanceof FieldRef.Content.Id)) {
            throw mistakes.at(
                    path.position(),
                    NO_VALUE,
                    reach.slot().spoken() + " has no order of its own; expected a value in it, or its id");
        }
        return new Plan.Order(steps, reach.slot(), descending);
    }

    private ComputedKey computed(Formula formula, boolean descending) {
        RowTree sources = new RowTree();
        List<ObjectValue> values = new ArrayList<>();
        PlannedFormula planned = new FormulaPlans(query, scope, sources, FormulaPlans.Place.ORDER)
                .plan(formula, part -> aggregates.plan(part, values));
        if (Fields.isNone(planned) && values.isEmpty()) {
            throw mistakes.at(
                    formula.position(),
                    NO_VALUE,
                    Rql.print(formula) + " is the same for all objects; expected a path, or what is computed of one");
        }
        return new ComputedKey(
                planned,
                ObjectRowPlans.of(type, formula, sources),
                values,
                descending,
                Rql.print(formula),
                mistakes,
                formula.position());
    }
}
