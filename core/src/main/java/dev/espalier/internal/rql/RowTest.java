package dev.espalier.internal.rql;

import java.util.List;
import java.util.Objects;

/** A test of the values in a row of a selection, as it was written. */
public sealed interface RowTest {

    /** The place at which it begins, counted from 1; for a comparison the place of its left side. */
    int position();

    /** {@code a OR b}. */
    record Or(int position, List<RowTest> parts) implements RowTest {

        public Or {
            parts = severalOf(parts);
        }
    }

    /** {@code a AND b}. */
    record And(int position, List<RowTest> parts) implements RowTest {

        public And {
            parts = severalOf(parts);
        }
    }

    /** {@code NOT a}. */
    record Not(int position, RowTest part) implements RowTest {

        public Not {
            Objects.requireNonNull(part);
        }
    }

    /** {@code left operator right}. */
    record Comparison(int position, Formula left, Operator operator, Formula right) implements RowTest {

        public Comparison {
            Objects.requireNonNull(left);
            Objects.requireNonNull(operator);
            Objects.requireNonNull(right);
        }
    }

    /** {@code value IN (1, 5, [10..20))}. */
    record In(int position, Formula value, boolean negated, List<Item> items) implements RowTest {

        public In {
            Objects.requireNonNull(value);
            items = List.copyOf(items);
            if (items.isEmpty()) {
                throw new IllegalArgumentException("a list has at least one item");
            }
        }
    }

    /**
     * {@code value MATCH 'A%' IGNORE CASE}.
     *
     * @param pattern a text or a parameter
     */
    record Match(int position, Formula value, boolean negated, Value pattern, boolean ignoreCase) implements RowTest {

        public Match {
            Objects.requireNonNull(value);
            Objects.requireNonNull(pattern);
        }
    }

    /** {@code value IS NULL}. */
    record IsNull(int position, Formula value, boolean negated) implements RowTest {

        public IsNull {
            Objects.requireNonNull(value);
        }
    }

    private static List<RowTest> severalOf(List<RowTest> parts) {
        if (parts.size() < 2) {
            throw new IllegalArgumentException("two or more tests are joined");
        }
        return List.copyOf(parts);
    }
}
