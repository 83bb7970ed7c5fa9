package dev.espalier.search;

import dev.espalier.error.QueryException;
import dev.espalier.jdbc.Session;
import dev.espalier.model.PersistentClass;
import dev.espalier.plan.Condition;
import dev.espalier.plan.Constant;
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
        return run.found(plan.parts().size() == 1 ? run.sorted() : run.inTurn());
    }

    /**
     * How many objects a plan asks for; where one statement finds them, it counts them.
     *
     * @param wanted the way, empty for the one that promises to be the fastest
     */
    public long count(Session session, Plan plan, Optional<Way> wanted) {
        long all = new Run(session, plan, wanted).count(plan.condition());
        return Math.min(Math.max(0, all - plan.offset()), plan.limit().orElse(Long.MAX_VALUE));
    }

    /**
     * Whether a plan asks for any object.
     *
     * @param wanted the way, empty for the one that promises to be the fastest
     */
    public boolean exists(Session session, Plan plan, Optional<Way> wanted) {
        Plan one = plan.atMost(1);
        long enough = plan.offset() == Long.MAX_VALUE ? Long.MAX_VALUE : plan.offset() + 1;
        return new Run(session, one, wanted).find(plan.condition(), Optional.of(Cut.any(enough))).size() > plan.offset()
                && one.limit().getAsLong() > 0;
    }

    /**
     * Finds a part of what a plan asks for, which is the same in whatever part of the order it stands: from a position on.
     *
     * @param plan without limit and offset
     * @param size how many objects
     * @param wanted the way, empty for the one that promises to be the fastest
     * @param after only what comes behind this position; empty for the beginning
     */
    public FoundPage page(Session session, Plan plan, long size, Optional<Way> wanted, Optional<Position> after) {
        return new Run(session, plan, wanted).page(size, after);
    }

    /** One search. */
    private final class Run implements InOrder.Finder {

        private final long start = System.nanoTime();
        private final Session session;
        private final Plan plan;
        private final Optional<Way> wanted;
        private final Questions questions;
        private final Costs costs;
        private final Relations relations;
        private final OneStatement oneStatement;
        private final Chooser chooser;
        private final Ordering ordering;
        private final InOrder inOrder;
        private final List<Chooser.Choice> choices = new ArrayList<>();

        Run(Session session, Plan plan, Optional<Way> wanted) {
            this.session = session;
            this.plan = plan;
            this.wanted = wanted;
            questions = new Questions(session);
            costs = new Costs(schema, statistics);
            Sizes sizes = new Sizes(schema, statistics, costs, session);
            relations = new Relations(schema, statistics, questions, sizes);
            oneStatement = new OneStatement(schema, questions, sizes);
            chooser = new Chooser(costs, session.dialect());
            ordering = new Ordering(relations);
            inOrder = new InOrder(plan.root(), this, ordering, new Stretches(schema, statistics, questions), session.dialect());
        }

        long[] sorted() {
            Condition condition = plan.condition();
            return plan.limit().isPresent()
                    ? inOrder.first(condition, plan.keys(), List.of(), plan.offset(), plan.limit().getAsLong())
                    : Ordering.page(plan, ordering.sorted(plan.root(), plan.keys(), find(condition, Optional.empty())));
        }

        /** What the first part finds, by id; then what the second adds, and so on until there is enough. */
        long[] inTurn() {
            IdSet known = new IdSet();
            LongStream.Builder ids = LongStream.builder();
            for (Condition part : plan.parts()) {
                if (choices.isEmpty() || plan.limit().isEmpty() || known.size() - plan.offset() < plan.limit().getAsLong()) {
                    IdSet more = find(part, cut(part)).without(known);
                    Arrays.stream(more.toArray()).forEach(ids::add);
                    known.or(more);
                }
            }
            return Ordering.page(plan, ids.build().toArray());
        }

        /** A part may find again what those before have found, which is no more than all the answer needs. */
        private Optional<Cut> cut(Condition condition) {
            long skipped = plan.offset();
            return plan.limit().isEmpty() || plan.limit().getAsLong() > Long.MAX_VALUE - skipped ? Optional.empty()
                    : Optional.of(new Cut(plan.limit().getAsLong() + skipped, 0, plan.keys(), isLargePart(condition)));
        }

        /** One more than the page holds tells whether anything comes behind it. */
        FoundPage page(long size, Optional<Position> after) {
            List<Condition> before = new ArrayList<>(plan.parts().subList(0, after.map(Position::part).orElse(0)));
            LongStream.Builder gathered = LongStream.builder();
            long count = 0;
            int endPart = 0;
            while (before.size() < plan.parts().size() && count <= size) {
                int part = before.size();
                Condition condition = Condition.and(plan.parts().get(part), Condition.not(Condition.or(before)));
                List<Optional<Constant>> position = after.filter(end -> end.part() == part).map(Position::keys).orElse(List.of());
                long[] more = inOrder.first(condition, plan.keys(), position, 0, size + 1 - count);
                Arrays.stream(more).forEach(gathered::add);
                endPart = count < size && more.length > 0 ? part : endPart;
                count += more.length;
                before.add(plan.parts().get(part));
            }
            long[] all = gathered.build().toArray();
            long[] ids = Ordering.page(all, 0, size);
            Optional<Position> end = ids.length == all.length ? Optional.empty()
                    : Optional.of(new Position(endPart, ordering.position(plan.root(), plan.keys(), ids[ids.length - 1]), ids[ids.length - 1]));
            return new FoundPage(ids, end, explanation(ids.length));
        }

        IdSet find(Condition condition, Optional<Cut> cut) {
            return find(choose(condition), condition, Condition.ALWAYS, cut);
        }

        @Override
        public IdSet find(Way way, Condition condition, Condition behind, Optional<Cut> cut) {
            Condition both = Condition.and(condition, behind);
            return both.equals(Condition.NEVER) ? new IdSet()
                    : way == Way.STEPS ? new Steps(costs, relations).find(both, plan.root())
                    : oneStatement.find(condition, behind, plan.root(), way, cut);
        }

        @Override
        public IdSet some(long most, Condition condition, PersistentClass type) {
            return oneStatement.find(condition, Condition.ALWAYS, type, Way.EXISTS, Optional.of(Cut.any(most)));
        }

        @Override
        public boolean isLargePart(Condition condition) {
            return chooser.isLargePart(condition, plan.root());
        }

        /** An intersection may find an object several times, and is small where it was chosen. */
        long count(Condition condition) {
            Way way = choose(condition);
            return condition.equals(Condition.NEVER) ? 0
                    : way == Way.STEPS ? new Steps(costs, relations).find(condition, plan.root()).size()
                    : way == Way.INTERSECT && OneStatement.isConjunctionOfPaths(condition)
                            ? oneStatement.find(condition, Condition.ALWAYS, plan.root(), way, Optional.empty()).size()
                    : oneStatement.count(condition, plan.root());
        }

        @Override
        public Way choose(Condition condition) {
            boolean possible = Demand.ONE_STATEMENT.isMetBy(condition);
            requireValues(possible ? oneStatement.size(condition, plan.root()).binds() : 0);
            Chooser.Choice choice = wanted.filter(way -> way == Way.STEPS || possible)
                    .map(way -> new Chooser.Choice(way, "asked for"))
                    .orElseGet(() -> chooser.choose(condition, plan.root(), oneStatement));
            choices.add(choice);
            return choice.way();
        }

        /** Every way asks some table for all the values that one list names. */
        private void requireValues(int values) {
            int most = session.dialect().limits().binds();
            if (values > most) {
                throw new QueryException("too-many-values", plan.query().text(), 1, "the query compares with " + values
                        + " values; this engine takes at most " + most + " at once");
            }
        }

        Found found(long[] ids) {
            return new Found(ids, explanation(ids.length));
        }

        /** What is searched one after the other is searched each in a way of its own. */
        private Explanation explanation(long found) {
            Way way = choices.isEmpty() ? Way.EXISTS : choices.get(0).way();
            String reason = choices.stream()
                    .map(choice -> choices.size() == 1 || choice.way() == way ? choice.reason() : choice.way() + ": " + choice.reason())
                    .distinct()
                    .collect(Collectors.joining("; then "));
            Duration total = Duration.ofNanos(System.nanoTime() - start);
            return new Explanation(way, reason.isEmpty() ? "nothing can fulfil it" : reason, questions.stages(), found, total);
        }
    }
}
