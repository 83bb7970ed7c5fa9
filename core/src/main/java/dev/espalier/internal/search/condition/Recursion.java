package dev.espalier.internal.search.condition;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A repeated step as a recursive statement: backwards from the ends that fulfil a condition, or either way from known objects. For one
 * statement, by one thread.
 */
public final class Recursion {

    private static final Column ID = new Column("id", ColumnType.BIGINT, false, false);
    private static final Column ROUNDS = new Column("rounds", ColumnType.INTEGER, false, false);

    private final Schema schema;
    private final StatementScope scope;
    private final StepJoins joins;
    private final Step.Repeated repeated;
    private final boolean bounded;
    private final Source rows;

    /** @param scope of the statement, the same as that of the joins */
    public Recursion(Schema schema, StatementScope scope, StepJoins joins, Step.Repeated repeated) {
        this.schema = schema;
        this.scope = scope;
        this.joins = joins;
        this.repeated = repeated;
        this.bounded = repeated.most().isPresent();
        this.rows = scope.commonTable(bounded ? List.of(ID, ROUNDS) : List.of(ID));
    }

    /**
     * Returns the statement for the ids of the objects from which the steps lead to a hit; null if there can be none.
     *
     * @param conditions translates the condition at the ends, in the same scope
     */
    @Nullable
    Query query(Condition condition, SqlConditions conditions) {
        List<Select> begin = bounded || repeated.least() == 0
                ? ends(Step.end(List.of(repeated)), condition, conditions)
                : ends(repeated.type(), before(condition), conditions);
        if (begin.isEmpty()) {
            return null;
        }
        Select result = Select.of(rows, rows.column(0));
        return new Query.Recursive(
                rows,
                begin,
                round(),
                bounded && repeated.least() > 0
                        ? result.where(new Predicate.Compare(
                                rows.column(1),
                                SqlOperator.GREATER_OR_EQUAL,
                                new Expression.Constant(repeated.least())))
                        : result);
    }

    /** Returns the statement for some objects, and all from which the steps, taken any number of times, lead to them. Not for a bounded step. */
    public Query backFrom(long[] ids, Lookups lookups) {
        return new Query.Recursive(rows, known(ids), lookups.fromLast(round()), Select.of(rows, rows.column(0)));
    }

    /** Returns the statement for some objects, and all to which the steps, taken any number of times, lead from them. Not for a bounded step. */
    public Query forthFrom(long[] ids, Lookups lookups) {
        return new Query.Recursive(rows, known(ids), lookups.fromFirst(onwards()), Select.of(rows, rows.column(0)));
    }

    /** Returns statements for those of some objects from which the steps can begin. */
    private List<Select> known(long[] ids) {
        List<Select> known = new ArrayList<>();
        for (PersistentClass one : repeated.type().concreteClasses()) {
            SqlRow.OfObject row = scope.row(schema.table(one));
            known.add(Select.of(row.source(), row.id()).where(Predicate.InIds.lookup(row.id(), ids)));
        }
        return known;
    }

    /** Returns the condition the minimum number of rounds before the given one. */
    private Condition before(Condition condition) {
        Condition before = condition;
        for (int i = 0; i < repeated.least(); i++) {
            before = Condition.some(repeated.steps(), before);
        }
        return before;
    }

    private List<Select> ends(PersistentClass type, Condition condition, SqlConditions conditions) {
        List<Select> ends = new ArrayList<>();
        for (PersistentClass one : type.concreteClasses()) {
            Select along = conditions.along(condition, schema.table(one));
            Select end = bounded ? withRounds(along) : along;
            if (!Predicates.FALSE.equals(end.where())) {
                ends.add(end);
            }
        }
        return ends;
    }

    private Select withRounds(Select ends) {
        return ends.selecting(List.of(ends.columns().get(0), new Expression.Constant(0)));
    }

    /** Returns the statement for the objects from which the steps lead to one of the rows. */
    private Select round() {
        List<Step> steps = repeated.steps();
        StepJoins.Branch branch = first(steps.get(0), StepJoins.isOnlyId(steps, 0, Condition.ALWAYS));
        Expression start = branch.statement().columns().get(0);
        for (int i = 1; i < steps.size(); i++) {
            branch = joins.attach(
                            branch.select(), steps.get(i), branch.row(), StepJoins.isOnlyId(steps, i, Condition.ALWAYS))
                    .get(0);
        }
        Predicate atRow = Predicates.equal(branch.row().id(), rows.column(0));
        Select joined = branch.statement()
                .join(
                        rows,
                        bounded
                                ? Predicates.and(
                                        atRow,
                                        new Predicate.Compare(
                                                rows.column(1),
                                                SqlOperator.LESS,
                                                new Expression.Constant(
                                                        repeated.most().getAsInt())))
                                : atRow);
        return joined.selecting(bounded ? List.of(start, new Expression.Next(rows.column(1))) : List.of(start));
    }

    /** Returns the statement for the objects to which the steps lead from one of the rows. */
    private Select onwards() {
        List<Step> steps = repeated.steps();
        StepJoins.Branch branch = atRow(steps.get(0));
        for (int i = 0; i < steps.size(); i++) {
            branch = joins.attach(
                            branch.select(), steps.get(i), branch.row(), StepJoins.isOnlyId(steps, i, Condition.ALWAYS))
                    .get(0);
        }
        Expression end = branch.row().id();
        return branch.statement().where(Predicates.notNull(end)).selecting(List.of(end));
    }

    /** Returns the rows, from which a step leads; with the objects themselves if the step begins at a field of theirs. */
    private StepJoins.Branch atRow(Step step) {
        Select found = Select.of(rows, rows.column(0));
        if (!(step instanceof Step.Follow)) {
            return new StepJoins.Branch(found, new SqlRow.OfId(rows.column(0)));
        }
        SqlRow.OfObject row =
                scope.row(schema.table(repeated.type().concreteClasses().get(0)));
        return new StepJoins.Branch(found.joinAfter(row.source(), Predicates.equal(row.id(), rows.column(0))), row);
    }

    /** Returns the first step from any object; it selects the object's id. */
    private StepJoins.Branch first(Step step, boolean onlyId) {
        if (step instanceof Step.Members members) {
            SqlRow.OfMember member = scope.row(schema.link(members.collection()));
            return new StepJoins.Branch(Select.of(member.source(), member.column(LinkTable.OWNER)), member);
        }
        if (step instanceof Step.Follow) {
            SqlRow.OfObject row =
                    scope.row(schema.table(repeated.type().concreteClasses().get(0)));
            return joins.attach(Select.of(row.source(), row.id()), step, row, onlyId)
                    .get(0);
        }
        if (step instanceof Step.Referrers referrers) {
            SqlRow.OfObject owner =
                    scope.row(schema.table(referrers.owner().concreteClasses().get(0)));
            Expression reference = owner.compared(referrers.reference()).get(0);
            return new StepJoins.Branch(
                    Select.of(owner.source(), reference).where(Predicates.notNull(reference)), owner);
        }
        Step.Holders holders = (Step.Holders) step;
        SqlRow.OfMember member = scope.row(schema.link(holders.collection()));
        Expression reference = member.compared(holders.reference()).get(0);
        Select link = Select.of(member.source(), reference).where(Predicates.notNull(reference));
        if (onlyId && StepJoins.isAnyOwner(holders)) {
            return new StepJoins.Branch(link, new SqlRow.OfId(member.column(LinkTable.OWNER)));
        }
        return joins.owner(link, member, holders.owner().concreteClasses().get(0));
    }
}
