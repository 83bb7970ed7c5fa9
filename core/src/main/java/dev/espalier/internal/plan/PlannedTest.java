package dev.espalier.internal.plan;

import dev.espalier.internal.rql.Operator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A test of the values in a row of a selection. It is true or false; there is no third value. */
public sealed interface PlannedTest {

    /** True if one of the parts is true. */
    record Or(List<PlannedTest> parts) implements PlannedTest {

        public Or {
            parts = List.copyOf(parts);
        }
    }

    /** True if all parts are true. */
    record And(List<PlannedTest> parts) implements PlannedTest {

        public And {
            parts = List.copyOf(parts);
        }
    }

    /** The negation. */
    record Not(PlannedTest part) implements PlannedTest {}

    /** A comparison. With a missing value only {@code !=} is true. */
    record Comparison(PlannedFormula left, Operator operator, PlannedFormula right) implements PlannedTest {}

    /** True if the value is one of these, or in one of the intervals. */
    record In(PlannedFormula value, List<Object> values, List<Interval> intervals) implements PlannedTest {

        public In {
            values = List.copyOf(values);
            intervals = List.copyOf(intervals);
        }
    }

    /**
     * The values between two others.
     *
     * @param low null for no lower end
     * @param high null for no upper end
     */
    record Interval(
            @Nullable Object low,
            boolean lowIncluded,
            @Nullable Object high,
            boolean highIncluded) {}

    /** True if the text matches the pattern. The pattern does not end with half an escape. */
    record Match(PlannedFormula value, String pattern, boolean ignoreCase) implements PlannedTest {}

    /** True if there is no value. */
    record IsNull(PlannedFormula value) implements PlannedTest {}
}
