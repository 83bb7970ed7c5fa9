package dev.espalier.internal.search.selection;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.DecimalSums;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.formula.Cells;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.PlannedTest;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of values that tests choose. Each value has an aggregate of its own, of the rows whose test it is, and Java puts them together.
 *
 * <pre>
 * SUM(CASE WHEN part.size > 5 THEN count ELSE 1 END)
 *     SUM(CASE WHEN n1.size > 5 THEN t0.count END), COUNT(CASE WHEN NOT (n1.size IS NOT NULL AND n1.size > 5) THEN 1 END)
 * </pre>
 */
final class CaseAggregate implements GroupedSources.Computed {

    /** Each test is repeated, negated, for the values behind it. */
    private static final int MOST_TESTS = 8;

    /** The engine decides each of them in each row, and a statement has a limited number of values. */
    private static final int MOST_COMPARISONS = 64;

    private static final Expression ONE = new Expression.Constant(1);
    private static final Expression NONE = new Expression.Constant(0);

    private final RowPlan.Aggregate aggregate;
    private final Dialect dialect;
    private final List<Branch> branches;

    /**
     * The aggregate of one value.
     *
     * @param failed the tests before its own
     * @param test its own; null if it is the value for all other rows
     * @param value null for a value that is the same in all rows
     */
    private record Branch(
            List<PlannedTest> failed,
            @Nullable PlannedTest test,
            PlannedFormula formula,
            GroupedSources.@Nullable Computed value) {}

    private CaseAggregate(RowPlan.Aggregate aggregate, Dialect dialect, List<Branch> branches) {
        this.aggregate = aggregate;
        this.dialect = dialect;
        this.branches = branches;
    }

    /** Returns an aggregate; empty if the engine does not make it as Java does. */
    static Optional<CaseAggregate> of(RowPlan.Aggregate aggregate, RowPlan plan, Dialect dialect) {
        PlannedFormula.Case ofCase = (PlannedFormula.Case) aggregate.argument();
        if (ofCase == null
                || aggregate.distinct()
                || aggregate.source() < 0
                || ofCase.whens().size() > MOST_TESTS
                || !isMade(aggregate, ofCase)
                || ofCase.whens().stream()
                                .mapToInt(when -> RowTests.comparisons(when.test()))
                                .sum()
                        > MOST_COMPARISONS
                || !ofCase.whens().stream().allMatch(when -> RowTests.areAlike(when.test(), dialect))) {
            return Optional.empty();
        }
        List<Branch> branches = new ArrayList<>();
        List<PlannedTest> failed = new ArrayList<>();
        for (PlannedFormula.When when : ofCase.whens()) {
            branches.add(branch(List.copyOf(failed), when.test(), when.value(), aggregate, plan, dialect));
            failed.add(when.test());
        }
        branches.add(branch(List.copyOf(failed), null, ofCase.otherwise(), aggregate, plan, dialect));
        boolean areMade = branches.stream()
                .allMatch(branch -> branch.value != null || isConstant(branch.formula, aggregate.aggregation()));
        return areMade
                ? Optional.of(new CaseAggregate(
                        aggregate,
                        dialect,
                        branches.stream()
                                .filter(branch -> !isMissing(branch.formula))
                                .toList()))
                : Optional.empty();
    }

    /** Whether what the values have in common is added exactly, or has one order. */
    private static boolean isMade(RowPlan.Aggregate aggregate, PlannedFormula.Case ofCase) {
        return switch (aggregate.aggregation()) {
            case COUNT -> true;
            case SUM, AVG -> ofCase.type().kind() == Kind.WHOLE || ofCase.type().kind() == Kind.DECIMAL;
            case MIN, MAX -> ofCase.type().isOrderedAlike();
        };
    }

    private static Branch branch(
            List<PlannedTest> failed,
            @Nullable PlannedTest test,
            PlannedFormula value,
            RowPlan.Aggregate aggregate,
            RowPlan plan,
            Dialect dialect) {
        Optional<? extends GroupedSources.Computed> made = value instanceof PlannedFormula.Constant
                ? Optional.empty()
                : GroupedSources.Computed.of(aggregate.at(aggregate.source(), value), plan, dialect);
        return new Branch(failed, test, value, made.orElse(null));
    }

    private static boolean isMissing(PlannedFormula formula) {
        return formula instanceof PlannedFormula.Constant constant && constant.value() == null;
    }

    private static boolean isConstant(PlannedFormula formula, Aggregation aggregation) {
        return formula instanceof PlannedFormula.Constant constant
                && (constant.value() == null
                        || aggregation == Aggregation.COUNT
                        || constant.value() instanceof Long
                        || constant.value() instanceof BigDecimal);
    }

    @Override
    public boolean isAlwaysExact() {
        return branches.stream().allMatch(branch -> branch.value == null || branch.value.isAlwaysExact());
    }

    @Override
    public GroupedSources.Partial partial(SourceJoins joins, ToIntFunction<Expression> add) {
        Optional<ColumnOf> presence = joins.presence(aggregate.source());
        if (presence.isEmpty()) {
            return row -> new PartialAggregate(0, null);
        }
        List<GroupedSources.Partial> parts = new ArrayList<>();
        rows(joins, presence.get()).forEach((branch, rows) -> parts.add(part(branch, rows, joins, add)));
        return row -> merged(parts, row);
    }

    /** Returns the condition of each value's rows. */
    private Map<Branch, Predicate> rows(SourceJoins joins, ColumnOf presence) {
        RowTests tests = RowTests.ofRows(joins, dialect);
        Predicate there = aggregate.source() == 0 ? Predicates.TRUE : Predicates.notNull(presence);
        Map<Branch, Predicate> rows = new LinkedHashMap<>();
        for (Branch branch : branches) {
            List<Predicate> all = new ArrayList<>(List.of(there));
            branch.failed.forEach(test -> all.add(tests.negation(test)));
            if (branch.test != null) {
                all.add(tests.predicate(branch.test));
            }
            rows.put(branch, Predicates.and(all));
        }
        return rows;
    }

    @Override
    public boolean isOneValue() {
        return (aggregate.aggregation() == Aggregation.COUNT || aggregate.aggregation() == Aggregation.SUM)
                && (!isTotal() || aggregate.type().kind() == Kind.WHOLE || dialect.decimalSums() == DecimalSums.EXACT)
                && branches.stream()
                        .allMatch(branch -> branch.value == null
                                ? !isTotal() || isSmall((PlannedFormula.Constant) branch.formula)
                                : branch.value.isOneValue());
    }

    /** Whether the engine can multiply a number with any number of rows. */
    private static boolean isSmall(PlannedFormula.Constant constant) {
        return !(constant.value() instanceof Long whole) || whole == whole.intValue();
    }

    @Override
    public Optional<Expression> value(SourceJoins joins, UnaryOperator<Expression> each) {
        List<Expression> numbers = new ArrayList<>();
        List<Predicate> present = new ArrayList<>();
        joins.presence(aggregate.source())
                .map(presence -> rows(joins, presence))
                .orElse(Map.of())
                .forEach((branch, rows) -> {
                    if (branch.value == null) {
                        Expression count = each.apply(of(rows, new Expression.CountAll()));
                        numbers.add(
                                isTotal()
                                        ? new Expression.Times(number((PlannedFormula.Constant) branch.formula), count)
                                        : count);
                        present.add(new Predicate.Compare(count, SqlOperator.GREATER, NONE));
                    } else {
                        branch.value
                                .value(joins, one -> each.apply(of(rows, one)))
                                .ifPresent(number -> {
                                    numbers.add(isTotal() ? new Expression.Coalesce(number, NONE) : number);
                                    present.add(Predicates.notNull(number));
                                });
                    }
                });
        Optional<Expression> all = numbers.stream().reduce(Expression.Plus::new);
        return isTotal()
                ? all.map(total -> new Expression.Where(Predicates.or(present), total))
                : Optional.of(all.orElse(NONE));
    }

    private static Expression number(PlannedFormula.Constant constant) {
        return constant.value() instanceof Long whole
                ? new Expression.Constant(whole)
                : new Expression.Bind(ColumnType.DECIMAL, requireNonNull(constant.value()));
    }

    @Override
    public Optional<Predicate> doubt(SourceJoins joins, UnaryOperator<Expression> each) {
        Optional<ColumnOf> presence = joins.presence(aggregate.source());
        if (presence.isEmpty()) {
            return Optional.of(Predicates.FALSE);
        }
        List<Predicate> any = new ArrayList<>();
        for (Map.Entry<Branch, Predicate> branch : rows(joins, presence.get()).entrySet()) {
            GroupedSources.Computed computed = branch.getKey().value;
            if (computed != null) {
                Optional<Predicate> doubt = computed.doubt(joins, one -> each.apply(of(branch.getValue(), one)));
                if (doubt.isEmpty()) {
                    return Optional.empty();
                }
                any.add(doubt.get());
            }
        }
        boolean isSumOfWholes =
                aggregate.aggregation() == Aggregation.SUM && aggregate.type().kind() == Kind.WHOLE;
        if (isSumOfWholes && !isOneValue()) {
            return Optional.empty();
        }
        if (isSumOfWholes && !Predicates.or(any).equals(Predicates.FALSE)) {
            value(joins, each).ifPresent(total -> any.add(WholeColumns.isOutside(total, WholeRange.BITS_64)));
        }
        return Optional.of(Predicates.or(any));
    }

    private GroupedSources.Partial part(
            Branch branch, Predicate where, SourceJoins joins, ToIntFunction<Expression> add) {
        if (where.equals(Predicates.FALSE)) {
            return row -> new PartialAggregate(0, null);
        }
        if (branch.value != null) {
            return branch.value.partial(joins, expression -> add.applyAsInt(of(where, expression)));
        }
        Object constant = ((PlannedFormula.Constant) branch.formula).value();
        int count = add.applyAsInt(of(where, new Expression.CountAll()));
        return row -> ofConstant(constant, row.getLong(count));
    }

    /** Returns the aggregate of a value that some rows have. */
    private PartialAggregate ofConstant(@Nullable Object constant, long rows) {
        if (rows == 0 || aggregate.aggregation() == Aggregation.COUNT) {
            return new PartialAggregate(rows, null);
        }
        return new PartialAggregate(
                rows,
                isTotal()
                        ? Cells.decimal((Number) requireNonNull(constant)).multiply(BigDecimal.valueOf(rows))
                        : constant);
    }

    /** Returns an aggregate of the rows that fulfil a condition. */
    private static Expression of(Predicate where, Expression all) {
        if (where.equals(Predicates.TRUE)) {
            return all;
        }
        if (all instanceof Expression.CountAll) {
            return new Expression.Count(new Expression.Where(where, ONE));
        }
        if (all instanceof Expression.Count count) {
            return new Expression.Count(new Expression.Where(where, count.counted()));
        }
        if (all instanceof Expression.Sum sum) {
            return new Expression.Sum(new Expression.Where(where, sum.value()));
        }
        if (all instanceof Expression.Least least) {
            return new Expression.Least(new Expression.Where(where, least.value()));
        }
        if (all instanceof Expression.Greatest greatest) {
            return new Expression.Greatest(new Expression.Where(where, greatest.value()));
        }
        return new Expression.IsFloating(of(where, ((Expression.IsFloating) all).number()));
    }

    private PartialAggregate merged(List<GroupedSources.Partial> parts, Row row) throws SQLException {
        PartialAggregate all = new PartialAggregate(0, null);
        for (GroupedSources.Partial part : parts) {
            all = merged(all, part.read(row));
        }
        return all;
    }

    private PartialAggregate merged(PartialAggregate one, PartialAggregate other) {
        return new PartialAggregate(
                one.count() + other.count(),
                one.value() == null || !other.isExact()
                        ? other.value()
                        : other.value() == null || !one.isExact() ? one.value() : merged(one.value(), other.value()),
                one.isTooLarge() || other.isTooLarge());
    }

    private Object merged(Object one, Object other) {
        if (isTotal()) {
            return ((BigDecimal) one).add((BigDecimal) other);
        }
        boolean isFirst = Cells.compare(one, other) <= 0 == (aggregate.aggregation() == Aggregation.MIN);
        return isFirst ? one : other;
    }

    private boolean isTotal() {
        return aggregate.aggregation() == Aggregation.SUM || aggregate.aggregation() == Aggregation.AVG;
    }
}
