package dev.espalier.bench.poleposition;

import dev.espalier.bench.BenchProgram;
import java.util.function.LongSupplier;

/** A program of one subject, with what it does in each circuit. */
interface PoleProgram extends BenchProgram {

    /** Does work as one transaction and returns its answer. */
    long run(boolean writes, LongSupplier work);

    /** Does work with a single call of the subject, which may be a transaction by itself. */
    default long runOneCall(boolean writes, LongSupplier work) {
        return run(writes, work);
    }

    FlatObjects flatObjects();

    NestedLists nestedLists();

    Hierarchies hierarchies();

    ComplexGraph complexGraph();

    /** Empties the database. */
    void clear();
}
