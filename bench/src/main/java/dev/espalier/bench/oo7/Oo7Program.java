package dev.espalier.bench.oo7;

import dev.espalier.bench.BenchProgram;
import java.util.function.ToLongFunction;

/** A program of one subject. */
interface Oo7Program extends BenchProgram {

    /** Does an operation as one transaction and returns its answer. */
    long run(boolean writes, ToLongFunction<Work> operation);
}
