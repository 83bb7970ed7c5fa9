package dev.espalier.internal.search.condition;

import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows that references lead to from the row of a statement, each joined once. There is at most one for each reference, so that the joins add no rows.
 *
 * <p>A row that the condition needs comes by an inner join. Below an OR or a NOT the condition can hold without the row: it comes by an outer join, and its columns
 * are null if the reference leads nowhere.
 *
 * <pre>
 * customer.name = 'Ann', (customer.city.name = 'Oslo' OR total > 100)
 *
 * FROM orders t0 JOIN customer t1 ON t1.id = t0.customer_id LEFT JOIN city t2 ON t2.id = t1.city_id
 * WHERE t1.name = ? AND (t2.id IS NOT NULL AND t2.name = ? OR t0.total > ?)
 * </pre>
 */
public final class ReferenceJoins {

    /** The maximum number of joins. MySQL joins 61 tables at most, SQLite 64; further references are followed by EXISTS. */
    private static final int JOINS = 20;

    private final Schema schema;
    private final StatementScope scope;
    private final List<Target> targets = new ArrayList<>();

    public ReferenceJoins(Schema schema, StatementScope scope) {
        this.schema = schema;
        this.scope = scope;
    }

    /** A joined row; for one statement. */
    private static final class Target {

        final SqlRow from;
        final Step.Follow follow;
        final SqlRow.OfObject row;
        final Predicate on;
        boolean isNeeded;

        Target(SqlRow from, Step.Follow follow, SqlRow.OfObject row, Predicate on) {
            this.from = from;
            this.follow = follow;
            this.row = row;
            this.on = on;
        }
    }

    /** Returns whether each of two paths leads to one row at most, in one table, and both can be joined. */
    boolean leadToOneRow(List<Step> left, List<Step> right) {
        return targets.size() + left.size() + right.size() <= JOINS
                && left.stream().allMatch(ReferenceJoins::isToOneTable)
                && right.stream().allMatch(ReferenceJoins::isToOneTable);
    }

    private static boolean isToOneTable(Step step) {
        return step instanceof Step.Follow follow
                && follow.target().concreteClasses().size() == 1;
    }

    /**
     * Returns the row at the end of steps, joined.
     *
     * @param needed whether the condition holds only if there is such a row
     * @return empty if an object of the row's class has no such reference, or if one leads to several tables
     */
    public Optional<SqlRow> row(SqlRow from, List<Step> steps, boolean needed) {
        if (!leadToOneRow(steps, List.of())) {
            return Optional.empty();
        }
        SqlRow end = from;
        for (Step step : steps) {
            Target target = target(end, (Step.Follow) step);
            if (target == null) {
                return Optional.empty();
            }
            target.isNeeded |= needed;
            end = target.row;
        }
        return Optional.of(end);
    }

    private @Nullable Target target(SqlRow from, Step.Follow follow) {
        for (Target target : targets) {
            if (target.from == from && target.follow.equals(follow)) {
                return target;
            }
        }
        List<Expression> reference = from.compared(follow.reference());
        if (reference.isEmpty()) {
            return null;
        }
        SqlRow.OfObject row =
                scope.row(schema.table(follow.target().concreteClasses().get(0)));
        Target target = new Target(from, follow, row, Predicates.equal(row.id(), reference.get(0)));
        targets.add(target);
        return target;
    }

    /** Returns the statement with the joins. */
    public Select joined(Select select) {
        Select joined = select;
        for (Target target : targets) {
            joined = target.isNeeded
                    ? joined.join(target.row.source(), target.on)
                    : joined.leftJoin(target.row.source(), target.on);
        }
        return joined;
    }
}
