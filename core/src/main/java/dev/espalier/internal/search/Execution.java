package dev.espalier.internal.search;

import static dev.espalier.error.ErrorCode.TOO_MANY_VALUES;

import dev.espalier.error.QueryException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.Costs;
import dev.espalier.internal.search.condition.Sizes;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.search.condition.VariableResults;
import dev.espalier.internal.search.explanation.Advice;
import dev.espalier.internal.search.explanation.Advisor;
import dev.espalier.internal.search.explanation.Explanation;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.internal.search.ids.IdSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** One search: the variables of a plan, then what it is asked for. For one thread. */
final class Execution {

    final Session session;
    final Schema schema;
    final Optional<Strategy> wanted;
    final SearchStatements statements;
    final Relations relations;
    final OneStatement oneStatement;
    final Steps steps;
    final Chooser chooser;

    private final long start = System.nanoTime();
    private final Statistics statistics;
    private final VariableResults results = new VariableResults();
    private final Narrowing narrowing;
    private final Ordering ordering;
    final KeyRangeScan keyRangeScan;
    private final List<Chooser.Choice> choices = new ArrayList<>();
    private final int firstOfAnswer;

    /** Evaluates the plan's variables, each once. */
    Execution(Session session, Schema schema, Statistics statistics, Plan plan, Optional<Strategy> wanted) {
        this.session = session;
        this.schema = schema;
        this.statistics = statistics;
        this.wanted = wanted;
        statements = new SearchStatements(session, statistics);
        Costs costs = new Costs(schema, statistics);
        Sizes sizes = new Sizes(schema, statistics, costs, session);
        relations = new Relations(schema, statistics, statements, sizes, results);
        oneStatement = new OneStatement(schema, statements, sizes, results);
        Totals totals = new Totals(schema, statistics, statements, relations, results);
        Extremes extremes = new Extremes(schema, statements, relations, results);
        steps = new Steps(
                schema,
                statements,
                costs,
                relations,
                totals,
                extremes,
                results,
                session.dialect().endsCycles());
        narrowing = new Narrowing(oneStatement, steps, costs, sizes);
        chooser = new Chooser(costs, narrowing, session.dialect(), results);
        ordering = new Ordering(relations, new ComputedKeys(steps.rows(), steps));
        keyRangeScan = new KeyRangeScan(schema, statistics, session, statements, results);
        for (Plan.Variable variable : plan.variables()) {
            statements.about(variable.name() + ": ");
            results.put(variable.name(), IdSet.of(answer(variable)));
        }
        statements.about("");
        choices.clear();
        firstOfAnswer = statements.stages().size();
    }

    /** Returns the advice. A key-range scan is expected if most objects fulfil the condition. */
    List<Advice> advice(Plan plan) {
        boolean walked = plan.ancestors().isEmpty() && chooser.isLargePart(plan.condition(), plan.root());
        return new Advisor(schema, statistics, session)
                .advise(statements.stages(), walked ? firstOfAnswer : Integer.MAX_VALUE);
    }

    private long[] answer(Plan.Variable variable) {
        try {
            return answer(variable.plan());
        } catch (QueryException e) {
            throw e.inVariable(variable.name());
        }
    }

    long[] answer(Plan plan) {
        return plan.parts().size() == 1 ? sorted(plan) : inTurn(plan);
    }

    private long[] sorted(Plan plan) {
        return plan.ancestors().isEmpty() && (plan.limit().isPresent() || plan.hasComputedKeys())
                ? first(
                        plan,
                        plan.condition(),
                        List.of(),
                        plan.offset(),
                        plan.limit().orElse(Long.MAX_VALUE))
                : Ordering.page(plan, ordering.sorted(plan.answer(), plan.keys(), found(plan, plan.condition())));
    }

    /**
     * Returns the first objects that fulfil a condition, in the order of a plan.
     *
     * @param position only objects behind it; an empty list for the beginning
     */
    private long[] first(Plan plan, Condition condition, List<Optional<Constant>> position, long skipped, long most) {
        if (plan.hasComputedKeys()) {
            long all = most > Long.MAX_VALUE - skipped ? Long.MAX_VALUE : skipped + most;
            long[] ids = ComputedOrder.of(this, plan)
                    .flatMap(order -> order.first(position, all))
                    .orElseGet(() -> ordering.first(
                            plan.root(), plan.keys(), find(plan, condition, Optional.empty()), position, all));
            return Ordering.page(ids, skipped, most);
        }
        return new OrderedSearch(plan.root(), new Finding(plan), ordering, keyRangeScan, session.dialect())
                .first(condition, plan.fields(), position, skipped, most);
    }

    /**
     * Returns the objects of the first part, by id; then those that the second adds, until there are enough. A search for owners
     * evaluates all parts: a refused cycle is an error wherever it occurs.
     */
    private long[] inTurn(Plan plan) {
        IdSet known = new IdSet();
        LongStream.Builder ids = LongStream.builder();
        for (Condition part : plan.parts()) {
            if (choices.isEmpty()
                    || plan.ancestors().isPresent()
                    || plan.limit().isEmpty()
                    || known.size() - plan.offset() < plan.limit().getAsLong()) {
                IdSet more = found(plan, part).without(known);
                Arrays.stream(more.toArray()).forEach(ids::add);
                known.or(more);
            }
        }
        return Ordering.page(plan, ids.build().toArray());
    }

    /** Evaluates one part. It may find objects of earlier parts again; the limit covers them. */
    private IdSet found(Plan plan, Condition condition) {
        if (plan.ancestors().isPresent()) {
            return ancestors(plan, condition);
        }
        boolean bounded = plan.limit().isPresent() && plan.limit().getAsLong() <= Long.MAX_VALUE - plan.offset();
        return find(
                plan,
                condition,
                !bounded || !plan.orders().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new TopN(
                                plan.limit().getAsLong() + plan.offset(),
                                0,
                                plan.fields(),
                                chooser.isLargePart(condition, plan.root()))));
    }

    /** Returns one page. It reads one object more than the page holds, to know whether there is a next page. */
    ResultPage page(Plan plan, long size, Optional<Position> after) {
        List<Condition> before = new ArrayList<>(
                plan.parts().subList(0, after.map(Position::part).orElse(0)));
        LongStream.Builder gathered = LongStream.builder();
        long count = 0;
        int endPart = 0;
        while (before.size() < plan.parts().size() && count <= size) {
            int part = before.size();
            List<Optional<Constant>> position =
                    after.filter(end -> end.part() == part).map(Position::keys).orElse(List.of());
            long[] more = inPart(plan, before, position, size + 1 - count);
            Arrays.stream(more).forEach(gathered::add);
            endPart = count < size && more.length > 0 ? part : endPart;
            count += more.length;
            before.add(plan.parts().get(part));
        }
        long[] all = gathered.build().toArray();
        long[] ids = Ordering.page(all, 0, size);
        Optional<Position> end = ids.length == all.length
                ? Optional.empty()
                : Optional.of(new Position(
                        endPart,
                        ordering.position(plan.answer(), plan.keys(), ids[ids.length - 1]),
                        ids[ids.length - 1]));
        return new ResultPage(ids, end, explanation(ids.length));
    }

    /** Returns the position of an object that the plan finds. */
    Position position(Plan plan, long id) {
        int part = 0;
        while (part < plan.parts().size() - 1 && !finds(plan, plan.parts().get(part), id)) {
            part++;
        }
        return new Position(part, ordering.position(plan.answer(), plan.keys(), id), id);
    }

    private boolean finds(Plan plan, Condition part, long id) {
        IdSet found = plan.ancestors().isPresent() ? ancestors(plan, part) : find(plan, part, Optional.empty());
        return Arrays.stream(found.toArray()).anyMatch(one -> one == id);
    }

    /** Returns the first objects that a part of a union adds to earlier parts. */
    private long[] inPart(Plan plan, List<Condition> before, List<Optional<Constant>> position, long most) {
        Condition part = plan.parts().get(before.size());
        if (plan.ancestors().isEmpty()) {
            return first(plan, Condition.and(part, Condition.not(Condition.or(before))), position, 0, most);
        }
        IdSet added = ancestors(plan, part);
        before.forEach(known -> added.without(ancestors(plan, known)));
        return ordering.first(plan.answer(), plan.keys(), added, position, most);
    }

    IdSet ancestors(Plan plan, Condition condition) {
        IdSet hits = find(plan, condition, Optional.empty());
        return new AncestorSearch(relations, plan.query()).find(plan.ancestors().orElseThrow(), plan.root(), hits);
    }

    IdSet find(Plan plan, Condition condition, Optional<TopN> cut) {
        return find(plan, choose(plan, condition), condition, Condition.ALWAYS, cut);
    }

    private IdSet find(Plan plan, Strategy strategy, Condition condition, Condition behind, Optional<TopN> cut) {
        Condition both = Condition.and(condition, behind);
        return both.equals(Condition.NEVER)
                ? new IdSet()
                : strategy == Strategy.STEPS
                        ? steps.find(both, plan.root())
                        : strategy == Strategy.NARROWED && cut.isEmpty()
                                ? narrowing.find(both, plan.root())
                                : oneStatement.find(condition, behind, plan.root(), strategy, cut);
    }

    /** The parts of this search that an ordered search uses. */
    private final class Finding implements OrderedSearch.Finder {

        private final Plan plan;

        Finding(Plan plan) {
            this.plan = plan;
        }

        @Override
        public Strategy choose(Condition condition) {
            return Execution.this.choose(plan, condition);
        }

        @Override
        public IdSet find(Strategy strategy, Condition condition, Condition behind, Optional<TopN> cut) {
            return Execution.this.find(plan, strategy, condition, behind, cut);
        }

        @Override
        public IdSet some(long most, Condition condition, PersistentClass type) {
            return oneStatement.find(condition, Condition.ALWAYS, type, Strategy.EXISTS, Optional.of(TopN.any(most)));
        }

        @Override
        public boolean isLargePart(Condition condition) {
            return chooser.isLargePart(condition, plan.root());
        }
    }

    long count(Plan plan) {
        Condition condition = plan.condition();
        Strategy strategy = choose(plan, condition);
        return condition.equals(Condition.NEVER)
                ? 0
                : strategy == Strategy.STEPS
                        ? steps.find(condition, plan.root()).size()
                        : strategy == Strategy.NARROWED
                                ? narrowing.find(condition, plan.root()).size()
                                : oneStatement.count(condition, plan.root(), strategy);
    }

    /** Says why one statement is sent, if nothing was chosen. */
    void unchosen(String reason) {
        if (choices.isEmpty()) {
            choices.add(new Chooser.Choice(Strategy.EXISTS, reason));
        }
    }

    /** Chooses how a condition is searched. */
    Strategy choose(Plan plan, Condition condition) {
        boolean possible = chooser.refusal(condition).isEmpty();
        if (possible) {
            OneStatement.Size size = oneStatement.size(condition, plan.root());
            requireRoom(plan, size);
            possible = size.isPossible();
        }
        boolean isOneStatement = possible;
        Chooser.Choice choice = wanted.filter(strategy -> strategy == Strategy.STEPS || isOneStatement)
                .map(strategy -> new Chooser.Choice(strategy, "asked for"))
                .orElseGet(() -> chooser.choose(condition, plan.root(), oneStatement));
        choices.add(choice);
        return choice.strategy();
    }

    /** Refuses too many values, and too many conditions: every strategy sends those on one table in one statement. */
    private void requireRoom(Plan plan, OneStatement.Size size) {
        int values = session.dialect().limits().binds();
        if (size.binds() > values) {
            throw tooMany(
                    plan,
                    "compares with " + size.binds() + " values; this engine takes at most " + values + " at once");
        }
        int conjuncts = session.dialect().mostConjuncts();
        if (size.conjuncts() > conjuncts) {
            throw tooMany(
                    plan,
                    "joins " + size.conjuncts() + " conditions by AND; "
                            + session.dialect().name() + " takes at most " + conjuncts + " at once");
        }
    }

    private static QueryException tooMany(Plan plan, String found) {
        return new QueryException(TOO_MANY_VALUES, plan.query().text(), 1, "the query " + found);
    }

    SearchResult found(long[] ids) {
        return new SearchResult(ids, explanation(ids.length));
    }

    SearchResult first(long[] ids, int most) {
        return new SearchResult(Ordering.page(ids, 0, most), explanation(ids.length));
    }

    /** Returns the explanation. Parts that are searched one after the other have a strategy each. */
    Explanation explanation(long found) {
        Strategy strategy = choices.isEmpty() ? Strategy.EXISTS : choices.get(0).strategy();
        String reason = choices.stream()
                .map(choice -> choices.size() == 1 || choice.strategy() == strategy
                        ? choice.reason()
                        : choice.strategy() + ": " + choice.reason())
                .distinct()
                .collect(Collectors.joining("; then "));
        Duration total = Duration.ofNanos(System.nanoTime() - start);
        return new Explanation(
                strategy, reason.isEmpty() ? "nothing can fulfil it" : reason, statements.stages(), found, total);
    }
}
