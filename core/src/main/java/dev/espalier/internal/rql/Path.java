package dev.espalier.internal.rql;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Steps from one object to others, or to their values.
 *
 * @param steps at least one
 */
public record Path(int position, List<Step> steps) implements Operand, Term, Formula {

    public Path {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("a path has at least one step");
        }
    }

    /** One step of a path. */
    public sealed interface Step {

        /** The place at which it begins, counted from 1. */
        int position();

        /** Keeps only the objects of this class. */
        Optional<ClassName> only();

        /** How often the step is taken; absent for once. */
        Optional<Repetition> repetition();
    }

    /**
     * {@code m2}: to what the field holds.
     *
     * @param name the field
     */
    public record Field(int position, String name, Optional<ClassName> only, Optional<Repetition> repetition)
            implements Step {

        public Field {
            Objects.requireNonNull(name);
            Objects.requireNonNull(only);
            Objects.requireNonNull(repetition);
        }
    }

    /**
     * {@code <M1.m2}: to the objects that refer to this one.
     *
     * @param owner the class whose objects are reached
     * @param name their field that refers to this object
     */
    public record Inverse(
            int position, ClassName owner, String name, Optional<ClassName> only, Optional<Repetition> repetition)
            implements Step {

        public Inverse {
            Objects.requireNonNull(owner);
            Objects.requireNonNull(name);
            Objects.requireNonNull(only);
            Objects.requireNonNull(repetition);
        }
    }

    /**
     * {@code (staff.leads)+}: several steps that are taken again and again as a whole.
     *
     * @param body the steps
     * @param times how often
     */
    public record Group(int position, Path body, Repetition times) implements Step {

        public Group {
            Objects.requireNonNull(body);
            Objects.requireNonNull(times);
        }

        @Override
        public Optional<ClassName> only() {
            return Optional.empty();
        }

        @Override
        public Optional<Repetition> repetition() {
            return Optional.of(times);
        }
    }

    /**
     * A class as a query names it.
     *
     * @param name simple, or with its package: {@code SuperCar}, {@code shop.SuperCar}
     */
    public record ClassName(int position, String name) {

        public ClassName {
            Objects.requireNonNull(name);
        }
    }

    /**
     * {@code +}, {@code *} or <code>{2..4}</code>: how often a step is taken.
     *
     * @param least at least so often; 0 keeps the object it starts from
     * @param most at most so often; absent for as often as it leads on
     */
    public record Repetition(int position, int least, OptionalInt most) {

        public Repetition {
            if (least < 0 || most.orElse(least) < least) {
                throw new IllegalArgumentException("no number of steps is in " + least + ".." + most);
            }
        }
    }
}
