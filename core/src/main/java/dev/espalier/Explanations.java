package dev.espalier;

import dev.espalier.internal.plan.PagedRows;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.query.Explained;
import dev.espalier.internal.query.ExplainedRows;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.search.explanation.Strategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Makes the public explanation of how a query was answered. */
final class Explanations {

    private Explanations() {}

    static Explanation of(Explained explained) {
        dev.espalier.internal.search.explanation.Explanation search = explained.search();
        return new Explanation(
                Rql.print(explained.plan().query()),
                explained.plan().toString(),
                search(search, explained.enginePlans()),
                new Explanation.Load(
                        explained.load().bounds(),
                        explained.load().roots(),
                        explained.load().objects(),
                        explained.load().statements(),
                        explained.load().time()),
                explained.missing().stream().map(Explanations::advice).toList());
    }

    /** Nothing is loaded for the rows of a selection. */
    static Explanation of(ExplainedRows explained) {
        RowPlan plan = explained.plan();
        String query = Rql.print(plan.roots().query());
        return new Explanation(
                (query.isEmpty() ? "all" : query) + "\nselect " + Rql.print(plan.selection()),
                plan.roots().toString() + plan + pages(plan),
                search(explained.course(), explained.enginePlans()),
                new Explanation.Load("", explained.course().found(), Map.of(), 0, Duration.ZERO),
                List.of());
    }

    /** Says which objects a page of the rows is made of. */
    private static String pages(RowPlan plan) {
        return PagedRows.of(plan).isOfSomeObjects()
                ? "a page is made of the objects behind the last one\n"
                : "a page is made of all rows\n";
    }

    private static Explanation.Search search(
            dev.espalier.internal.search.explanation.Explanation search, List<Optional<String>> enginePlans) {
        List<Explanation.Step> steps = new ArrayList<>();
        for (int i = 0; i < search.stages().size(); i++) {
            steps.add(step(search.stages().get(i), enginePlans.get(i)));
        }
        boolean inSteps = search.strategy() == Strategy.STEPS || search.strategy() == Strategy.NARROWED;
        return new Explanation.Search(
                inSteps ? SearchStrategy.STEPS : SearchStrategy.STATEMENT,
                search.strategy().name(),
                search.reason(),
                steps,
                search.found(),
                search.total());
    }

    private static Explanation.Step step(
            dev.espalier.internal.search.explanation.Explanation.Stage stage, Optional<String> enginePlan) {
        OptionalDouble expected = stage.expected() < 0 ? OptionalDouble.empty() : OptionalDouble.of(stage.expected());
        return new Explanation.Step(
                stage.title(),
                stage.sql(),
                stage.statements(),
                stage.keys(),
                expected,
                stage.rows(),
                stage.time(),
                enginePlan);
    }

    private static Explanation.Advice advice(Explained.MissingIndex index) {
        return new Explanation.Advice(
                index.stage() + 1, index.place(), index.statement(), index.rowsRead(), index.rowsExpected());
    }
}
