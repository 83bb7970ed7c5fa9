package dev.espalier.internal.search.condition;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Compares a field of a row with constants. A constant that the engine's column cannot hold is never sent: what the comparison would say
 * is known.
 *
 * @param stored how the engine stores and finds the columns
 */
record ConstantComparison(StatementScope scope, StoredColumns stored, SqlRow row, NullGuard guard) {

    /** The maximum number of values of one list that are sent one by one. */
    private static final int LISTED = 1_000;

    /** The maximum number of terms in one bracket: each term of a chain is a level, of which SQLite takes 1,000. */
    private static final int TERMS = 50;

    Predicate compare(Condition.Compare compare) {
        List<Expression> columns = row.compared(compare.field());
        if (columns.isEmpty()) {
            return Predicates.FALSE;
        }
        if (!storable(compare.field(), compare.value())) {
            return unstorable(compare, columns.get(0));
        }
        List<Expression> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            values.add(bind(compare.field(), compare.value(), i));
        }
        return guard.guarded(columns.get(0), ordered(new ColumnOrder(columns, values), compare.operator()));
    }

    private Predicate ordered(ColumnOrder order, Operator operator) {
        if (order.columns().size() == 1) {
            return compared(order.columns().get(0), SqlOperator.valueOf(operator.name()), (Bind)
                    order.values().get(0));
        }
        scope.countBinds(1); // the first value, once more
        return Predicates.and(order.atFirst(operator), order.compared(operator));
    }

    private Predicate compared(Expression column, SqlOperator operator, Bind value) {
        return stored.indexedBeginning(row, column)
                .map(beginning -> beginning.compared(operator, value, scope))
                .orElseGet(() -> new Predicate.Compare(column, operator, value));
    }

    /** Returns the predicate that a field of one column has another value, or none. */
    Predicate notEqual(Condition.Compare compare) {
        List<Expression> columns = row.compared(compare.field());
        if (columns.isEmpty() || !storable(compare.field(), compare.value())) {
            return Predicates.TRUE;
        }
        Predicate other =
                new Predicate.Compare(columns.get(0), SqlOperator.NOT_EQUAL, bind(compare.field(), compare.value(), 0));
        return NullGuard.isNullable(columns.get(0))
                ? Predicates.or(other, new Predicate.IsNull(columns.get(0)))
                : other;
    }

    /**
     * Compares with a value that the column cannot hold: nothing equals it, and what is less is not greater than the last value before it. Of a text with
     * U+0000 this is the part before U+0000. Nothing is before a number beyond the column's range, or everything.
     */
    private Predicate unstorable(Condition.Compare compare, Expression column) {
        ColumnType type = compare.field().columnTypes().get(0);
        Object value = compare.value().columns().get(0);
        Object last = value instanceof String text
                ? text.substring(0, text.indexOf('\0'))
                : ColumnRange.floor(type, stored.limits(), value);
        if (last instanceof Number number && !ColumnRange.holds(type, stored.limits(), last)) {
            boolean all = switch (compare.operator()) {
                case EQUAL, NOT_EQUAL -> false;
                case LESS, LESS_OR_EQUAL -> number.doubleValue() > 0;
                case GREATER, GREATER_OR_EQUAL -> number.doubleValue() < 0;
            };
            return !all
                    ? Predicates.FALSE
                    : NullGuard.isNullable(column) ? Predicates.notNull(column) : Predicates.TRUE;
        }
        Bind before = scope.bind(type, last);
        return switch (compare.operator()) {
            case EQUAL, NOT_EQUAL -> Predicates.FALSE;
            case LESS, LESS_OR_EQUAL -> guard.guarded(column, compared(column, SqlOperator.LESS_OR_EQUAL, before));
            case GREATER, GREATER_OR_EQUAL -> guard.guarded(column, compared(column, SqlOperator.GREATER, before));
        };
    }

    Predicate in(Condition.InSet in) {
        List<Expression> columns = row.compared(in.field());
        if (columns.isEmpty()) {
            return Predicates.FALSE;
        }
        List<Constant> values = in.values().stream()
                .filter(value -> storable(in.field(), value))
                .toList();
        if (values.isEmpty()) {
            return Predicates.FALSE;
        }
        boolean areMany = values.size() > LISTED;
        if (columns.size() == 1) {
            return guard.guarded(columns.get(0), among(columns.get(0), in.field(), values, areMany));
        }
        return areMany
                ? guard.guarded(columns.get(0), amongPairs(columns, in.field(), values))
                : Predicates.or(values.stream()
                        .map(value -> compare(new Condition.Compare(in.field(), Operator.EQUAL, value)))
                        .toList());
    }

    /** Returns the predicate that the first column of a field is that of one of the values. */
    private Predicate among(Expression column, FieldRef field, List<Constant> values, boolean areMany) {
        List<Bind> list = column(field, values, 0);
        return stored.indexedBeginning(row, column)
                .map(beginning -> among(beginning, list, areMany))
                .orElseGet(() -> among(column, list, areMany));
    }

    private Predicate among(TextBeginning text, List<Bind> list, boolean areMany) {
        Predicate found = among(text.beginning(), text.cut(list), areMany);
        return list.stream().allMatch(text::isWhole) ? found : Predicates.and(found, among(text.text(), list, areMany));
    }

    private Predicate among(Expression compared, List<Bind> list, boolean areMany) {
        scope.countBinds(areMany ? 1 : list.size());
        return areMany ? new Predicate.InMany(compared, list) : new Predicate.InValues(compared, list);
    }

    /** The second column of a time holds the nanoseconds behind the microseconds: at most 1,000 values, of which most programs use one. */
    private Predicate amongPairs(List<Expression> columns, FieldRef field, List<Constant> values) {
        Map<Object, List<Constant>> bySecond = values.stream()
                .collect(Collectors.groupingBy(
                        value -> value.columns().get(1), LinkedHashMap::new, Collectors.toList()));
        List<Predicate> groups = bySecond.values().stream()
                .map(group -> Predicates.and(
                        among(columns.get(0), field, group, true),
                        Predicates.equal(columns.get(1), bind(field, group.get(0), 1))))
                .toList();
        Predicate all = new Predicate.Or(IntStream.iterate(0, from -> from < groups.size(), from -> from + TERMS)
                .<Predicate>mapToObj(
                        from -> new Predicate.Or(groups.subList(from, Math.min(groups.size(), from + TERMS))))
                .toList());
        return new Predicate.InManyPairs(
                columns.get(0), columns.get(1), column(field, values, 0), column(field, values, 1), all);
    }

    private static List<Bind> column(FieldRef field, List<Constant> values, int at) {
        ColumnType type = field.columnTypes().get(at);
        return values.stream()
                .map(value -> new Bind(type, value.columns().get(at)))
                .toList();
    }

    private boolean storable(FieldRef field, Constant value) {
        Object first = value.columns().get(0);
        return (stored.limits().nullCharacter() || !(first instanceof String text && text.indexOf('\0') >= 0))
                && ColumnRange.holds(field.columnTypes().get(0), stored.limits(), first);
    }

    private Bind bind(FieldRef field, Constant value, int at) {
        return scope.bind(field.columnTypes().get(at), value.columns().get(at));
    }
}
