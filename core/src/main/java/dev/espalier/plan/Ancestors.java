package dev.espalier.plan;

import dev.espalier.model.PersistentClass;
import java.util.List;
import java.util.Objects;

/** A way from the objects that were found up to those that refer to them, directly or through others. */
public sealed interface Ancestors {

    /** The class of the objects it leads to. */
    PersistentClass answer();

    /** Which way leads up: {@link Step.Referrers} and {@link Step.Holders}. */
    List<Step> relations();

    /**
     * To the objects of the same class on top: those that no other object of the class leads to. Objects that lead to each other in a circle,
     * and that nothing else leads to, are all on top.
     *
     * @param cycles whether there may be such circles; otherwise they are an error
     */
    record ToRoots(PersistentClass answer, List<Step> relations, boolean cycles) implements Ancestors {

        public ToRoots {
            Objects.requireNonNull(answer);
            relations = List.copyOf(relations);
        }
    }

    /** To all objects of a class that lead to one that was found. */
    record ToOwners(PersistentClass answer, List<Step> relations) implements Ancestors {

        public ToOwners {
            Objects.requireNonNull(answer);
            relations = List.copyOf(relations);
        }
    }
}
