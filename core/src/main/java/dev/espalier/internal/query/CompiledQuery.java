package dev.espalier.internal.query;

import dev.espalier.internal.graph.RootQuery;
import dev.espalier.internal.graph.StatementTexts;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.Placeholder;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.PlanTemplate;
import dev.espalier.internal.search.Position;
import dev.espalier.internal.search.RootSelects;
import dev.espalier.internal.search.Search;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * A query that was planned, searched for its statements and rendered once, for all values of its parameters that leave the plan as it is. There is one
 * statement for each class. If other indexes stand than before, the statements are made anew. Safe for any number of threads.
 */
final class CompiledQuery {

    /** Statements for more parts of the answer are made anew. */
    private static final int MOST_FORMS = 16;

    private final PlanTemplate<Plan> template;
    private final Search search;
    private final Optional<Strategy> strategy;
    private volatile Made made;

    private enum Part {
        ROOTS,
        BEHIND,
        IDS,
        COUNT,
        ANY
    }

    /**
     * The part of the answer that is asked for.
     *
     * @param most how many roots at most; negative for all
     * @param limit that of the plan; negative for none
     * @param skips whether the plan has an offset, whose number does not matter
     */
    private record Form(Part part, long most, long limit, boolean skips) {}

    /** @param indexes those that stood before the statements were made; statements of former ones are forgotten, also one that is still being made */
    private record Made(Object indexes, Map<Form, Compiled> statements) {

        Made(Object indexes) {
            this(indexes, new ConcurrentHashMap<>());
        }
    }

    /**
     * @param least see {@link RootSelects}
     * @param looks statements of which one gives a row if the values lead to so many objects that a search in steps takes less
     */
    private record Compiled(List<OfClass> classes, long least, List<Statement> looks) {}

    /** @param alone the statement without more columns */
    private record OfClass(Select select, StatementTexts texts, Statement alone) {}

    CompiledQuery(PlanTemplate<Plan> template, Search search, Optional<Strategy> strategy) {
        this.template = template;
        this.search = search;
        this.strategy = strategy;
        this.made = new Made(search.indexes());
    }

    /** Returns the query with values; empty if they need a plan of their own. */
    Optional<Execution> with(Map<String, Object> parameters) {
        Object[][] values = template.values(parameters, 2);
        return values == null
                ? Optional.empty()
                : PlanTemplate.cut(template.plan(), parameters).map(plan -> new Execution(plan, values));
    }

    /**
     * Queries for roots.
     *
     * @param queries one for each concrete class
     * @param least see {@link RootSelects}
     */
    record Roots(List<RootQuery> queries, long least) {}

    /** One execution. Each method returns nothing if more than one statement is needed for one class. */
    final class Execution {

        private final Plan plan;
        private final Object[][] values;

        private Execution(Plan plan, Object[][] values) {
            this.plan = plan;
            this.values = values;
            values[values.length - 2] = new Object[] {plan.offset()};
        }

        /** Returns the plan. Its condition has placeholders for values. */
        Plan plan() {
            return plan;
        }

        private Form form(Part part, long most) {
            return new Form(part, most, plan.limit().orElse(-1), plan.offset() > 0);
        }

        /**
         * Returns the queries for the roots.
         *
         * @param most how many at most; empty for all
         */
        Optional<Roots> roots(Session session, OptionalLong most) {
            return ofRoots(session, most).map(all -> new Roots(queries(all.classes), all.least));
        }

        private List<RootQuery> queries(List<OfClass> classes) {
            List<RootQuery> queries = new ArrayList<>(classes.size());
            for (OfClass one : classes) {
                queries.add(query(one));
            }
            return queries;
        }

        /** Returns the query for the first roots of a page. */
        Optional<RootQuery> first(Session session, long most) {
            return ofRoots(session, OptionalLong.of(most)).map(this::only);
        }

        /**
         * Returns the query for the roots of a page that is sorted by stored values of the objects' own rows.
         *
         * @param after the position before the page; empty for the first one
         * @param size how many roots it has; one more is asked for
         */
        Optional<SortedPage> sortedPage(Session session, Optional<Position> after, int size) {
            if (!SortedPage.isPossible(plan)) {
                return Optional.empty();
            }
            long most = size + 1L;
            Optional<Compiled> found;
            if (after.isEmpty()) {
                found = ofRoots(session, OptionalLong.of(most));
            } else {
                Object[] position = SortedPage.columns(plan, after.get());
                if (position == null) {
                    return Optional.empty();
                }
                int last = values.length - 1;
                values[last] = position;
                found = compiled(
                        session,
                        form(Part.BEHIND, most),
                        () -> search.roots(session, plan.atMost(most), strategy, SortedPage.placeholders(plan, last)));
            }
            return found.flatMap(all -> {
                OfClass one = all.classes.get(0);
                return SortedPage.of(
                        plan,
                        one.select,
                        kept -> new RootQuery(one.select, one.texts, statement -> filled(statement, values), kept),
                        all.least,
                        size);
            });
        }

        /** Returns the query for the first roots behind an id. */
        Optional<RootQuery> behind(Session session, long id, long most) {
            int last = values.length - 1;
            values[last] = new Object[] {id};
            Placeholder position = given -> given[last][0];
            return compiled(
                            session,
                            form(Part.BEHIND, most),
                            () -> search.roots(session, plan(), strategy, new Constant(List.of(position)), most)
                                    .map(select -> new RootSelects(List.of(select), 0)))
                    .map(this::only);
        }

        /**
         * Returns the ids of the roots. Those of one class come in the order of the plan, if it has one, else they are rising.
         *
         * @param mayHave whether there may be that many
         */
        Optional<long[]> ids(Session session, LongPredicate mayHave) {
            return plan().keys().size() == 1 && plan().limit().isEmpty() && plan().offset() == 0
                    ? inAnyOrder(session)
                    : ofRoots(session, OptionalLong.empty())
                            .filter(all -> mayHave.test(all.least))
                            .flatMap(all -> {
                                long[] ids = ids(session, all);
                                return ids.length < all.least ? Optional.empty() : Optional.of(ids);
                            });
        }

        private Optional<long[]> inAnyOrder(Session session) {
            return compiled(
                            session,
                            form(Part.IDS, -1),
                            () -> search.ids(session, plan(), strategy).map(selects -> new RootSelects(selects, 0)))
                    .map(all -> rising(ids(session, all)));
        }

        private long[] ids(Session session, Compiled all) {
            LongStream.Builder ids = LongStream.builder();
            read(session, all, row -> ids.add(row.getLong(1)));
            return ids.build().toArray();
        }

        /** Sorts ids, and leaves out those that came before. */
        private static long[] rising(long[] ids) {
            Arrays.sort(ids);
            int kept = 0;
            for (int i = 0; i < ids.length; i++) {
                if (i == 0 || ids[i] != ids[i - 1]) {
                    ids[kept++] = ids[i];
                }
            }
            return Arrays.copyOf(ids, kept);
        }

        /** Returns the number of objects that fulfil the condition. */
        OptionalLong count(Session session) {
            return number(
                    session,
                    form(Part.COUNT, -1),
                    () -> search.objects(session, plan(), strategy),
                    select -> select.selecting(List.of(new Expression.CountAll())));
        }

        /** Returns 0 if no object fulfils the condition, else another number. */
        OptionalLong any(Session session) {
            return number(
                    session,
                    form(Part.ANY, 1),
                    () -> plan().offset() == 0 ? search.ids(session, plan(), strategy) : Optional.empty(),
                    select -> select.limit(1L, 0));
        }

        private OptionalLong number(
                Session session, Form form, Supplier<Optional<List<Select>>> found, UnaryOperator<Select> of) {
            Optional<Compiled> all = compiled(
                    session,
                    form,
                    () -> found.get()
                            .map(selects ->
                                    new RootSelects(selects.stream().map(of).toList(), 0)));
            if (all.isEmpty()) {
                return OptionalLong.empty();
            }
            long[] number = {0};
            read(session, all.get(), row -> number[0] += row.getLong(1));
            return OptionalLong.of(number[0]);
        }

        private void read(Session session, Compiled all, RowReader reader) {
            all.classes.forEach(one -> session.query(filled(one.alone, values), reader));
        }

        private Optional<Compiled> compiled(Session session, Form form, Supplier<Optional<RootSelects>> searching) {
            return CompiledQuery.this
                    .compiled(session, form, searching)
                    .filter(all -> all.looks.stream().noneMatch(look -> session.givesRow(filled(look, values))));
        }

        private Optional<Compiled> ofRoots(Session session, OptionalLong most) {
            return compiled(
                    session,
                    form(Part.ROOTS, most.orElse(-1)),
                    () -> search.roots(session, most.isPresent() ? plan().atMost(most.getAsLong()) : plan(), strategy));
        }

        private RootQuery only(Compiled all) {
            return query(all.classes.get(0));
        }

        private RootQuery query(OfClass one) {
            return new RootQuery(one.select, one.texts, statement -> filled(statement, values), null);
        }
    }

    private Optional<Compiled> compiled(Session session, Form form, Supplier<Optional<RootSelects>> searching) {
        Object standing = search.indexes();
        Made now = made;
        if (standing != now.indexes) {
            now = new Made(standing);
            made = now;
        }
        Map<Form, Compiled> statements = now.statements;
        Compiled known = statements.get(form);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Compiled> compiled = searching.get().map(roots -> compiled(session, roots));
        if (statements.size() >= MOST_FORMS) {
            statements.clear();
        }
        compiled.ifPresent(one -> statements.put(form, one));
        return compiled;
    }

    private Compiled compiled(Session session, RootSelects roots) {
        return new Compiled(
                roots.selects().stream()
                        .map(this::skipping)
                        .map(select -> new OfClass(
                                select, new StatementTexts(), session.dialect().render(select)))
                        .toList(),
                roots.least(),
                search.looksAhead(session, template.plan(), strategy).stream()
                        .map(session.dialect()::render)
                        .toList());
    }

    /** Puts a placeholder for the offset into a statement that has one, if a parameter gives it. */
    private Select skipping(Select select) {
        int at = template.length();
        Placeholder offset = given -> given[at][0];
        return select.offset() > 0 && PlanTemplate.hasOffsetOfParameter(template.plan())
                ? select.skipping(new Expression.Bind(ColumnType.BIGINT, offset))
                : select;
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
