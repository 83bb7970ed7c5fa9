package dev.espalier.internal.plan;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.rql.RqlSelection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Plans for the rows of all objects of a class, with the fields that formulas are made of. */
final class ObjectRowPlans {

    private ObjectRowPlans() {}

    /**
     * Returns the plan for the rows of sources, the first of which is that of the objects.
     *
     * @param formula made of the rows
     */
    static RowPlan of(PersistentClass type, Formula formula, RowTree sources) {
        Plan all = new Plan(
                List.of(),
                type,
                List.of(Condition.ALWAYS),
                Optional.empty(),
                List.of(),
                OptionalLong.empty(),
                0,
                new RqlQuery("", Optional.empty(), List.of()));
        RqlSelection selection = new RqlSelection(
                Rql.print(formula),
                false,
                List.of(new RqlSelection.Column(1, formula, Optional.empty())),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        return new RowPlan(
                all,
                sources.sources(),
                false,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                OptionalLong.empty(),
                0,
                selection);
    }
}
