package dev.espalier.internal.rql;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A condition as it was written. Nested conditions of the same kind are one: {@code (a AND b), c} is an {@link And} of three.
 */
public sealed interface Expression {

    /** The place at which it begins, counted from 1; for a comparison the place of its left side. */
    int position();

    /** Hands this expression to the method of its kind. */
    <R> R map(Cases<R> cases);

    /** Handles each kind of expression; code that handles expressions handles all of them. */
    interface Cases<R> {

        R merge(Merge merge);

        R or(Or or);

        R and(And and);

        R not(Not not);

        R variable(Variable variable);

        R quantified(Quantified quantified);

        R comparison(Comparison comparison);

        R in(In in);

        R inVariable(InVariable in);

        R match(Match match);

        R isNull(IsNull isNull);

        R isEmpty(IsEmpty isEmpty);

        R isClass(IsClass isClass);

        R computed(Computed computed);
    }

    /** {@code a MERGE b}: the union, what fulfils {@code a} first. */
    record Merge(int position, List<Expression> parts) implements Expression {

        public Merge {
            parts = severalOf(Merge.class, parts);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.merge(this);
        }
    }

    /** {@code a OR b}. */
    record Or(int position, List<Expression> parts) implements Expression {

        public Or {
            parts = severalOf(Or.class, parts);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.or(this);
        }
    }

    /** {@code a AND b}, or {@code a, b}. */
    record And(int position, List<Expression> parts) implements Expression {

        public And {
            parts = severalOf(And.class, parts);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.and(this);
        }
    }

    /** {@code NOT a}. */
    record Not(int position, Expression part) implements Expression {

        public Not {
            Objects.requireNonNull(part);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.not(this);
        }
    }

    /**
     * A bare variable: the object is in its result.
     *
     * @param name as it is written: {@code Q2} or {@code @late}
     */
    record Variable(int position, String name) implements Expression {

        public Variable {
            Objects.requireNonNull(name);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.variable(this);
        }
    }

    /**
     * {@code ANY path}, {@code ALL path(group)}; a bare {@code path(group)} is {@code ANY}.
     *
     * @param group what the reached object itself must fulfil; absent if it is enough that there is one
     */
    record Quantified(int position, Quantifier quantifier, Path path, Optional<Expression> group)
            implements Expression {

        public Quantified {
            Objects.requireNonNull(quantifier);
            Objects.requireNonNull(path);
            Objects.requireNonNull(group);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.quantified(this);
        }
    }

    /** {@code left operator right}. */
    record Comparison(int position, Operand left, Operator operator, Term right) implements Expression {

        public Comparison {
            Objects.requireNonNull(left);
            Objects.requireNonNull(operator);
            Objects.requireNonNull(right);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.comparison(this);
        }
    }

    /** {@code path IN (1, 5, [10..20))}. */
    record In(int position, Path path, boolean negated, List<Item> items) implements Expression {

        public In {
            Objects.requireNonNull(path);
            items = List.copyOf(items);
            if (items.isEmpty()) {
                throw new IllegalArgumentException("a list has at least one item");
            }
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.in(this);
        }
    }

    /** {@code path IN (Q2)}. */
    record InVariable(int position, Path path, boolean negated, Variable variable) implements Expression {

        public InVariable {
            Objects.requireNonNull(path);
            Objects.requireNonNull(variable);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.inVariable(this);
        }
    }

    /**
     * {@code path MATCH 'A%' IGNORE CASE}.
     *
     * @param pattern a text or a parameter
     */
    record Match(int position, Path path, boolean negated, Value pattern, boolean ignoreCase) implements Expression {

        public Match {
            Objects.requireNonNull(path);
            if (!(pattern instanceof Value.TextLiteral || pattern instanceof Value.Parameter)) {
                throw new IllegalArgumentException("a pattern is a text or a parameter");
            }
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.match(this);
        }
    }

    /** {@code path IS NULL}. */
    record IsNull(int position, Path path, boolean negated) implements Expression {

        public IsNull {
            Objects.requireNonNull(path);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.isNull(this);
        }
    }

    /** {@code path IS EMPTY}. */
    record IsEmpty(int position, Path path, boolean negated) implements Expression {

        public IsEmpty {
            Objects.requireNonNull(path);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.isEmpty(this);
        }
    }

    /** {@code path IS SuperCar}. */
    record IsClass(int position, Path path, boolean negated, Path.ClassName className) implements Expression {

        public IsClass {
            Objects.requireNonNull(path);
            Objects.requireNonNull(className);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.isClass(this);
        }
    }

    /**
     * {@code count * price > 100}, {@code lower(name) MATCH 'e%'}.
     *
     * @param test says one thing of one value or two, of which one at least is computed
     */
    record Computed(int position, RowTest test) implements Expression {

        public Computed {
            if (!isOne(test)) {
                throw new IllegalArgumentException("a computed condition says one thing of what is computed");
            }
        }

        /** Whether a test can be a condition that is not made of others and computes something. */
        static boolean isOne(RowTest test) {
            boolean isJoined = test instanceof RowTest.And || test instanceof RowTest.Or || test instanceof RowTest.Not;
            return !isJoined && FormulaParts.any(test, part -> !(part instanceof Path || part instanceof Value));
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.computed(this);
        }
    }

    private static List<Expression> severalOf(Class<? extends Expression> kind, List<Expression> parts) {
        if (parts.size() < 2 || parts.stream().anyMatch(kind::isInstance)) {
            throw new IllegalArgumentException(kind.getSimpleName() + " joins two or more conditions of other kinds");
        }
        return List.copyOf(parts);
    }
}
