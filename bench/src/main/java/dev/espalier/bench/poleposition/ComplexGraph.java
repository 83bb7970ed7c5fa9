package dev.espalier.bench.poleposition;

import dev.espalier.bench.poleposition.Holders.Holder0;
import dev.espalier.bench.poleposition.Holders.Holder2;
import java.util.List;

/** The operations of the circuit Complex, one implementation for each subject. */
interface ComplexGraph {

    /** Writes a new root and all that can be reached from it. */
    void write(Holder0 root);

    /** Returns the root that was written last, with all that can be reached from it. */
    Holder0 root();

    /** Returns the objects with a value of the attribute that has an index, of its class and those below, with the members of both collections. */
    List<Holder2> byI2(int value);

    /** Writes the names and the second collections of objects. */
    void update(List<Holder0> changed);

    /** Deletes objects. */
    void delete(List<Holder0> objects);
}
