package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.UNKNOWN_VARIABLE;
import static dev.espalier.error.ErrorCode.WRONG_CLASS;
import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.RqlQuery;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Plans one query of a request: the query itself, or one of its variables. For one request, by one thread. */
final class OneQuery {

    private final ObjectModel model;
    private final Request request;
    private final Variables variables;
    private final RqlQuery query;
    private final PersistentClass root;
    private final Parameters parameters;
    private final QueryErrors mistakes;
    private final Constants constants;
    private final Paths paths;

    private OneQuery(
            ObjectModel model,
            Request request,
            Variables variables,
            RqlQuery query,
            PersistentClass root,
            Parameters parameters,
            QueryErrors mistakes) {
        this.model = model;
        this.request = request;
        this.variables = variables;
        this.query = query;
        this.root = root;
        this.parameters = parameters;
        this.mistakes = mistakes;
        this.constants = new Constants(mistakes, parameters);
        this.paths = new Paths(model, mistakes);
    }

    /** Returns the planner of the query itself. */
    static OneQuery of(ObjectModel model, Request request, Variables variables, Parameters parameters) {
        return new OneQuery(
                model,
                request,
                variables,
                request.query(),
                request.root(),
                parameters,
                QueryErrors.ofQuery(request.query().text()));
    }

    /** Returns the planner of a variable of the same request. */
    OneQuery variable(String name) {
        Request.Definition definition = requireNonNull(request.variables().get(name), name);
        QueryErrors ofVariable = QueryErrors.ofVariable(name, definition.query().text());
        return new OneQuery(
                model,
                request,
                variables,
                definition.query(),
                definition.root(),
                parameters.ofVariable(ofVariable),
                ofVariable);
    }

    /** Returns the planner of the formulas of a selection from the same objects. */
    OneQuery selection(String text) {
        QueryErrors ofSelection = QueryErrors.ofQuery(text);
        return new OneQuery(model, request, variables, query, root, parameters.ofSelection(ofSelection), ofSelection);
    }

    Plan plan(Optional<Ancestors> ancestors) {
        List<Condition> parts = query.condition()
                .map(expression -> parts(Scope.of(root), expression))
                .orElse(List.of(Condition.ALWAYS));
        SortKeys keys = new SortKeys(this, ancestors.map(Ancestors::answer).orElse(root));
        List<SortKey> orders = keys.plan(query.orders());
        OptionalLong limit = query.limit()
                .map(value -> OptionalLong.of(constants.amount(value)))
                .orElse(OptionalLong.empty());
        return new Plan(
                List.of(),
                root,
                parts,
                ancestors,
                orders,
                limit,
                query.offset().map(constants::amount).orElse(0L),
                query);
    }

    Condition condition() {
        return query.condition()
                .map(expression -> fulfils(Scope.of(root), expression))
                .orElse(Condition.ALWAYS);
    }

    /** Returns the parts of a union. They stay separate if they decide the order of the result: at the top, and without an ORDER BY. */
    private List<Condition> parts(Scope scope, Expression expression) {
        if (!(expression instanceof Expression.Merge merge && query.orders().isEmpty())) {
            return List.of(fulfils(scope, expression));
        }
        List<Condition> parts = merge.parts().stream()
                .map(part -> fulfils(scope, part))
                .filter(part -> !part.equals(Condition.NEVER))
                .distinct()
                .toList();
        return parts.isEmpty() ? List.of(Condition.NEVER) : parts;
    }

    private Condition fulfils(Scope scope, Expression expression) {
        return expression.map(new Conditions(this, scope));
    }

    QueryErrors mistakes() {
        return mistakes;
    }

    Paths paths() {
        return paths;
    }

    Constants constants() {
        return constants;
    }

    Parameters parameters() {
        return parameters;
    }

    /** Returns the condition that an object is in a variable's result. */
    Condition inResult(Expression.Variable variable, PersistentClass type) {
        if (!request.variables().containsKey(variable.name())) { // an expression on its own has none
            throw mistakes.at(
                    variable.position(),
                    UNKNOWN_VARIABLE,
                    "no query is given for " + variable.name() + "; expected an expression without variables");
        }
        PersistentClass found = request.variables().get(variable.name()).root();
        if (!paths.related(found, type)) {
            throw mistakes.at(
                    variable.position(),
                    WRONG_CLASS,
                    variable.name() + " finds objects of " + found + "; expected a query for " + type);
        }
        if (variables.standsAlone(variable.name()) || !type.isSubclassOf(found)) {
            variables.keep(variable.name());
            return new Condition.InResult(variable.name(), found);
        }
        return variable(variable.name()).condition();
    }
}
