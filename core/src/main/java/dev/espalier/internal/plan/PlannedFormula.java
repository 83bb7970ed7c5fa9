package dev.espalier.internal.plan;

import dev.espalier.internal.rql.Formula;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A value in a row of a selection, with its names resolved. */
public sealed interface PlannedFormula {

    /** Returns the type of the values. */
    FormulaType type();

    /**
     * A field of a source's rows.
     *
     * @param source the place of the source in the plan
     * @param index the place of the field in the source
     */
    record Field(int source, int index, FormulaType type) implements PlannedFormula {}

    /**
     * A value of the text or of a parameter.
     *
     * @param value of the type's class; null for no value
     */
    record Constant(@Nullable Object value, FormulaType type) implements PlannedFormula {}

    /** An operation of two numbers. */
    record Arithmetic(Formula.Sign sign, PlannedFormula left, PlannedFormula right, FormulaType type)
            implements PlannedFormula {}

    /** The negative of a number. */
    record Negated(PlannedFormula part, FormulaType type) implements PlannedFormula {}

    /** A function of other values. */
    record Call(RowFunction function, List<PlannedFormula> arguments, FormulaType type) implements PlannedFormula {

        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * The value of the first test that holds.
     *
     * @param otherwise the value if none holds
     */
    record Case(List<When> whens, PlannedFormula otherwise, FormulaType type) implements PlannedFormula {

        public Case {
            whens = List.copyOf(whens);
        }
    }

    /** A test and the value if it holds. */
    record When(PlannedTest test, PlannedFormula value) {

        public When {
            Objects.requireNonNull(test);
            Objects.requireNonNull(value);
        }
    }

    /**
     * A value that is equal in all rows of a group.
     *
     * @param index its place among the keys of the plan
     */
    record Key(int index, FormulaType type) implements PlannedFormula {}

    /**
     * An aggregate of a group.
     *
     * @param index its place among the aggregates of the plan
     */
    record Aggregate(int index, FormulaType type) implements PlannedFormula {}

    /**
     * The rows of what a path leads to. A column of its own, and never a part of another formula.
     *
     * @param from the source of whose row they are: the root, or that of the rows around
     * @param source that of their members
     * @param columns made of fields
     */
    record Rows(int from, int source, List<RowPlan.Column> columns) implements PlannedFormula {

        public Rows {
            columns = List.copyOf(columns);
        }

        @Override
        public FormulaType type() {
            return FormulaType.ROWS;
        }
    }
}
