package dev.espalier.internal.search.condition;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import java.util.List;

/** Compares two fields, of one row or of two. */
record FieldComparison(Operand left, Operand right) {

    /** A field of a row. */
    record Operand(SqlRow row, FieldRef field) {

        List<Expression> columns() {
            return row.compared(field);
        }

        Predicate reached() {
            return new FieldPresence(row).reached(field);
        }

        /** Returns the columns, with a number as a float for a comparison with a float. */
        List<Expression> columnsFor(FieldRef other) {
            boolean mixed = other.columnTypes().get(0) == ColumnType.DOUBLE
                    && field.columnTypes().get(0) != ColumnType.DOUBLE;
            return mixed ? List.of(new Expression.Floating(columns().get(0))) : columns();
        }
    }

    /** Returns the predicate; an unequal field is one that is reached and not equal, so a missing value differs from every value. */
    Predicate compared(Operator operator, NullGuard guard) {
        List<Expression> leftColumns = left.columns();
        List<Expression> rightColumns = right.columns();
        if (leftColumns.isEmpty() || rightColumns.isEmpty()) {
            return Predicates.FALSE;
        }
        if (operator == Operator.NOT_EQUAL) {
            return Predicates.and(
                    left.reached(), right.reached(), Predicates.not(compared(Operator.EQUAL, new NullGuard(true))));
        }
        return guard.guarded(
                List.of(leftColumns.get(0), rightColumns.get(0)),
                new ColumnOrder(left.columnsFor(right.field()), right.columnsFor(left.field())).compared(operator));
    }
}
