package dev.espalier.internal.query;

import dev.espalier.internal.graph.RootQuery;
import dev.espalier.internal.graph.StatementTexts;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.Placeholder;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.PlanTemplate;
import dev.espalier.internal.search.Search;
import dev.espalier.internal.search.Strategy;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A query that was planned, searched for its statements and rendered once, for all values of its parameters that leave the plan as it is. There is one
 * statement for each class, on its table and on those that references lead to. An index that vanishes later makes it slower, not wrong. Safe for any number of threads.
 */
final class CompiledQuery {

    /** Pages of more sizes are compiled anew. */
    private static final int MOST_PAGES = 16;

    private final PlanTemplate<Plan> template;
    private final Search search;
    private final Optional<Strategy> strategy;
    private final Map<Form, Optional<List<Form.Compiled>>> forms = new ConcurrentHashMap<>();

    /**
     * The part of the answer that is asked for.
     *
     * @param most how many roots at most; negative for all
     * @param behind whether they come behind an id
     */
    private record Form(long most, boolean behind) {

        private record Compiled(Select select, StatementTexts texts) {}
    }

    CompiledQuery(PlanTemplate<Plan> template, Search search, Optional<Strategy> strategy) {
        this.template = template;
        this.search = search;
        this.strategy = strategy;
    }

    /** Returns the query with values; empty if they need a plan of their own. */
    Optional<Execution> with(Map<String, Object> parameters) {
        Object[][] values = template.values(parameters, 1);
        return values == null ? Optional.empty() : Optional.of(new Execution(values));
    }

    /** One execution. */
    final class Execution {

        private final Object[][] values;

        private Execution(Object[][] values) {
            this.values = values;
        }

        /** Returns the plan. Its condition has placeholders for values. */
        Plan plan() {
            return template.plan();
        }

        /** Returns the query for all roots of each concrete class; empty if more than one statement is needed for one. */
        Optional<List<RootQuery>> all(Session session) {
            return queries(new Form(-1, false), () -> search.roots(session, plan(), strategy));
        }

        /** Returns the query for the first roots. */
        Optional<List<RootQuery>> first(Session session, long most) {
            return queries(
                    new Form(most, false),
                    () -> search.roots(session, plan(), strategy, Optional.empty(), most)
                            .map(List::of));
        }

        /** Returns the query for the first roots behind an id. */
        Optional<List<RootQuery>> behind(Session session, long id, long most) {
            int last = values.length - 1;
            values[last] = new Object[] {id};
            Placeholder position = given -> given[last][0];
            return queries(
                    new Form(most, true),
                    () -> search.roots(session, plan(), strategy, new Constant(List.of(position)), most)
                            .map(List::of));
        }

        private Optional<List<RootQuery>> queries(Form form, Supplier<Optional<List<Select>>> searching) {
            Optional<List<Form.Compiled>> known = forms.get(form);
            if (known == null) {
                known = searching
                        .get()
                        .map(selects -> selects.stream()
                                .map(select -> new Form.Compiled(select, new StatementTexts()))
                                .toList());
                if (forms.size() >= MOST_PAGES) {
                    forms.clear();
                }
                if (known.isPresent()) { // an index that is made later may be the reason for one statement
                    forms.put(form, known);
                }
            }
            return known.map(all -> all.stream()
                    .map(compiled ->
                            new RootQuery(compiled.select, compiled.texts, statement -> filled(statement, values)))
                    .toList());
        }
    }

    /** Returns a statement with values in the places of its placeholders. */
    static Statement filled(Statement statement, Object[][] values) {
        List<Expression.Bind> binds = new ArrayList<>(statement.binds().size());
        for (Expression.Bind bind : statement.binds()) {
            binds.add(
                    bind.value() instanceof Placeholder placeholder
                            ? new Expression.Bind(bind.type(), placeholder.value(values))
                            : bind);
        }
        return new Statement(statement.text(), binds);
    }
}
