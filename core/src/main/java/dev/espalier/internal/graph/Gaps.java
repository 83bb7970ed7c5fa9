package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import java.util.BitSet;

/**
 * The attributes of one object that do not hold all that the database has, by their places in the class. They must not be stored as they are.
 *
 * @param leftOut all of them
 * @param unresolved those of them that refer to objects which were asked for and not found: their classes are not in the model, or they are
 *     gone
 * @param merged those of them that are sets with members, or maps with keys, that are different in the database and equal in this program. Bounds have
 *     left out the others
 * @param standIns those of them that hold a stand-in for each object that bounds have left out, and everything else: their content is known
 */
public record Gaps(BitSet leftOut, BitSet unresolved, BitSet merged, BitSet standIns) {

    public Gaps {
        requireNonNull(leftOut);
        requireNonNull(unresolved);
        requireNonNull(merged);
        requireNonNull(standIns);
    }
}
