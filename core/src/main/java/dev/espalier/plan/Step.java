package dev.espalier.plan;

import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.PersistentClass;
import java.util.Objects;

/** A way from one row to others. */
public sealed interface Step {

    /** From a row to the object that a reference in it names, if that is of the class. */
    record Follow(Place reference, PersistentClass target) implements Step {

        public Follow {
            if (!(reference.content() instanceof Place.Content.Reference)) {
                throw new IllegalArgumentException(reference + " refers to nothing");
            }
            Objects.requireNonNull(target);
        }

        /** Whether the reference can name objects of other classes too. */
        public boolean narrows() {
            PersistentClass declared = ((Place.Content.Reference) reference.content()).target();
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
    record Referrers(PersistentClass owner, Place reference) implements Step {

        public Referrers {
            Objects.requireNonNull(owner);
            Objects.requireNonNull(reference);
        }

        @Override
        public String toString() {
            return "<" + owner + "." + reference;
        }
    }

    /** From an object to the objects of a class that have it in a collection. */
    record Holders(PersistentClass owner, CollectionAttribute collection) implements Step {

        public Holders {
            Objects.requireNonNull(owner);
            Objects.requireNonNull(collection);
        }

        @Override
        public String toString() {
            return "<" + owner + "." + collection.name();
        }
    }
}
