package dev.espalier.internal.plan;

import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** A step from one row to others. */
public sealed interface Step {

    /** From a row to the referenced object, if that is of the class. */
    record Follow(FieldRef reference, PersistentClass target) implements Step {

        public Follow {
            if (!(reference.content() instanceof FieldRef.Content.Reference)) {
                throw new IllegalArgumentException(reference + " refers to nothing");
            }
            Objects.requireNonNull(target);
        }

        /** Returns whether the reference can also lead to objects of other classes. */
        public boolean narrows() {
            PersistentClass declared = ((FieldRef.Content.Reference) reference.content()).target();
            return !target.concreteClasses().containsAll(declared.concreteClasses());
        }

        @Override
        public String toString() {
            return reference + (narrows() ? "[" + target + "]" : "");
        }
    }

    /** From an object to the members of one of its collections. */
    record Members(CollectionAttribute collection) implements Step {

        public Members {
            Objects.requireNonNull(collection);
        }

        @Override
        public String toString() {
            return collection.name();
        }
    }

    /** From an object to the objects of a class that refer to it by a field. */
    record Referrers(PersistentClass owner, FieldRef reference) implements Step {

        public Referrers {
            Objects.requireNonNull(owner);
            Objects.requireNonNull(reference);
        }

        @Override
        public String toString() {
            return "<" + owner + "." + reference;
        }
    }

    /**
     * From an object to the objects of a class that have it in a collection.
     *
     * @param reference the field in the collection's rows
     */
    record Holders(PersistentClass owner, CollectionAttribute collection, FieldRef reference) implements Step {

        public Holders {
            Objects.requireNonNull(owner);
            Objects.requireNonNull(collection);
            if (!(reference.content() instanceof FieldRef.Content.Reference)) {
                throw new IllegalArgumentException(reference + " refers to nothing");
            }
        }

        @Override
        public String toString() {
            return "<" + owner + "." + collection.name() + (reference.chain().isEmpty() ? "" : "." + reference);
        }
    }

    /**
     * From an object to those that are reached by repeating some steps. A walk may contain cycles; it counts if its length is allowed.
     *
     * @param type the class from whose objects the steps lead to objects of the same class
     * @param steps at least one
     * @param least the minimum number of repetitions; with 0 the object itself is reached
     * @param most the maximum number of repetitions; empty for no limit
     */
    record Repeated(PersistentClass type, List<Step> steps, int least, OptionalInt most) implements Step {

        public Repeated {
            Objects.requireNonNull(type);
            steps = List.copyOf(steps);
            Objects.requireNonNull(most);
            if (steps.isEmpty() || least < 0 || most.orElse(least) < least) {
                throw new IllegalArgumentException(steps + " taken " + least + " to " + most + " times");
            }
        }

        @Override
        public String toString() {
            String body = steps.stream().map(Step::toString).collect(Collectors.joining("."));
            String times = most.isEmpty() && least <= 1
                    ? (least == 0 ? "*" : "+")
                    : "{" + least + ".." + (most.isPresent() ? Integer.toString(most.getAsInt()) : "") + "}";
            return (steps.size() == 1 ? body : "(" + body + ")") + times;
        }
    }

    /** Returns the class at the end of steps; the last step leads to objects. */
    static PersistentClass end(List<Step> steps) {
        Step last = steps.get(steps.size() - 1);
        if (last instanceof Follow follow) {
            return follow.target();
        }
        if (last instanceof Referrers referrers) {
            return referrers.owner();
        }
        if (last instanceof Holders holders) {
            return holders.owner();
        }
        if (last instanceof Repeated repeated) {
            return repeated.least() == 0 ? repeated.type() : end(repeated.steps());
        }
        throw new IllegalArgumentException(last + " leads to members");
    }
}
