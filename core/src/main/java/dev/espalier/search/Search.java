package dev.espalier.search;

import dev.espalier.error.QueryException;
import dev.espalier.jdbc.Session;
import dev.espalier.plan.Condition;
import dev.espalier.plan.Plan;
import dev.espalier.schema.Schema;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds the roots that plans ask for. Safe for any number of threads, each with a session of its own.
 */
public final class Search {

    private final Schema schema;
    private final Statistics statistics;

    /**
     * @param schema the tables
     * @param statistics what is known about them
     */
    public Search(Schema schema, Statistics statistics) {
        this.schema = schema;
        this.statistics = statistics;
    }

    /**
     * Finds what a plan asks for, in the way that promises to be the fastest.
     *
     * @param session asked in the transaction that is open on it
     * @param plan what to look for
     * @return the ids in order, and how they were found
     * @throws QueryException if the query names more values at once than the engine takes
     */
    public Found find(Session session, Plan plan) {
        return find(session, plan, Optional.empty());
    }

    /**
     * Finds what a plan asks for in a way that is given. What can only be done in steps is done in steps.
     */
    public Found find(Session session, Plan plan, Way way) {
        return find(session, plan, Optional.of(way));
    }

    private Found find(Session session, Plan plan, Optional<Way> wanted) {
        long start = System.nanoTime();
        Questions questions = new Questions(session);
        Relations relations = new Relations(schema, statistics, questions, table -> statistics.rows(session, table));
        Costs costs = new Costs(schema, statistics);
        OneStatement oneStatement = new OneStatement(schema, questions);
        Chooser.Choice choice = wanted.filter(way -> way == Way.STEPS || Demand.ONE_STATEMENT.isMetBy(plan.condition()))
                .map(way -> new Chooser.Choice(way, "asked for"))
                .orElseGet(() -> new Chooser(costs, session.dialect()).choose(plan, oneStatement));

        requireValues(plan, oneStatement, session.dialect().limits().binds());
        IdSet found = plan.condition().equals(Condition.NEVER) ? new IdSet()
                : choice.way() == Way.STEPS ? new Steps(costs, relations).find(plan.condition(), plan.root())
                : oneStatement.find(plan, choice.way());
        long[] ids = new Ordering(relations).sorted(plan, found);

        Duration total = Duration.ofNanos(System.nanoTime() - start);
        return new Found(ids, new Explanation(choice.way(), choice.reason(), questions.stages(), ids.length, total));
    }

    /** Every way asks some table for all the values that one list names. */
    private static void requireValues(Plan plan, OneStatement oneStatement, int most) {
        int values = Demand.ONE_STATEMENT.isMetBy(plan.condition()) ? oneStatement.size(plan).binds() : 0;
        if (values > most) {
            throw new QueryException("too-many-values", plan.query().text(), 1, "the query compares with " + values
                    + " values; this engine takes at most " + most + " at once");
        }
    }
}
