package dev.espalier.internal.search.condition;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.StepJoins.Branch;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Translates conditions on a row into predicates of one statement. For one statement, by one thread.
 *
 * <p>A condition on a field is a comparison of the row's columns: {@link ConstantComparison}, {@link PatternMatch}, {@link
 * FieldComparison}, {@link FieldPresence}. A condition behind a step is a join or an EXISTS, to which {@link StepJoins} leads. The {@link
 * StatementScope} names the tables and counts the values.
 *
 * <p>SQL's third truth value never decides, see {@link NullGuard}. The inside of an EXISTS is no longer below the NOT around it: a row
 * exists or not.
 */
public final class SqlConditions {

    /** The maximum number of joins. MySQL joins 61 tables at most, SQLite 64; a longer path continues in an EXISTS of its own. */
    private static final int JOINS = 20;

    private final Schema schema;
    private final StoredColumns stored;
    private final VariableResults results;
    private final Map<Condition.Some, IdSet> answered;
    private final StatementScope scope = new StatementScope();
    private final StepJoins joins;

    /**
     * Creates a translator.
     *
     * @param stored how the engine stores and finds the columns
     */
    public SqlConditions(Schema schema, StoredColumns stored, VariableResults results) {
        this(schema, stored, results, Map.of());
    }

    /**
     * Creates a translator.
     *
     * @param answered references, by identity, with the known objects that fulfil the condition behind them
     */
    public SqlConditions(
            Schema schema, StoredColumns stored, VariableResults results, Map<Condition.Some, IdSet> answered) {
        this.schema = schema;
        this.stored = stored;
        this.results = results;
        this.answered = answered;
        this.joins = new StepJoins(schema, scope);
    }

    /** Returns the number of bound values so far. */
    public int binds() {
        return scope.binds();
    }

    /** Returns the number of tables so far. */
    public int tables() {
        return scope.tables();
    }

    public SqlRow.OfObject row(ClassTable table) {
        return scope.row(table);
    }

    public SqlRow.OfMember row(LinkTable table) {
        return scope.row(table);
    }

    /** Returns the predicate that the row fulfils the condition. */
    public Predicate predicate(Condition condition, SqlRow row) {
        return condition.map(new In(row, false));
    }

    /**
     * Returns a statement for the ids of the objects of one class that fulfil a condition. It gives each object once: what references lead to is joined, and what
     * other steps lead to is asked by EXISTS.
     */
    public Select objects(Condition condition, ClassTable root) {
        SqlRow.OfObject row = row(root);
        ReferenceJoins references = new ReferenceJoins(schema, scope);
        Predicate holds = condition.map(new In(row, false, references, true));
        return where(references.joined(Select.of(row.source(), row.id())), holds);
    }

    /**
     * Returns a statement for the ids of the objects of one class that fulfil a condition. It reads along the path of the condition,
     * instead of from the class's own table. An id can occur several times.
     */
    public Select along(Condition condition, ClassTable root) {
        if (condition instanceof Condition.Some some && startsAtLink(some.step(), root)) {
            LinkTable link = schema.link(((Step.Members) some.step()).collection());
            SqlRow.OfMember member = row(link);
            return extend(Select.of(member.source(), member.column(LinkTable.OWNER)), some.condition(), member, 1);
        }
        SqlRow.OfObject row = row(root);
        return extend(Select.of(row.source(), row.id()), condition, row, 1);
    }

    /** Returns whether every owner in the collection's table is an object of that class. */
    private boolean startsAtLink(Step step, ClassTable root) {
        return step instanceof Step.Members members
                && members.collection().declaringClass().concreteClasses().equals(List.of(root.type()));
    }

    /** Adds a condition on a row of the statement: by a join if a step leads to one table, otherwise by EXISTS. */
    private Select extend(Select select, Condition condition, SqlRow row, int joined) {
        Select extended = select;
        List<Predicate> own = new ArrayList<>();
        boolean multiplied = false;
        for (Condition part : Condition.conjuncts(condition)) {
            // One path through a collection is joined; the product of two would be read before it is filtered.
            boolean isJoin = part instanceof Condition.Some some
                    && joined < JOINS
                    && !(some.step() instanceof Step.Repeated)
                    && (some.step() instanceof Step.Follow || !multiplied);
            List<Branch> branches = isJoin ? attach(extended, (Condition.Some) part, row) : List.of();
            if (branches.size() == 1) {
                Condition.Some some = (Condition.Some) part;
                multiplied |= !(some.step() instanceof Step.Follow);
                boolean joinedBehind = some.condition() instanceof Condition.Some;
                if (branches.get(0).row() instanceof SqlRow.OfId target
                        && some.step() instanceof Step.Follow
                        && !joinedBehind) {
                    branches = List.of(
                            new Branch(branches.get(0).statement().where(Predicates.notNull(target.id())), target));
                }
                extended = extend(
                        branches.get(0).statement(),
                        some.condition(),
                        branches.get(0).row(),
                        joined + 1);
            } else {
                own.add(predicate(part, row));
            }
        }
        return where(extended, Predicates.and(own));
    }

    /**
     * Rows that steps lead to.
     *
     * @param select the rows
     * @param begin the id of the object from which the steps lead to a row: a column of the statement's first table
     * @param end the row at the end of the steps
     */
    public record Reached(Select select, Expression.ColumnOf begin, SqlRow end) {}

    /**
     * Returns statements for the rows that steps lead to and that fulfil a condition, from all objects: one for each table at the end of a step. They do not read
     * the table of the objects.
     *
     * @param steps the first one leads to several rows, and none is repeated
     * @param condition on the row at the end only
     * @param onlyId whether only the id of an object at the end is used
     */
    public List<Reached> reached(List<Step> steps, Condition condition, boolean onlyId) {
        List<Reached> reached = new ArrayList<>();
        for (Reached first : begin(steps.get(0), isOnlyId(steps, 0, onlyId))) {
            List<Branch> ends = List.of(new Branch(first.select(), first.end()));
            for (int i = 1; i < steps.size(); i++) {
                Step step = steps.get(i);
                boolean onlyIdThere = isOnlyId(steps, i, onlyId);
                ends = ends.stream()
                        .flatMap(end -> joins.attach(end.select(), step, end.row(), onlyIdThere).stream())
                        .toList();
            }
            for (Branch end : ends) {
                Predicate there = end.row() instanceof SqlRow.OfId object
                                && object.id() instanceof Expression.ColumnOf id
                                && id.column().nullable()
                        ? Predicates.notNull(id)
                        : Predicates.TRUE;
                Predicate holds = Predicates.and(there, predicate(condition, end.row()));
                if (!holds.equals(Predicates.FALSE)) {
                    reached.add(new Reached(where(end.statement(), holds), first.begin(), end.row()));
                }
            }
        }
        return reached;
    }

    private static boolean isOnlyId(List<Step> steps, int at, boolean onlyIdAtEnd) {
        return at + 1 < steps.size() ? !(steps.get(at + 1) instanceof Step.Follow) : onlyIdAtEnd;
    }

    private List<Reached> begin(Step step, boolean onlyId) {
        if (step instanceof Step.Members members) {
            SqlRow.OfMember member = row(schema.link(members.collection()));
            return List.of(begin(member.source(), member.column(LinkTable.OWNER), member));
        }
        if (step instanceof Step.Referrers referrers) {
            return referrers.owner().concreteClasses().stream()
                    .map(type -> row(schema.table(type)))
                    .filter(row -> !row.compared(referrers.reference()).isEmpty())
                    .map(row -> begin(
                            row.source(), row.compared(referrers.reference()).get(0), row))
                    .toList();
        }
        Step.Holders holders = (Step.Holders) step;
        SqlRow.OfMember member = row(schema.link(holders.collection()));
        Reached link =
                begin(member.source(), member.compared(holders.reference()).get(0), member);
        return onlyId && StepJoins.isAnyOwner(holders)
                ? List.of(new Reached(link.select(), link.begin(), new SqlRow.OfId(member.column(LinkTable.OWNER))))
                : holders.owner().concreteClasses().stream()
                        .map(type -> joins.owner(link.select(), member, type))
                        .map(owner -> new Reached(owner.statement(), link.begin(), owner.row()))
                        .toList();
    }

    private static Reached begin(Source source, Expression id, SqlRow row) {
        Expression.ColumnOf begin = (Expression.ColumnOf) id;
        Select select = Select.of(source, begin);
        return new Reached(begin.column().nullable() ? select.where(Predicates.notNull(begin)) : select, begin, row);
    }

    /** Returns a table for the different rows of a statement's columns. */
    public Source different(List<Column> columns) {
        return scope.commonTable(columns);
    }

    private static Select where(Select select, Predicate predicate) {
        return predicate.equals(Predicates.TRUE) ? select : select.where(predicate);
    }

    /** Follows a step to each of its tables. */
    private List<Branch> attach(@Nullable Select select, Condition.Some some, SqlRow row) {
        return joins.attach(select, some.step(), row, RowAccess.ONLY_ID.isEnoughFor(some.condition()));
    }

    /** Predicates on one row. */
    private final class In implements Condition.Cases<Predicate> {

        private final SqlRow row;
        private final NullGuard guard;
        private final ConstantComparison constants;
        private final @Nullable ReferenceJoins references;
        private final boolean needed;

        In(SqlRow row, boolean negated) {
            this(row, negated, null, false);
        }

        /**
         * @param references that can join what references lead to from the row; null if none can
         * @param needed whether the whole condition holds only if this one does
         */
        In(SqlRow row, boolean negated, @Nullable ReferenceJoins references, boolean needed) {
            this.row = row;
            this.guard = new NullGuard(negated);
            this.constants = new ConstantComparison(scope, stored, row, guard);
            this.references = references;
            this.needed = needed;
        }

        /** The same row below an OR or a NOT. */
        private In optional(boolean negated) {
            return new In(row, negated, references, false);
        }

        @Override
        public Predicate always(Condition.Always always) {
            return new Predicate.Constant(always.holds());
        }

        @Override
        public Predicate and(Condition.And and) {
            return Predicates.and(
                    and.parts().stream().map(part -> part.map(this)).toList());
        }

        @Override
        public Predicate or(Condition.Or or) {
            In optional = optional(guard.negated());
            return Predicates.or(
                    or.parts().stream().map(part -> part.map(optional)).toList());
        }

        @Override
        public Predicate not(Condition.Not not) {
            if (!guard.negated()
                    && not.part() instanceof Condition.Compare compare
                    && compare.operator() == Operator.EQUAL
                    && compare.value().columns().size() == 1) {
                return constants.notEqual(compare);
            }
            return Predicates.not(not.part().map(optional(true)));
        }

        @Override
        public Predicate some(Condition.Some some) {
            if (answered.containsKey(some)) {
                Expression reference =
                        row.compared(((Step.Follow) some.step()).reference()).get(0);
                return Predicates.and(
                        Predicates.notNull(reference),
                        new Predicate.InIds(reference, answered.get(some).toArray()));
            }
            if (some.step() instanceof Step.Follow follow
                    && !follow.narrows()
                    && RowAccess.ONLY_ID.isEnoughFor(some.condition())) {
                List<Expression> reference = row.compared(follow.reference());
                return reference.isEmpty()
                        ? Predicates.FALSE
                        : Predicates.and(
                                Predicates.notNull(reference.get(0)),
                                some.condition().map(new In(new SqlRow.OfId(reference.get(0)), guard.negated())));
            }
            if (some.step() instanceof Step.Repeated repeated) {
                return repeated(repeated, some.condition());
            }
            Optional<SqlRow> target = joined(List.of(some.step()));
            if (target.isPresent()) {
                Predicate holds = some.condition().map(new In(target.get(), guard.negated(), references, needed));
                return some.condition() instanceof Condition.Some next && !(next.step() instanceof Step.Repeated)
                        ? holds // which asks for a row behind this one
                        : Predicates.and(there(target.get()), holds);
            }
            return Predicates.or(attach(null, some, row).stream()
                    .map(branch -> extend(branch.statement(), some.condition(), branch.row(), 1))
                    .filter(select -> !Predicates.FALSE.equals(select.where()))
                    .map(select -> (Predicate) new Predicate.Exists(select))
                    .toList());
        }

        /** Returns the row that the steps lead to, joined; empty if none is. */
        private Optional<SqlRow> joined(List<Step> steps) {
            return references == null ? Optional.empty() : references.row(row, steps, needed);
        }

        /** Returns the predicate that a joined row is there. */
        private Predicate there(SqlRow joined) {
            return needed || joined == row ? Predicates.TRUE : Predicates.notNull(joined.id());
        }

        @Override
        public Predicate count(Condition.Count count) {
            List<Branch> branches = List.of(new Branch(null, row));
            for (int i = 0; i < count.steps().size() && !branches.isEmpty(); i++) {
                Branch before = branches.get(0);
                branches = joins.attach(
                        before.select(),
                        count.steps().get(i),
                        before.row(),
                        StepJoins.isOnlyId(count.steps(), i, count.condition()));
            }
            if (branches.isEmpty()) {
                return Predicates.FALSE;
            }
            Branch counted = branches.get(0);
            // A join behind the rows would multiply them; DISTINCT ids are not affected.
            Select rows = count.objects()
                    ? extend(
                            counted.statement(),
                            count.condition(),
                            counted.row(),
                            count.steps().size())
                    : where(counted.statement(), SqlConditions.this.predicate(count.condition(), counted.row()));
            Expression number =
                    count.objects() ? new Expression.CountDistinct(counted.row().id()) : new Expression.CountAll();
            return new Predicate.Compare(
                    new Expression.ValueOf(rows.selecting(List.of(number))),
                    SqlOperator.valueOf(count.operator().name()),
                    scope.bind(ColumnType.BIGINT, count.number()));
        }

        /** Returns the predicate for repeated steps: the object's id is among those from which the steps lead to a hit. */
        private Predicate repeated(Step.Repeated repeated, Condition condition) {
            Query found = new Recursion(schema, scope, joins, repeated).query(condition, SqlConditions.this);
            return found == null ? Predicates.FALSE : new Predicate.InQuery(row.id(), found);
        }

        @Override
        public Predicate aggregate(Condition.Aggregate aggregate) {
            throw new IllegalStateException("values are added up in steps: " + aggregate);
        }

        @Override
        public Predicate computed(Condition.Computed computed) {
            throw new IllegalStateException("values are computed in steps: " + computed.written());
        }

        @Override
        public Predicate inResult(Condition.InResult in) {
            IdSet found = results.of(in);
            return found.isEmpty() ? Predicates.FALSE : new Predicate.InIds(row.id(), found.toArray());
        }

        @Override
        public Predicate compare(Condition.Compare compare) {
            return constants.compare(compare);
        }

        @Override
        public Predicate in(Condition.InSet in) {
            return constants.in(in);
        }

        @Override
        public Predicate match(Condition.Match match) {
            return new PatternMatch(constants).match(match);
        }

        @Override
        public Predicate begins(Condition.Begins begins) {
            return new PatternMatch(constants).begins(begins);
        }

        @Override
        public Predicate missing(Condition.Missing missing) {
            return new FieldPresence(row).missing(missing.field());
        }

        @Override
        public Predicate reached(Condition.Reached reached) {
            return new FieldPresence(row).reached(reached.field());
        }

        @Override
        public Predicate ofClass(Condition.OfClass ofClass) {
            return new Predicate.Constant(ofClass.type()
                    .concreteClasses()
                    .contains(((SqlRow.OfObject) row).table().type()));
        }

        @Override
        public Predicate compareFields(Condition.CompareFields compare) {
            return new FieldComparison(
                            new FieldComparison.Operand(row, compare.left()),
                            new FieldComparison.Operand(row, compare.right()))
                    .compared(compare.operator(), guard);
        }

        @Override
        public Predicate comparePaths(Condition.ComparePaths compare) {
            if (references != null && references.leadToOneRow(compare.leftSteps(), compare.rightSteps())) {
                return compareRows(compare, joined(compare.leftSteps()), joined(compare.rightSteps()));
            }
            List<Predicate> found = new ArrayList<>();
            for (Branch left : joins.attach(new Branch(null, row), compare.leftSteps())) {
                for (Branch both : joins.attach(new Branch(left.select(), row), compare.rightSteps())) {
                    Predicate compared = new FieldComparison(
                                    new FieldComparison.Operand(left.row(), compare.left()),
                                    new FieldComparison.Operand(both.row(), compare.right()))
                            .compared(compare.operator(), new NullGuard(false));
                    if (!compared.equals(Predicates.FALSE)) {
                        found.add(new Predicate.Exists(where(both.statement(), compared)));
                    }
                }
            }
            return Predicates.or(found);
        }

        private Predicate compareRows(Condition.ComparePaths compare, Optional<SqlRow> left, Optional<SqlRow> right) {
            if (left.isEmpty() || right.isEmpty()) {
                return Predicates.FALSE;
            }
            Predicate compared = new FieldComparison(
                            new FieldComparison.Operand(left.get(), compare.left()),
                            new FieldComparison.Operand(right.get(), compare.right()))
                    .compared(compare.operator(), guard);
            return Predicates.and(there(left.get()), there(right.get()), compared);
        }
    }
}
