package dev.espalier.bench.poleposition;

import java.util.List;

/** The operations of the circuit NestedLists, one implementation for each subject. */
interface NestedLists {

    /** Writes a new root and all that can be reached from it. */
    void write(ListHolder root);

    /** Returns the roots, the one of the circuit or none, each with all that can be reached from it. */
    List<ListHolder> roots();

    /** Writes the names of nodes. */
    void updateNames(List<ListHolder> changed);

    /** Deletes nodes. */
    void delete(List<ListHolder> nodes);
}
