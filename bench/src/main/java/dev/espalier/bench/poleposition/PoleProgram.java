package dev.espalier.bench.poleposition;

import dev.espalier.bench.BenchProgram;
import java.util.function.LongSupplier;

/** A program of one subject, with what it does in each circuit. */
interface PoleProgram extends BenchProgram {

    /** Does work as one transaction and returns its answer. */
    long run(boolean writes, LongSupplier work);

    FlatObjects flatObjects();

    NestedLists nestedLists();

    Hierarchies hierarchies();

    ComplexGraph complexGraph();

    /** Empties the database. */
    void clear();
}
