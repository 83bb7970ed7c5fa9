package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.UNKNOWN_VARIABLE;
import static dev.espalier.error.ErrorCode.VARIABLE_CIRCLE;
import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.NameList;
import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.FormulaParts;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.RqlQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The variables of one request: which are needed, in what order, and how often. */
final class Variables {

    private final Map<String, RqlQuery> queries = new TreeMap<>();
    private final Map<String, List<Expression.Variable>> uses = new HashMap<>();
    private final Set<String> inOrder = new LinkedHashSet<>();
    private final Map<String, Integer> needed = new HashMap<>();
    private final Set<String> kept = new HashSet<>();
    /** The name of the query itself. */
    private final String itself;

    /**
     * Finds out which variables need which.
     *
     * @param groups the conditions of a selection; a variable that is not given is refused where they are planned
     * @throws dev.espalier.error.QueryException if a variable is not given, or needs its own result
     */
    Variables(Request request, List<Expression> groups) {
        request.variables().forEach((name, definition) -> queries.put(name, definition.query()));
        itself = queries.containsKey("Q1") ? "the query" : "Q1";
        queries.put(itself, request.query());
        queries.forEach((name, query) -> uses.put(name, new Uses().of(query)));
        uses.forEach((name, used) -> used.forEach(use -> requireGiven(use, name)));
        new Uses()
                .of(groups).stream()
                        .filter(use -> request.variables().containsKey(use.name()))
                        .forEach(uses(itself)::add);
        follow(itself, new ArrayList<>());
        inOrder.forEach(name -> uses(name).forEach(use -> needed.merge(use.name(), 1, Integer::sum)));
        queries.keySet().forEach(name -> follow(name, new ArrayList<>()));
        inOrder.remove(itself);
    }

    /** Returns all variables, each after those that it uses. */
    Set<String> inOrder() {
        return inOrder;
    }

    /**
     * Returns whether a variable has to be evaluated first, once. Otherwise it is used in one place only, without limit or offset, and its
     * condition is inserted there.
     */
    boolean standsAlone(String name) {
        return needed.getOrDefault(name, 0) > 1 || query(name).isCut();
    }

    /** Records the use of a result. */
    void keep(String name) {
        kept.add(name);
    }

    /** Returns whether the query uses this result, directly or through other variables. */
    boolean isKept(String name) {
        return kept.contains(name) && needed.containsKey(name);
    }

    private RqlQuery query(String name) {
        return requireNonNull(queries.get(name), name);
    }

    private List<Expression.Variable> uses(String name) {
        return requireNonNull(uses.get(name), name);
    }

    private void requireGiven(Expression.Variable use, String by) {
        if (!queries.containsKey(use.name())) {
            List<String> given = queries.keySet().stream()
                    .filter(name -> !name.equals("Q1") && !name.equals("the query"))
                    .toList();
            throw mistakes(by)
                    .at(
                            use.position(),
                            UNKNOWN_VARIABLE,
                            "no query is given for " + use.name() + "; given are: "
                                    + (given.isEmpty() ? "none" : NameList.of(given)));
        }
    }

    private QueryErrors mistakes(String name) {
        String text = query(name).text();
        return name.equals(itself) ? QueryErrors.ofQuery(text) : QueryErrors.ofVariable(name, text);
    }

    private void follow(String name, List<String> path) {
        if (inOrder.contains(name)) {
            return;
        }
        path.add(name);
        for (Expression.Variable use : uses(name)) {
            if (path.contains(use.name())) {
                List<String> circle = new ArrayList<>(path.subList(path.indexOf(use.name()), path.size()));
                circle.add(use.name());
                throw mistakes(name)
                        .at(
                                use.position(),
                                VARIABLE_CIRCLE,
                                String.join(" uses ", circle)
                                        + "; expected variables that can be evaluated one after the other");
            }
            follow(use.name(), path);
        }
        path.remove(path.size() - 1);
        inOrder.add(name);
    }

    /** Collects the variables in an expression. */
    private static final class Uses implements Expression.Cases<Void> {

        private final List<Expression.Variable> found = new ArrayList<>();

        List<Expression.Variable> of(RqlQuery query) {
            all(FormulaParts.groups(query));
            return of(query.condition().stream().toList());
        }

        List<Expression.Variable> of(List<Expression> conditions) {
            all(conditions);
            return found;
        }

        private Void all(List<Expression> parts) {
            parts.forEach(part -> part.map(this));
            return null;
        }

        @Override
        public Void merge(Expression.Merge merge) {
            return all(merge.parts());
        }

        @Override
        public Void or(Expression.Or or) {
            return all(or.parts());
        }

        @Override
        public Void and(Expression.And and) {
            return all(and.parts());
        }

        @Override
        public Void not(Expression.Not not) {
            return not.part().map(this);
        }

        @Override
        public Void variable(Expression.Variable variable) {
            found.add(variable);
            return null;
        }

        @Override
        public Void quantified(Expression.Quantified quantified) {
            return all(quantified.group().stream().toList());
        }

        @Override
        public Void comparison(Expression.Comparison comparison) {
            return comparison.left() instanceof Operand.Count count
                    ? all(count.group().stream().toList())
                    : null;
        }

        @Override
        public Void in(Expression.In in) {
            return null;
        }

        @Override
        public Void inVariable(Expression.InVariable in) {
            return variable(in.variable());
        }

        @Override
        public Void match(Expression.Match match) {
            return null;
        }

        @Override
        public Void isNull(Expression.IsNull isNull) {
            return null;
        }

        @Override
        public Void isEmpty(Expression.IsEmpty isEmpty) {
            return null;
        }

        @Override
        public Void computed(Expression.Computed computed) {
            return all(FormulaParts.groups(computed.test()));
        }

        @Override
        public Void isClass(Expression.IsClass isClass) {
            return null;
        }
    }
}
