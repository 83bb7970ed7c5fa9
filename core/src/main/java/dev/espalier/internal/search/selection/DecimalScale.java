package dev.espalier.internal.search.selection;

import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The scale of a formula of decimals in each row, as BigDecimal has it: a product has the sum of both scales, a sum the greater one. A decimal's scale is a column
 * of its own; a whole number's is 0.
 *
 * <pre>
 * price * rate + 0.25    CASE WHEN 2 &lt; price_scale + rate_scale THEN price_scale + rate_scale ELSE 2 END
 * </pre>
 */
final class DecimalScale {

    private static final Expression ZERO = new Expression.Constant(0);

    private final Function<PlannedFormula.Field, List<ColumnOf>> columns;

    /** @param columns returns the columns of a field: its number, and the scale if it has one */
    DecimalScale(Function<PlannedFormula.Field, List<ColumnOf>> columns) {
        this.columns = columns;
    }

    Expression of(PlannedFormula part) {
        if (part instanceof PlannedFormula.Field field) {
            List<ColumnOf> number = columns.apply(field);
            return number.size() > 1 ? number.get(1) : ZERO;
        }
        if (part instanceof PlannedFormula.Constant constant) {
            return constant.value() instanceof BigDecimal decimal ? new Expression.Constant(decimal.scale()) : ZERO;
        }
        if (part instanceof PlannedFormula.Arithmetic product && product.sign() == Formula.Sign.TIMES) {
            return sum(of(product.left()), of(product.right()));
        }
        Set<Expression> scales = new LinkedHashSet<>();
        addTerms(part, scales);
        return greatest(List.copyOf(scales));
    }

    private static Expression sum(Expression left, Expression right) {
        return left.equals(ZERO)
                ? right
                : right.equals(ZERO) ? left : new Expression.Plus(new Expression.OfWholeType(left, false), right);
    }

    /** Adds the scale of each term of a sum. */
    private void addTerms(PlannedFormula part, Set<Expression> scales) {
        if (part instanceof PlannedFormula.Negated negated) {
            addTerms(negated.part(), scales);
        } else if (part instanceof PlannedFormula.Arithmetic sum && sum.sign() != Formula.Sign.TIMES) {
            addTerms(sum.left(), scales);
            addTerms(sum.right(), scales);
        } else {
            scales.add(of(part));
        }
    }

    private static Expression greatest(List<Expression> numbers) {
        Expression first = numbers.get(0);
        List<Expression> others = numbers.subList(1, numbers.size());
        if (others.isEmpty()) {
            return first;
        }
        Predicate isGreatest = Predicates.and(others.stream()
                .<Predicate>map(other -> new Predicate.Compare(other, SqlOperator.LESS, first))
                .toList());
        return new Expression.Coalesce(new Expression.Where(isGreatest, first), greatest(others));
    }
}
