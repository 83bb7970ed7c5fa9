package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.NOT_RECURSIVE;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.FormulaParts;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.rql.RqlSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Plans queries on one model. Thread-safe. */
public final class Planner {

    private final ObjectModel model;

    /**
     * @param model the classes that queries can speak of
     */
    public Planner(ObjectModel model) {
        this.model = model;
    }

    /**
     * Plans a query for the objects of its own class, without variables; see {@link #plan(Request)}.
     */
    public Plan plan(RqlQuery query, PersistentClass root, Map<String, Object> parameters) {
        return plan(Request.of(query, root, parameters));
    }

    /**
     * Plans a request.
     *
     * @param request the query, its variables and its parameters
     * @return the plan, with all values in it
     * @throws QueryException if the query does not fit the model, or the parameters do not fit the query
     */
    public Plan plan(Request request) {
        return plan(request, List.of(), (query, plan) -> kept -> kept);
    }

    /**
     * Plans a request and a selection of the objects that it finds.
     *
     * @param request the query, its variables, and the parameters of both
     * @return the plan, with all values in it
     * @throws QueryException if the query or the selection does not fit the model, or the parameters fit neither
     */
    public RowPlan plan(Request request, RqlSelection selection) {
        return plan(
                request,
                FormulaParts.groups(selection),
                (query, roots) ->
                        new SelectionPlans(query.selection(selection.text()), Scope.of(roots.answer()), selection)
                                .plan(roots)::with);
    }

    /** @param groups the conditions of the selection */
    private <P> P plan(
            Request request, List<Expression> groups, BiFunction<OneQuery, Plan, Function<Plan, P>> further) {
        Variables variables = new Variables(request, groups);
        Parameters parameters = new Parameters(
                request.parameters(), QueryErrors.ofQuery(request.query().text()));
        OneQuery query = OneQuery.of(model, request, variables, parameters);
        List<Plan.Variable> results = new ArrayList<>();
        for (String name : variables.inOrder()) {
            results.add(new Plan.Variable(name, query.variable(name).plan(Optional.empty())));
        }
        Plan plan = query.plan(ancestors(request));
        Function<Plan, P> planned = further.apply(query, plan);
        Optional<QueryException> surplus = parameters.surplus();
        if (surplus.isPresent()) {
            throw surplus.get();
        }
        return planned.apply(plan.with(results.stream()
                .filter(result -> variables.isKept(result.name()))
                .toList()));
    }

    /**
     * Plans a value of each object of a class.
     *
     * @param text a path that reaches one value at most, or an aggregate, such as {@code SUM(lines.price)}
     * @throws QueryException if it does not fit the model
     */
    public PlannedValue value(String text, PersistentClass type) {
        Operand operand = Rql.operand(text);
        Request request = Request.of(
                new RqlQuery(text, Optional.empty(), List.of(), Optional.empty(), Optional.empty()), type, Map.of());
        OneQuery query = OneQuery.of(
                model, request, new Variables(request, List.of()), new Parameters(Map.of(), QueryErrors.ofQuery(text)));
        return new ValuePlans(query, Scope.of(type)).plan(operand, text, type);
    }

    /**
     * Plans a query for all values of its parameters.
     *
     * @param names the names of the parameters
     * @return empty if a value decides the form of the plan, or the query is wrong
     */
    public Optional<PlanTemplate<Plan>> template(RqlQuery query, PersistentClass root, Set<String> names) {
        return template(names, true, parameters -> plan(query, root, parameters));
    }

    /**
     * Plans a query and a selection for all values of their parameters.
     *
     * @param names the names of the parameters
     * @return empty if a value decides the form of the plan, as each one in the selection does, or one of the two is wrong
     */
    public Optional<PlanTemplate<RowPlan>> template(
            RqlQuery query, RqlSelection selection, PersistentClass root, Set<String> names) {
        return template(names, false, parameters -> plan(Request.of(query, root, parameters), selection));
    }

    private static <P> Optional<PlanTemplate<P>> template(
            Set<String> names, boolean hasAmounts, PlanTemplate.Planning<P> planning) {
        try {
            return Optional.of(PlanTemplate.of(names, hasAmounts, planning));
        } catch (QueryException | PlanTemplate.NoTemplate none) {
            return Optional.empty();
        }
    }

    private Optional<Ancestors> ancestors(Request request) {
        PersistentClass root = request.root();
        if (request.answer() instanceof Request.Answer.Owners owners) {
            return Optional.of(
                    new Ancestors.ToOwners(owners.type(), new References(model).between(owners.type(), root)));
        }
        if (request.answer() instanceof Request.Answer.Roots roots) {
            List<Step> relations = roots.relations().isEmpty()
                    ? new References(model).between(root, root)
                    : roots.relations().stream()
                            .flatMap(path -> backwards(path, root).stream())
                            .distinct()
                            .toList();
            return Optional.of(new Ancestors.ToRoots(root, relations, roots.cycles()));
        }
        return Optional.empty();
    }

    /** Returns the inverse steps of a path from the root class to itself. The path is no part of the query's text. */
    private List<Step> backwards(Path path, PersistentClass root) {
        String text = Rql.print(path);
        QueryErrors inPath = QueryErrors.ofQuery(text);
        Paths paths = new Paths(model, inPath);
        ResolvedPath reach = paths.reach(Scope.of(root), path);
        PersistentClass ends = reach.objects();
        if (ends == null || !paths.related(ends, root)) {
            throw inPath.at(
                    1,
                    NOT_RECURSIVE,
                    "this does not lead from " + root + " to objects of " + root + ", whose roots are asked for");
        }
        List<Step> back = new ArrayList<>();
        List<Step> steps = reach.stepsToObjects(ends);
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Step.Members members && steps.get(i + 1) instanceof Step.Follow follow) {
                back.add(new Step.Holders(
                        members.collection().declaringClass(), members.collection(), follow.reference()));
                i++;
            } else if (steps.get(i) instanceof Step.Follow follow
                    && follow.reference().row() instanceof FieldRef.Row.Objects objects) {
                back.add(new Step.Referrers(objects.type(), follow.reference()));
            } else if (steps.get(i) instanceof Step.Referrers referrers
                    && path.steps().stream().noneMatch(Path.Inverse.class::isInstance)) {
                back.add(new Step.Follow(
                        referrers.reference(),
                        ((FieldRef.Content.Reference) referrers.reference().content()).target()));
            } else {
                throw inPath.at(
                        1, NOT_RECURSIVE, "roots are looked for against the direction of fields; expected fields only");
            }
        }
        return back;
    }
}
