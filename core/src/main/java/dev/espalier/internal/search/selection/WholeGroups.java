package dev.espalier.internal.search.selection;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.PlannedTest;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Groups that the engine makes as a whole, so that it can leave out those that HAVING or LIMIT leaves out. Java decides once more: the engine may give more groups
 * than are wanted, and never fewer.
 *
 * <pre>
 * customer.id, SUM(cents) AS c HAVING c > 5 ORDER BY c DESC LIMIT 10
 *     GROUP BY t0.customer_id HAVING SUM(t0.cents) > 5 ORDER BY SUM(t0.cents) DESC, t0.customer_id LIMIT 10
 * </pre>
 *
 * <p>A group with a sum beyond 64 bits, or with one that is not exact, is in doubt. No HAVING leaves it out, and it comes before all others: if there is one, all
 * groups are read.
 */
final class WholeGroups {

    /** A statement has a limited number of values. */
    private static final int MOST_COMPARISONS = 64;

    private static final Expression ONE = new Expression.Constant(1);

    private final SourceJoins joins;
    private final RowPlan plan;
    private final Dialect dialect;

    WholeGroups(SourceJoins joins, RowPlan plan, Dialect dialect) {
        this.joins = joins;
        this.plan = plan;
        this.dialect = dialect;
    }

    /**
     * The first groups.
     *
     * @param doubt the condition of groups that come first because they are in doubt
     */
    record First(Predicate doubt, List<Select.Order> orders, long most) {

        /** Returns a number that is greater than zero for groups in doubt. */
        Expression doubted() {
            return new Expression.Where(doubt, ONE);
        }

        /** Returns all sort keys. */
        List<Select.Order> allOrders() {
            List<Select.Order> all = new ArrayList<>();
            if (!doubt.equals(Predicates.FALSE)) {
                all.add(new Select.Order(doubted(), false));
            }
            all.addAll(orders);
            return all;
        }
    }

    /** Whether a group of the engine is a group of a plan: the keys are what it groups by, and values that are equal have one form. */
    static boolean areMade(RowPlan plan) {
        return !plan.keys().isEmpty()
                && plan.aggregates().stream().noneMatch(RowPlan.Aggregate::distinct)
                && plan.keys().stream().allMatch(WholeGroups::hasOneForm);
    }

    private static boolean hasOneForm(PlannedFormula key) {
        return DateParts.of(key).isPresent()
                || key instanceof PlannedFormula.Field
                        && key.type().kind() != Kind.FLOAT
                        && (key.type().values() == null
                                || key.type().values().parts().size() == 1);
    }

    /** Returns the condition of groups that HAVING keeps, or that are in doubt; empty if the engine decides nothing of it. */
    Optional<Predicate> having() {
        return plan.having()
                .filter(test -> !decided(test).isEmpty())
                .map(test -> Predicates.or(doubt(used(test)), condition(test)));
    }

    /**
     * Returns the parts of a test, all of which must hold, that the engine decides. None of them is behind a part that can be an error in Java: a group that the
     * engine leaves out would be no error.
     */
    private List<PlannedTest> decided(PlannedTest test) {
        if (RowTests.comparisons(test) > MOST_COMPARISONS) {
            return List.of();
        }
        List<PlannedTest> decided = new ArrayList<>();
        for (PlannedTest part : parts(test)) {
            if (RowTests.areAlike(part, dialect, this::isCompared)) {
                decided.add(part);
            } else if (new NumberErrors(plan).canBeIn(part)) {
                break;
            }
        }
        return decided;
    }

    private static List<PlannedTest> parts(PlannedTest test) {
        return test instanceof PlannedTest.And and ? and.parts() : List.of(test);
    }

    private boolean isDecided(PlannedTest test) {
        return decided(test).size() == parts(test).size();
    }

    private Predicate condition(PlannedTest test) {
        RowTests tests = new RowTests(dialect, this::ofGroup);
        return Predicates.and(decided(test).stream().map(tests::predicate).toList());
    }

    /** Returns the first groups; empty if the engine does not decide alone which ones these are. */
    Optional<First> first() {
        if (plan.limit().isEmpty()
                || plan.limit().getAsLong() == 0
                || plan.offset() > Long.MAX_VALUE - plan.limit().getAsLong()
                || plan.having().filter(test -> !isDecided(test)).isPresent()
                || !plan.columns().stream().allMatch(column -> isNeverTooLarge(column.formula()))) {
            return Optional.empty();
        }
        List<Select.Order> orders = new ArrayList<>();
        for (RowPlan.Order order : plan.orders()) {
            if (!isCompared(order.formula()) || !isSorted(order.formula())) {
                return Optional.empty();
            }
            add(orders, order.formula(), order.descending());
        }
        Set<Integer> known = new LinkedHashSet<>();
        for (int i = 0; i < plan.keys().size(); i++) {
            PlannedFormula key = new PlannedFormula.Key(i, plan.keys().get(i).type());
            if (!isDecidedBy(known, plan.keys().get(i))) {
                if (!isCompared(key) || !isSorted(key)) {
                    return Optional.empty();
                }
                add(orders, key, false);
                ofObject(plan.keys().get(i)).ifPresent(known::add);
            }
        }
        return allDoubts().map(doubt -> new First(doubt, orders, plan.limit().getAsLong() + plan.offset()));
    }

    /** A value that is the same in all groups sorts nothing. */
    private void add(List<Select.Order> orders, PlannedFormula formula, boolean descending) {
        value(formula)
                .filter(value -> !(value instanceof Expression.Constant))
                .ifPresent(value -> orders.add(new Select.Order(value, descending, isCount(value))));
    }

    private static boolean isCount(Expression value) {
        return value instanceof Expression.Count || value instanceof Expression.CountAll;
    }

    /** Whether groups that are alike so far have the same object, of which a key is a field, or that references lead to from it. */
    private boolean isDecidedBy(Set<Integer> known, PlannedFormula key) {
        if (!(key instanceof PlannedFormula.Field field)) {
            return false;
        }
        int at = field.source();
        while (!known.contains(at) && at > 0 && plan.sources().get(at).step() instanceof Step.Follow) {
            at = plan.sources().get(at).parent();
        }
        return known.contains(at);
    }

    /** Returns the source whose object a key tells; empty if it is another value. */
    private Optional<Integer> ofObject(PlannedFormula key) {
        return key instanceof PlannedFormula.Field field
                        && plan.sources()
                                        .get(field.source())
                                        .fields()
                                        .get(field.index())
                                        .content()
                                instanceof FieldRef.Content.Id
                ? Optional.of(field.source())
                : Optional.empty();
    }

    /** Whether the engine has a formula as one value, which it compares as Java does. */
    private boolean isCompared(PlannedFormula formula) {
        if (formula instanceof PlannedFormula.Key key) {
            PlannedFormula of = plan.keys().get(key.index());
            return DateParts.of(of).isPresent()
                    || of instanceof PlannedFormula.Field field
                            && joins.columns(field).stream().noneMatch(this::isLong);
        }
        return formula instanceof PlannedFormula.Aggregate aggregate
                && isValue(plan.aggregates().get(aggregate.index()));
    }

    /** An engine that does not compare long texts to their end groups by something that stands for them. */
    private boolean isLong(ColumnOf column) {
        return column.column().type() == ColumnType.TEXT
                && !dialect.wholeText("text").equals("text");
    }

    private boolean isValue(RowPlan.Aggregate aggregate) {
        return aggregate.argument() == null
                || GroupedSources.Computed.of(aggregate, plan, dialect)
                        .filter(GroupedSources.Computed::isOneValue)
                        .isPresent();
    }

    private boolean isSorted(PlannedFormula formula) {
        return formula.type().isOrderedAlike()
                || formula instanceof PlannedFormula.Aggregate && formula.type().kind() == Kind.DECIMAL
                || formula.type().kind() == Kind.TEXT && dialect.sortsWholeTexts();
    }

    /** Returns what HAVING compares. H2 takes a part of a date there for something else than the key by which it groups; each row of a group has the same part. */
    private Optional<Expression> ofGroup(PlannedFormula formula) {
        return formula instanceof PlannedFormula.Key key
                        && DateParts.of(plan.keys().get(key.index())).isPresent()
                ? value(formula).map(Expression.Least::new)
                : value(formula);
    }

    /** Returns what the engine compares; empty for no value. */
    private Optional<Expression> value(PlannedFormula formula) {
        if (formula instanceof PlannedFormula.Key key) {
            PlannedFormula of = plan.keys().get(key.index());
            return DateParts.of(of).isPresent()
                    ? DateParts.of(of).get().expression(joins, plan)
                    : joins.columns((PlannedFormula.Field) of).stream()
                            .<Expression>map(column -> column)
                            .findFirst();
        }
        RowPlan.Aggregate aggregate = plan.aggregates().get(((PlannedFormula.Aggregate) formula).index());
        return aggregate.argument() == null
                ? Optional.of(GroupedSources.rows(joins, aggregate))
                : GroupedSources.Computed.of(aggregate, plan, dialect)
                        .orElseThrow()
                        .value(joins, UnaryOperator.identity());
    }

    /** Returns the aggregates that the decided parts of a test are made of. */
    private Set<RowPlan.Aggregate> used(PlannedTest test) {
        Set<RowPlan.Aggregate> used = new LinkedHashSet<>();
        RowTests tests = new RowTests(dialect, operand -> {
            if (operand instanceof PlannedFormula.Aggregate aggregate) {
                used.add(plan.aggregates().get(aggregate.index()));
            }
            return ofGroup(operand);
        });
        decided(test).forEach(tests::predicate);
        return used;
    }

    private Predicate doubt(Set<RowPlan.Aggregate> aggregates) {
        List<Predicate> any = new ArrayList<>();
        for (RowPlan.Aggregate aggregate : aggregates) {
            GroupedSources.Computed.of(aggregate, plan, dialect)
                    .flatMap(computed -> computed.doubt(joins, UnaryOperator.identity()))
                    .ifPresent(any::add);
        }
        return Predicates.or(any);
    }

    /** Returns the condition of groups of which an aggregate may be too large, or inexact; empty if the engine cannot say it. */
    private Optional<Predicate> allDoubts() {
        List<Predicate> any = new ArrayList<>();
        for (RowPlan.Aggregate aggregate : plan.aggregates()) {
            if (aggregate.argument() != null) {
                Optional<Predicate> doubt = GroupedSources.Computed.of(aggregate, plan, dialect)
                        .flatMap(computed -> computed.doubt(joins, UnaryOperator.identity()));
                if (doubt.isEmpty()) {
                    return Optional.empty();
                }
                any.add(doubt.get());
            }
        }
        return Optional.of(Predicates.or(any.stream().distinct().toList()));
    }

    /** Whether a column of a group that a LIMIT leaves out is no error: its aggregates are another matter. */
    private static boolean isNeverTooLarge(PlannedFormula formula) {
        return formula instanceof PlannedFormula.Key
                || formula instanceof PlannedFormula.Aggregate
                || formula instanceof PlannedFormula.Constant
                || formula instanceof PlannedFormula.Arithmetic arithmetic
                        && arithmetic.type().kind() == Kind.DECIMAL
                        && isNeverTooLarge(arithmetic.left())
                        && isNeverTooLarge(arithmetic.right());
    }
}
