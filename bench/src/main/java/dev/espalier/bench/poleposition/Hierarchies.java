package dev.espalier.bench.poleposition;

import dev.espalier.bench.poleposition.Hierarchy.Hierarchy4;
import java.util.List;

/** The operations of the circuit InheritanceHierarchy, one implementation for each subject. */
interface Hierarchies {

    /** Writes new objects. */
    void write(List<Hierarchy4> objects);

    /** Returns all objects. */
    List<Hierarchy4> all();

    /** Returns the objects with a value of the attribute that has an index. */
    List<Hierarchy4> byI2(int value);

    /** Deletes objects, each by itself. */
    void delete(List<Hierarchy4> objects);
}
