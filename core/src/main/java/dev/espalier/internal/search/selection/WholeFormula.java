package dev.espalier.internal.search.selection;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.PlannedFormula;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A formula of sums, differences and products of whole numbers, and the ranges of its operations: interval arithmetic, see Moore, Kearfott, Cloud, "Introduction
 * to Interval Analysis", 2009. The result of an operation must have 64 bits. Unchanging.
 */
final class WholeFormula {

    /** A statement repeats each operation in those around it. */
    private static final int MOST_OPERATIONS = 20;

    private final PlannedFormula top;
    /** Each behind those that it is made of. */
    private final List<PlannedFormula> operations = new ArrayList<>();

    private final Set<PlannedFormula.Field> fields = new LinkedHashSet<>();
    /** The operations that can leave 64 bits. */
    private final List<PlannedFormula> unproven;

    private final @Nullable WholeRange safe;

    private WholeFormula(PlannedFormula top) {
        this.top = top;
        add(top);
        this.unproven = operations.stream()
                .filter(operation -> !range(operation).isWithin(WholeRange.BITS_64))
                .toList();
        this.safe = greatestSafe();
    }

    /** Returns a formula; empty if it has other operations or values, no field, too many operations, or one that leaves 64 bits whatever the fields are. */
    static Optional<WholeFormula> of(PlannedFormula formula) {
        if (!isWhole(formula)) {
            return Optional.empty();
        }
        WholeFormula whole = new WholeFormula(formula);
        return Optional.of(whole)
                .filter(made ->
                        !made.fields.isEmpty() && made.operations.size() <= MOST_OPERATIONS && made.safe != null);
    }

    private static boolean isWhole(PlannedFormula part) {
        return part.type().kind() == Kind.WHOLE
                && (part instanceof PlannedFormula.Field
                        || part instanceof PlannedFormula.Constant
                        || part instanceof PlannedFormula.Negated negated && isWhole(negated.part())
                        || part instanceof PlannedFormula.Arithmetic arithmetic
                                && isWhole(arithmetic.left())
                                && isWhole(arithmetic.right()));
    }

    private void add(PlannedFormula part) {
        if (part instanceof PlannedFormula.Field field) {
            fields.add(field);
        } else if (part instanceof PlannedFormula.Negated negated) {
            add(negated.part());
            operations.add(part);
        } else if (part instanceof PlannedFormula.Arithmetic arithmetic) {
            add(arithmetic.left());
            add(arithmetic.right());
            operations.add(part);
        }
    }

    /** Returns null if an operation leaves 64 bits whatever the fields are. */
    private @Nullable WholeRange greatestSafe() {
        for (int bits = Long.SIZE - 1; bits >= 0; bits--) {
            WholeRange all = WholeRange.around(BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
            if (unproven.stream().allMatch(operation -> range(operation, all).isWithin(WholeRange.BITS_64))) {
                return all;
            }
        }
        return null;
    }

    PlannedFormula top() {
        return top;
    }

    Set<PlannedFormula.Field> fields() {
        return fields;
    }

    List<PlannedFormula> operations() {
        return operations;
    }

    List<PlannedFormula> unproven() {
        return unproven;
    }

    /** Returns numbers between which all fields must be, so that no operation leaves 64 bits. */
    WholeRange safe() {
        return requireNonNull(safe);
    }

    /** Returns the range of an operation's results. */
    WholeRange range(PlannedFormula part) {
        return range(part, WholeRange.BITS_64);
    }

    /** Returns the range of an operation if all fields are in another one. */
    private static WholeRange range(PlannedFormula part, WholeRange ofFields) {
        if (part instanceof PlannedFormula.Field field) {
            return ofType(field).and(ofFields);
        }
        if (part instanceof PlannedFormula.Constant constant) {
            return WholeRange.of(number(constant));
        }
        if (part instanceof PlannedFormula.Negated negated) {
            return range(negated.part(), ofFields).negated();
        }
        PlannedFormula.Arithmetic arithmetic = (PlannedFormula.Arithmetic) part;
        WholeRange left = range(arithmetic.left(), ofFields);
        WholeRange right = range(arithmetic.right(), ofFields);
        return switch (arithmetic.sign()) {
            case PLUS -> left.plus(right);
            case MINUS -> left.plus(right.negated());
            case TIMES -> left.times(right);
            case DIVIDED -> throw new IllegalStateException("a quotient is a decimal");
        };
    }

    /** Returns the numbers that a field's column holds. */
    static WholeRange ofType(PlannedFormula.Field field) {
        ColumnType type = field.type().values() == null
                ? ColumnType.BIGINT
                : field.type().values().parts().get(0).type();
        return WholeRange.ofBits(
                type == ColumnType.SMALLINT ? Short.SIZE : type == ColumnType.INTEGER ? Integer.SIZE : Long.SIZE);
    }

    private static long number(PlannedFormula.Constant constant) {
        return ((Number) requireNonNull(constant.value())).longValue();
    }
}
