package dev.espalier.search;

import dev.espalier.error.QueryException;
import dev.espalier.jdbc.Session;
import dev.espalier.plan.Condition;
import dev.espalier.plan.Plan;
import dev.espalier.schema.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

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
        Run run = new Run(session, plan, wanted);
        return run.found(run.answer(plan));
    }

    /**
     * How many objects a plan asks for; where one statement finds them, it counts them.
     *
     * @param wanted the way, empty for the one that promises to be the fastest
     */
    public long count(Session session, Plan plan, Optional<Way> wanted) {
        Run run = new Run(session, plan, wanted);
        long all = plan.climb().isPresent() ? run.climbed(plan, plan.condition()).size() : run.count(plan);
        return Math.min(Math.max(0, all - plan.offset()), plan.limit().orElse(Long.MAX_VALUE));
    }

    /**
     * Whether a plan asks for any object.
     *
     * @param wanted the way, empty for the one that promises to be the fastest
     */
    public boolean exists(Session session, Plan plan, Optional<Way> wanted) {
        Plan one = plan.atMost(1);
        Run run = new Run(session, one, wanted);
        IdSet found = plan.climb().isPresent()
                ? run.climbed(plan, plan.condition())
                : run.find(one, plan.condition(), Optional.of(Cut.any(one)));
        return found.size() > plan.offset() && one.limit().getAsLong() > 0;
    }

    /** One search. */
    private final class Run {

        private final long start = System.nanoTime();
        private final Session session;
        private final Optional<Way> wanted;
        private final Questions questions;
        private final Results results = new Results();
        private final Relations relations;
        private final OneStatement oneStatement;
        private final Steps steps;
        private final Chooser chooser;
        private final List<Chooser.Choice> choices = new ArrayList<>();

        /** Finds what the plan's variables stand for, each once. */
        Run(Session session, Plan plan, Optional<Way> wanted) {
            this.session = session;
            this.wanted = wanted;
            questions = new Questions(session);
            Costs costs = new Costs(schema, statistics);
            Sizes sizes = new Sizes(schema, statistics, costs, session);
            relations = new Relations(schema, statistics, questions, sizes, results);
            oneStatement = new OneStatement(schema, questions, sizes, results);
            steps = new Steps(costs, relations, results);
            chooser = new Chooser(costs, session.dialect(), results);
            for (Plan.Variable variable : plan.variables()) {
                questions.about(variable.name() + ": ");
                results.put(variable.name(), IdSet.of(answer(variable.plan())));
            }
            questions.about("");
            choices.clear();
        }

        long[] answer(Plan plan) {
            return plan.parts().size() == 1 ? sorted(plan) : inTurn(plan);
        }

        private long[] sorted(Plan plan) {
            return new Ordering(relations).sorted(plan, found(plan, plan.condition()));
        }

        /** What the first part finds, by id; then what the second adds, and so on until there is enough. */
        private long[] inTurn(Plan plan) {
            IdSet known = new IdSet();
            LongStream.Builder ids = LongStream.builder();
            for (Condition part : plan.parts()) {
                if (choices.isEmpty() || plan.limit().isEmpty() || known.size() - plan.offset() < plan.limit().getAsLong()) {
                    IdSet more = found(plan, part).without(known);
                    Arrays.stream(more.toArray()).forEach(ids::add);
                    known.or(more);
                }
            }
            return Ordering.page(plan, ids.build().toArray());
        }

        /** A part may find again what those before have found, which is no more than all the answer needs. */
        private IdSet found(Plan plan, Condition condition) {
            return plan.climb().isPresent()
                    ? climbed(plan, condition)
                    : find(plan, condition, Cut.of(plan, session.dialect(), chooser.isLargePart(condition, plan.root())));
        }

        IdSet climbed(Plan plan, Condition condition) {
            IdSet hits = find(plan, condition, Optional.empty());
            return new Climber(relations, plan.query()).climb(plan.climb().orElseThrow(), plan.root(), hits);
        }

        IdSet find(Plan plan, Condition condition, Optional<Cut> cut) {
            Way way = choose(plan, condition);
            return condition.equals(Condition.NEVER) ? new IdSet()
                    : way == Way.STEPS ? steps.find(condition, plan.root())
                    : oneStatement.find(condition, plan.root(), way, cut);
        }

        /** An intersection may find an object several times, and is small where it was chosen. */
        long count(Plan plan) {
            Condition condition = plan.condition();
            Way way = choose(plan, condition);
            return condition.equals(Condition.NEVER) ? 0
                    : way == Way.STEPS ? steps.find(condition, plan.root()).size()
                    : way == Way.INTERSECT && OneStatement.isConjunctionOfPaths(condition)
                            ? oneStatement.find(condition, plan.root(), way, Optional.empty()).size()
                    : oneStatement.count(condition, plan.root());
        }

        private Way choose(Plan plan, Condition condition) {
            boolean possible = chooser.refusal(condition).isEmpty();
            requireValues(plan, possible ? oneStatement.size(condition, plan.root()).binds() : 0);
            Chooser.Choice choice = wanted.filter(way -> way == Way.STEPS || possible)
                    .map(way -> new Chooser.Choice(way, "asked for"))
                    .orElseGet(() -> chooser.choose(condition, plan.root(), oneStatement));
            choices.add(choice);
            return choice.way();
        }

        /** Every way asks some table for all the values that one list names. */
        private void requireValues(Plan plan, int values) {
            int most = session.dialect().limits().binds();
            if (values > most) {
                throw new QueryException("too-many-values", plan.query().text(), 1, "the query compares with " + values
                        + " values; this engine takes at most " + most + " at once");
            }
        }

        /** The parts of a union are searched one after the other, each in a way of its own. */
        Found found(long[] ids) {
            String reason = choices.stream()
                    .map(choice -> choices.size() == 1 || choice.way() == choices.get(0).way() ? choice.reason() : choice.way() + ": " + choice.reason())
                    .distinct()
                    .collect(Collectors.joining("; then "));
            Duration total = Duration.ofNanos(System.nanoTime() - start);
            return new Found(ids, new Explanation(choices.get(0).way(), reason, questions.stages(), ids.length, total));
        }
    }
}
