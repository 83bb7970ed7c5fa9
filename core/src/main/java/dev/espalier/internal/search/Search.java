package dev.espalier.internal.search;

import static dev.espalier.error.ErrorCode.TOO_MANY_VALUES;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.QueryException;
import dev.espalier.internal.jdbc.RowCursor;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Executes plans. Thread-safe; each thread uses a session of its own. */
public final class Search {

    /** Objects of more classes are searched first: their tables cost a statement each. */
    private static final int MOST_CLASSES = 16;

    /** The number of objects above which a selection reads each source by itself, by scans if need be. */
    private static final int JOINED_BY_IDS = 50_000;

    /** The number of values that conditions on what a selection counts may have in one statement with ids. */
    private static final int VALUES = 1_000;

    /** The rows of a selection that are read together from a cursor. */
    private static final int ROWS_AT_A_TIME = 1_000;

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
        Execution run = new Execution(session, plan, wanted);
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
        Execution run = new Execution(session, plan, wanted);
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
        Execution run = new Execution(session, plan, wanted);
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
        Execution run = new Execution(session, one, wanted);
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
        return new Execution(session, plan, wanted).page(plan, size, after);
    }

    /**
     * Returns a value of each of some objects.
     *
     * @param plan a plan of all objects of the class
     * @param ids objects of the class
     * @return the values by the ids; objects without one are omitted
     */
    public Map<Long, Object> values(Session session, Plan plan, PlannedValue value, long[] ids) {
        return new Execution(session, plan, Optional.empty()).steps.values(value, IdSet.of(ids));
    }

    /**
     * Reads the rows of a selection's sources for the objects of its query: by one statement for each class of objects if sources and condition allow it, else for
     * the ids that a search finds.
     *
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     * @param few whether there are few rows, which can be held in memory
     * @return how many rows were read
     */
    public long rows(Session session, RowPlan plan, Optional<Strategy> wanted, boolean few, RowReading reading) {
        return new Execution(session, plan.roots(), wanted).rows(plan, few, reading);
    }

    /** Reads the same, and returns how. */
    public Explanation explainedRows(Session session, RowPlan plan, Optional<Strategy> wanted, RowReading reading) {
        Execution run = new Execution(session, plan.roots(), wanted);
        return run.explanation(run.rows(plan, false, reading));
    }

    /**
     * Returns the rows of a selection without groups, to be read some at a time: those of one statement in constant memory, if the engine can; else 8 bytes for
     * each object are held.
     *
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     * @param alone whether nobody else works with the session meanwhile
     */
    public SourceCursor rows(Session session, RowPlan plan, Optional<Strategy> wanted, boolean alone) {
        Execution run = new Execution(session, plan.roots(), wanted);
        Optional<List<Select>> objects = alone && JoinedSources.areJoinable(plan) && session.hasCursors()
                ? run.objects(plan.roots(), false).filter(selects -> !selects.isEmpty())
                : Optional.empty();
        return objects.isPresent()
                ? run.cursor(plan, objects.get().get(0))
                : new SourceReader(plan, run.relations, run.steps)
                        .source(plan.roots().answer(), run.answer(plan.roots()));
    }

    /**
     * Returns the steps by which the pages of a selection are read. They share one execution: a variable is evaluated once.
     *
     * @param plan a selection of a query without limit and offset
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     */
    public RowPages rowPages(Session session, RowPlan plan, Optional<Strategy> wanted) {
        Execution run = new Execution(session, plan.roots(), wanted);
        return new RowPages() {
            @Override
            public ResultPage objects(long size, Optional<Position> after) {
                return run.page(plan.roots(), size, after);
            }

            @Override
            public Position position(long object) {
                return run.position(plan.roots(), object);
            }

            @Override
            public void rows(long[] objects, RowReading reading) {
                run.rowsOf(plan, objects, reading);
            }

            @Override
            public void rows(RowReading reading) {
                run.rows(plan, false, reading);
            }
        };
    }

    /**
     * Whether what a selection finds depends on the objects' own rows and on those that references lead to: then the statements that read it are the same, whatever
     * values these are compared with.
     *
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     */
    public static boolean dependsOnOneRow(RowPlan plan, Optional<Strategy> wanted) {
        return (isOfOwnRows(plan.roots(), wanted) || isOfOneRow(plan.roots(), wanted))
                && JoinedSources.areJoinable(plan);
    }

    /** Returns the statements that read all rows of such a selection, one for each class of objects; empty if another search is better. */
    public Optional<List<RowStatement>> rowStatements(Session session, RowPlan plan, Optional<Strategy> wanted) {
        Execution run = new Execution(session, plan.roots(), wanted);
        return run.objects(plan.roots(), plan.isGrouped())
                .filter(objects -> run.haveFewValues(plan) && run.haveRoom(objects, plan))
                .map(objects -> IntStream.range(0, objects.size())
                        .mapToObj(i -> run.statement(plan, objects.get(i), i))
                        .toList());
    }

    /**
     * Returns the statements for the ids of all roots, one for each concrete class, if they read its table alone, give each root once, and no other order
     * than that of the ids is wanted. The first source of a statement is the table, so that its caller can select all columns. The rows may come in any
     * order, except if there is a limit.
     *
     * @param plan the plan
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     */
    public Optional<List<Select>> roots(Session session, Plan plan, Optional<Strategy> wanted) {
        return plan.limit().isPresent()
                ? roots(session, plan, wanted, Optional.empty(), plan.limit().getAsLong())
                        .map(List::of)
                : (isOfOwnRows(plan, wanted) || isOfOneRow(plan, wanted))
                                && plan.root().concreteClasses().size() <= MOST_CLASSES
                                && plan.offset() == 0
                        ? new Execution(session, plan, wanted).roots(plan)
                        : Optional.empty();
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
        if (!isOfOneTable(plan, wanted) || plan.offset() > 0 || most == 0) {
            return Optional.empty();
        }
        Execution run = new Execution(session, plan, wanted);
        TopN cut = new TopN(most, 0, plan.keys(), run.chooser.isLargePart(plan.condition(), plan.root()));
        return run.roots(plan, KeyConditions.behind(plan.keys(), position), Optional.of(cut));
    }

    private static boolean isOfOneTable(Plan plan, Optional<Strategy> wanted) {
        return plan.root().concreteClasses().size() == 1 && isOfOwnRows(plan, wanted);
    }

    private static boolean isOfOwnRows(Plan plan, Optional<Strategy> wanted) {
        return isPlain(plan)
                && wanted.orElse(Strategy.EXISTS) == Strategy.EXISTS
                && RowAccess.ONLY_ROW.isEnoughFor(plan.condition());
    }

    /** Whether references alone lead to what the condition is about, so that joins along them have one row for each root. */
    private static boolean isOfOneRow(Plan plan, Optional<Strategy> wanted) {
        return isPlain(plan) && wanted.isEmpty() && OneStatement.followsReferences(plan.condition());
    }

    private static boolean isPlain(Plan plan) {
        return plan.variables().isEmpty()
                && plan.ancestors().isEmpty()
                && plan.parts().size() == 1
                && plan.keys().size() == 1;
    }

    /** One search. */
    private final class Execution {

        private final long start = System.nanoTime();
        private final Session session;
        private final Optional<Strategy> wanted;
        private final SearchStatements statements;
        private final VariableResults results = new VariableResults();
        private final Relations relations;
        private final OneStatement oneStatement;
        private final Steps steps;
        private final Narrowing narrowing;
        private final Chooser chooser;
        private final Ordering ordering;
        private final KeyRangeScan keyRangeScan;
        private final List<Chooser.Choice> choices = new ArrayList<>();
        private final int firstOfAnswer;

        /** Evaluates the plan's variables, each once. */
        Execution(Session session, Plan plan, Optional<Strategy> wanted) {
            this.session = session;
            this.wanted = wanted;
            statements = new SearchStatements(session);
            Costs costs = new Costs(schema, statistics);
            Sizes sizes = new Sizes(schema, statistics, costs, session);
            relations = new Relations(schema, statistics, statements, sizes, results);
            oneStatement = new OneStatement(schema, statements, sizes, results);
            Totals totals = new Totals(schema, statistics, statements, sizes, relations, results);
            steps = new Steps(costs, relations, totals, results);
            narrowing = new Narrowing(oneStatement, steps, costs, sizes);
            chooser = new Chooser(costs, narrowing, session.dialect(), results);
            ordering = new Ordering(relations);
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

        Optional<Select> roots(Plan plan, Condition behind, Optional<TopN> cut) {
            Condition both = KeyConditions.and(plan.condition(), behind);
            return both.equals(Condition.NEVER)
                    ? Optional.empty()
                    : oneStatement.ofOneTable(
                            both, schema.table(plan.root().concreteClasses().get(0)), cut);
        }

        /** One statement for each class; empty if one of them cannot be. */
        Optional<List<Select>> roots(Plan plan) {
            if (plan.condition().equals(Condition.NEVER)) {
                return Optional.empty();
            }
            if (!RowAccess.ONLY_ROW.isEnoughFor(plan.condition())) {
                return alongReferences(plan);
            }
            List<Select> all = new ArrayList<>();
            for (PersistentClass type : plan.root().concreteClasses()) {
                oneStatement
                        .ofOneTable(plan.condition(), schema.table(type), Optional.empty())
                        .ifPresent(all::add);
            }
            return all.size() == plan.root().concreteClasses().size() ? Optional.of(all) : Optional.empty();
        }

        /**
         * Returns statements for all objects of a plan, each once, one statement for each class; empty if others find them faster.
         *
         * @param anyOrder whether the objects may come in any order; else there is one class, so that the statement can sort them by id
         */
        Optional<List<Select>> objects(Plan plan, boolean anyOrder) {
            if (!isPlain(plan)
                    || plan.limit().isPresent()
                    || plan.offset() > 0
                    || plan.keys().get(0).descending()
                    || wanted.orElse(Strategy.EXISTS) != Strategy.EXISTS
                    || !anyOrder && plan.root().concreteClasses().size() > 1) {
                return Optional.empty();
            }
            if (plan.condition().equals(Condition.NEVER)) {
                return Optional.of(List.of());
            }
            if (wanted.isEmpty() && isOfOneRow(plan, wanted)) {
                Optional<List<Select>> along = roots(plan);
                if (along.isPresent()) {
                    return along;
                }
            }
            if (!RowAccess.ONLY_ROW.isEnoughFor(plan.condition())
                    && choose(plan, plan.condition()) != Strategy.EXISTS) {
                return Optional.empty();
            }
            List<Select> all = new ArrayList<>();
            for (PersistentClass type : plan.root().concreteClasses()) {
                oneStatement
                        .ofOneTable(plan.condition(), schema.table(type), Optional.empty())
                        .ifPresent(all::add);
            }
            return all.size() == plan.root().concreteClasses().size() ? Optional.of(all) : Optional.empty();
        }

        long rows(RowPlan plan, boolean few, RowReading reading) {
            boolean joinable = JoinedSources.areJoinable(plan) && haveFewValues(plan);
            Optional<List<Select>> objects = joinable
                    ? objects(plan.roots(), plan.isGrouped()).filter(selects -> haveRoom(selects, plan))
                    : Optional.empty();
            if (objects.isPresent()) {
                if (choices.isEmpty() && !objects.get().isEmpty()) {
                    choices.add(new Chooser.Choice(Strategy.EXISTS, "the rows are read with the objects"));
                }
                return joined(plan, objects.get(), few, reading);
            }
            return rowsOf(plan, answer(plan.roots()), reading);
        }

        /** Reads the rows of some objects, in their order. */
        long rowsOf(RowPlan plan, long[] ids, RowReading reading) {
            if (JoinedSources.areJoinable(plan) && ids.length <= JOINED_BY_IDS && mayBeJoined(plan, ids)) {
                return joinedByIds(plan, ids, reading);
            }
            new SourceReader(plan, relations, steps).read(plan.roots().answer(), ids, reading::object);
            return ids.length;
        }

        /** Whether the conditions on what is counted have few values beside the ids of objects. */
        boolean haveFewValues(RowPlan plan) {
            return values(plan) <= VALUES;
        }

        /** Whether the engine accepts these values beside those of the statements for the objects. */
        boolean haveRoom(List<Select> objects, RowPlan plan) {
            int values = values(plan);
            return values == 0
                    || objects.stream()
                            .allMatch(select ->
                                    session.dialect().render(select).binds().size() + values
                                            <= session.dialect().limits().binds());
        }

        private int values(RowPlan plan) {
            return plan.sources().stream()
                    .filter(source -> !source.condition().equals(Condition.ALWAYS))
                    .mapToInt(source -> oneStatement
                            .size(source.condition(), Step.end(List.of(requireNonNull(source.step()))))
                            .binds())
                    .sum();
        }

        /** Whether rows may come in the order of their objects' ids. */
        private boolean mayBeJoined(RowPlan plan, long[] ids) {
            return plan.isGrouped()
                    || plan.roots().answer().concreteClasses().size() == 1
                            && IntStream.range(1, ids.length).allMatch(i -> ids[i - 1] < ids[i]);
        }

        /** Reads all combinations for some objects, a chunk of ids in each statement. */
        private long joinedByIds(RowPlan plan, long[] ids, RowReading reading) {
            List<PersistentClass> types = plan.roots().answer().concreteClasses();
            int chunk = session.dialect().limits().idsPerStatement();
            long combinations = 0;
            for (int from = 0; from < ids.length; from += chunk) {
                long[] some = Arrays.copyOfRange(ids, from, Math.min(from + chunk, ids.length));
                List<Select> objects = new ArrayList<>();
                for (PersistentClass type : types) {
                    SqlRow.OfObject row = new StatementScope().row(schema.table(type));
                    objects.add(Select.of(row.source(), row.id()).where(Predicate.InIds.lookup(row.id(), some)));
                }
                combinations += joined(plan, objects, true, reading);
            }
            return combinations;
        }

        /** Reads all combinations of a plan's sources, and returns how many there are. */
        private long joined(RowPlan plan, List<Select> objects, boolean few, RowReading reading) {
            long[] combinations = new long[1];
            for (int i = 0; i < objects.size(); i++) {
                RowStatement statement = statement(plan, objects.get(i), i);
                RowReader reader = statement.reader(reading);
                String title = statement instanceof GroupedSources ? "groups of " : "rows of ";
                read(title + plan.roots().root().concreteClasses().get(i), statement.query(), few, row -> {
                    combinations[0]++;
                    reader.read(row);
                });
            }
            return combinations[0];
        }

        /** Returns the statement for the objects of one class. */
        RowStatement statement(RowPlan plan, Select objects, int type) {
            ClassTable root = schema.table(plan.roots().root().concreteClasses().get(type));
            return plan.isGrouped()
                    ? GroupedSources.of(objects, root, plan, schema, session.dialect())
                            .<RowStatement>map(grouped -> grouped)
                            .orElseGet(() -> JoinedSources.to(
                                    objects,
                                    root,
                                    plan,
                                    schema,
                                    session.dialect().limits()))
                    : JoinedSources.to(
                            objects, root, plan, schema, session.dialect().limits());
        }

        /** Reads the same in a plan without groups, some at a time. */
        SourceCursor cursor(RowPlan plan, Select objects) {
            RowStatement statement = statement(plan, objects, 0);
            RowCursor cursor = session.cursor(session.dialect().render(statement.query()), ROWS_AT_A_TIME);
            return new SourceCursor() {
                @Override
                public void read(RowReading reading) {
                    cursor.read(ROWS_AT_A_TIME, statement.reader(reading));
                }

                @Override
                public boolean isAtEnd() {
                    return cursor.isAtEnd();
                }

                @Override
                public void close() {
                    cursor.close();
                }
            };
        }

        private void read(String title, Query query, boolean few, RowReader reader) {
            if (few) {
                statements.search(title, query, -1, reader);
            } else {
                statements.all(title, query, -1, reader);
            }
        }

        /** The same along references, if one statement is chosen because of indexes, or because the engine reads each table once. */
        private Optional<List<Select>> alongReferences(Plan plan) {
            Strategy strategy =
                    chooser.choose(plan.condition(), plan.root(), oneStatement).strategy();
            if (strategy == Strategy.STEPS || strategy == Strategy.NARROWED) {
                return Optional.empty();
            }
            return Optional.of(plan.root().concreteClasses().stream()
                    .map(type -> oneStatement.along(plan.condition(), schema.table(type)))
                    .toList());
        }

        long[] answer(Plan plan) {
            return plan.parts().size() == 1 ? sorted(plan) : inTurn(plan);
        }

        private long[] sorted(Plan plan) {
            return plan.limit().isPresent() && plan.ancestors().isEmpty()
                    ? inOrder(plan)
                            .first(
                                    plan.condition(),
                                    plan.keys(),
                                    List.of(),
                                    plan.offset(),
                                    plan.limit().getAsLong())
                    : Ordering.page(plan, ordering.sorted(plan.answer(), plan.keys(), found(plan, plan.condition())));
        }

        private OrderedSearch inOrder(Plan plan) {
            return new OrderedSearch(plan.root(), new Finding(plan), ordering, keyRangeScan, session.dialect());
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
                                    plan.keys(),
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
                List<Optional<Constant>> position = after.filter(end -> end.part() == part)
                        .map(Position::keys)
                        .orElse(List.of());
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
                return inOrder(plan)
                        .first(
                                Condition.and(part, Condition.not(Condition.or(before))),
                                plan.keys(),
                                position,
                                0,
                                most);
            }
            IdSet added = ancestors(plan, part);
            before.forEach(known -> added.without(ancestors(plan, known)));
            return Ordering.page(ordering.sorted(plan.answer(), plan.keys(), added, position), 0, most);
        }

        IdSet ancestors(Plan plan, Condition condition) {
            IdSet hits = find(plan, condition, Optional.empty());
            return new AncestorSearch(relations, plan.query())
                    .find(plan.ancestors().orElseThrow(), plan.root(), hits);
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
                return oneStatement.find(
                        condition, Condition.ALWAYS, type, Strategy.EXISTS, Optional.of(TopN.any(most)));
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

        private Strategy choose(Plan plan, Condition condition) {
            boolean possible = chooser.refusal(condition).isEmpty();
            requireValues(
                    plan, possible ? oneStatement.size(condition, plan.root()).binds() : 0);
            Chooser.Choice choice = wanted.filter(strategy -> strategy == Strategy.STEPS || possible)
                    .map(strategy -> new Chooser.Choice(strategy, "asked for"))
                    .orElseGet(() -> chooser.choose(condition, plan.root(), oneStatement));
            choices.add(choice);
            return choice.strategy();
        }

        /** Refuses a list with too many values: every strategy sends all values of one list in one statement. */
        private void requireValues(Plan plan, int values) {
            int most = session.dialect().limits().binds();
            if (values > most) {
                throw new QueryException(
                        TOO_MANY_VALUES,
                        plan.query().text(),
                        1,
                        "the query compares with " + values + " values; this engine takes at most " + most
                                + " at once");
            }
        }

        SearchResult found(long[] ids) {
            return new SearchResult(ids, explanation(ids.length));
        }

        SearchResult first(long[] ids, int most) {
            return new SearchResult(Ordering.page(ids, 0, most), explanation(ids.length));
        }

        /** Returns the explanation. Parts that are searched one after the other have a strategy each. */
        private Explanation explanation(long found) {
            Strategy strategy =
                    choices.isEmpty() ? Strategy.EXISTS : choices.get(0).strategy();
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
}
