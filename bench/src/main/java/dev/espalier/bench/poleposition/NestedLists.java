package dev.espalier.bench.poleposition;

import java.util.List;

/** What a subject does in the circuit NestedLists. */
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
