package dev.espalier.internal.search;

import dev.espalier.error.QueryException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.search.explanation.Advice;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.sql.Select;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the objects of plans. Thread-safe; each thread uses a session of its own. */
public final class Search {

    private final Schema schema;
    private final Statistics statistics;

    /**
     * Creates a search.
     *
     * @param schema the tables
     * @param statistics the known indexes and row counts
     */
    public Search(Schema schema, Statistics statistics) {
        this.schema = schema;
        this.statistics = statistics;
    }

    /**
     * Returns the result of a plan, by the strategy with the lowest estimated cost.
     *
     * @param session has an open transaction
     * @param plan the plan
     * @return the ids in order, and the course of the search
     * @throws QueryException if the query names more values than the engine accepts
     */
    public SearchResult find(Session session, Plan plan) {
        return find(session, plan, Optional.empty());
    }

    /** Returns the result of a plan by a given strategy. A plan that needs steps is executed in steps. */
    public SearchResult find(Session session, Plan plan, Strategy strategy) {
        return find(session, plan, Optional.of(strategy));
    }

    private SearchResult find(Session session, Plan plan, Optional<Strategy> wanted) {
        Execution run = execution(session, plan, wanted);
        return run.found(run.answer(plan));
    }

    /**
     * Returns the course of a plan and its first roots, with advice on missing indexes. The rows for the advice are counted, which takes about as long
     * as the search. The ids of other roots are not kept.
     *
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     * @param most the maximum number of roots; the explanation counts all
     */
    public Advised advised(Session session, Plan plan, Optional<Strategy> wanted, int most) {
        Execution run = execution(session, plan, wanted);
        SearchResult found = run.first(run.answer(plan), most);
        return new Advised(found, run.advice(plan));
    }

    /**
     * A result with advice.
     *
     * @param advice the most useful index first
     */
    public record Advised(SearchResult found, List<Advice> advice) {

        public Advised {
            advice = List.copyOf(advice);
        }
    }

    /**
     * Counts the objects of a plan. One statement counts them if it finds them.
     *
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     */
    public long count(Session session, Plan plan, Optional<Strategy> wanted) {
        Execution run = execution(session, plan, wanted);
        long all = plan.ancestors().isPresent()
                ? run.ancestors(plan, plan.condition()).size()
                : run.count(plan);
        return Math.min(Math.max(0, all - plan.offset()), plan.limit().orElse(Long.MAX_VALUE));
    }

    /**
     * Returns whether a plan has any object.
     *
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     */
    public boolean exists(Session session, Plan plan, Optional<Strategy> wanted) {
        Plan one = plan.atMost(1);
        long enough = plan.offset() == Long.MAX_VALUE ? Long.MAX_VALUE : plan.offset() + 1;
        Execution run = execution(session, one, wanted);
        IdSet found = plan.ancestors().isPresent()
                ? run.ancestors(plan, plan.condition())
                : run.find(one, plan.condition(), Optional.of(TopN.any(enough)));
        return found.size() > plan.offset() && one.limit().getAsLong() > 0;
    }

    /**
     * Returns one page of a plan. All pages of a plan take the same time, wherever they are in the order.
     *
     * @param plan a plan without limit and offset
     * @param size the number of objects
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     * @param after the position before the page; empty for the first one
     */
    public ResultPage page(Session session, Plan plan, long size, Optional<Strategy> wanted, Optional<Position> after) {
        return execution(session, plan, wanted).page(plan, size, after);
    }

    /**
     * Returns a value of each of some objects.
     *
     * @param plan a plan of all objects of the class
     * @param ids objects of the class
     * @return the values by the ids; objects without one are omitted
     */
    public Map<Long, Object> values(Session session, Plan plan, PlannedValue value, long[] ids) {
        return execution(session, plan, Optional.empty()).steps.values().of(value, IdSet.of(ids));
    }

    /**
     * Returns the statements for the ids of the roots, one for each concrete class, if one statement for each class gives each root once. Its first source is
     * the table of the class, so that its caller can select all columns. The rows come in the order of the plan if it has sort keys or a limit, else in any
     * order.
     *
     * @param plan the plan
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     */
    public Optional<RootSelects> roots(Session session, Plan plan, Optional<Strategy> wanted) {
        return RootStatements.areIn(plan, wanted)
                ? new RootStatements(execution(session, plan, wanted), plan).answer(List.of())
                : Optional.empty();
    }

    /**
     * Returns the same for the roots behind a position.
     *
     * @param plan has other sort keys than the id, each in the objects' own rows
     * @param position a value for each key, or placeholders for it
     */
    public Optional<RootSelects> roots(Session session, Plan plan, Optional<Strategy> wanted, List<Constant> position) {
        return RootStatements.areIn(plan, wanted)
                ? new RootStatements(execution(session, plan, wanted), plan)
                        .answer(position.stream().map(Optional::of).toList())
                : Optional.empty();
    }

    /** Returns the same for all objects that fulfil the condition of a plan, in any order, whatever limit it has. */
    public Optional<List<Select>> objects(Session session, Plan plan, Optional<Strategy> wanted) {
        return RootStatements.areIn(plan, wanted)
                ? new RootStatements(execution(session, plan, wanted), plan).unsorted()
                : Optional.empty();
    }

    /** Returns the same for their ids alone, each of which may come several times. The plan has no offset. */
    public Optional<List<Select>> ids(Session session, Plan plan, Optional<Strategy> wanted) {
        return RootStatements.areIn(plan, wanted)
                ? new RootStatements(execution(session, plan, wanted), plan).ids()
                : Optional.empty();
    }

    /** Returns statements of which one gives a row if the values of a moment lead to many objects, so that a search in steps takes less than the statements above. */
    public List<Select> looksAhead(Session session, Plan plan, Optional<Strategy> wanted) {
        return RootStatements.areIn(plan, wanted)
                ? new RootStatements(execution(session, plan, wanted), plan).looksAhead()
                : List.of();
    }

    /** Returns the indexes that stand now. Another object means that other ones do. */
    public Object indexes() {
        return statistics.indexes();
    }

    /**
     * Returns the statement for the first roots behind a position, in the order of their ids, if they are of one concrete class.
     *
     * @param most the maximum number of roots
     */
    public Optional<Select> roots(
            Session session, Plan plan, Optional<Strategy> wanted, Optional<Position> after, long most) {
        return rootsBehind(session, plan, wanted, after.map(Position::keys).orElse(List.of()), most);
    }

    /** Returns the same for the first roots behind an id, or a placeholder for it. */
    public Optional<Select> roots(Session session, Plan plan, Optional<Strategy> wanted, Constant after, long most) {
        return rootsBehind(session, plan, wanted, List.of(Optional.of(after)), most);
    }

    private Optional<Select> rootsBehind(
            Session session, Plan plan, Optional<Strategy> wanted, List<Optional<Constant>> position, long most) {
        if (!RootStatements.haveFirst(plan, wanted) || most == 0) {
            return Optional.empty();
        }
        Execution run = execution(session, plan, wanted);
        TopN cut = new TopN(most, 0, plan.fields(), run.chooser.isLargePart(plan.condition(), plan.root()));
        return new RootStatements(run, plan).behind(KeyConditions.behind(plan.fields(), position), cut);
    }

    private Execution execution(Session session, Plan plan, Optional<Strategy> wanted) {
        return new Execution(session, schema, statistics, plan, wanted);
    }
}
