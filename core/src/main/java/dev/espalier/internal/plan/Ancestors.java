package dev.espalier.internal.plan;

import dev.espalier.internal.model.PersistentClass;
import java.util.List;
import java.util.Objects;

/** The search for owners of the hits: objects that refer to a hit, directly or through others. */
public sealed interface Ancestors {

    /** Returns the class of the owners. */
    PersistentClass answer();

    /** Returns the inverse steps to follow: {@link Step.Referrers} and {@link Step.Holders}. */
    List<Step> relations();

    /**
     * Finds the topmost owners of the same class: those without an owner of this class. If objects form a cycle without an owner, all of
     * them are topmost.
     *
     * @param cycles whether such cycles are accepted; otherwise they are an error
     */
    record ToRoots(PersistentClass answer, List<Step> relations, boolean cycles) implements Ancestors {

        public ToRoots {
            Objects.requireNonNull(answer);
            relations = List.copyOf(relations);
        }
    }

    /** Finds all owners of a class. */
    record ToOwners(PersistentClass answer, List<Step> relations) implements Ancestors {

        public ToOwners {
            Objects.requireNonNull(answer);
            relations = List.copyOf(relations);
        }
    }
}
