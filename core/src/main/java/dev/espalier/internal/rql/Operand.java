package dev.espalier.internal.rql;

import java.util.Objects;
import java.util.Optional;

/** The left side of a comparison. */
public sealed interface Operand permits Path, Operand.Count, Operand.Aggregate {

    /** The place at which it begins, counted from 1. */
    int position();

    /** {@code COUNT(path(group))}: how many objects or values the path reaches. */
    record Count(int position, Path path, Optional<Expression> group) implements Operand {

        public Count {
            Objects.requireNonNull(path);
            Objects.requireNonNull(group);
        }
    }

    /** {@code MAX(path)}. */
    record Aggregate(int position, Function function, Path path) implements Operand {

        public Aggregate {
            Objects.requireNonNull(function);
            Objects.requireNonNull(path);
        }
    }

    /** An aggregate of the values that a path reaches. */
    enum Function {
        SUM,
        MIN,
        MAX,
        AVG
    }
}
