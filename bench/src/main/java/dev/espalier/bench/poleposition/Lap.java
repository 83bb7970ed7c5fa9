package dev.espalier.bench.poleposition;

import dev.espalier.bench.State;
import dev.espalier.bench.Step;
import java.util.function.ToLongFunction;

/**
 * A lap of a circuit. The laps of a circuit are done in their order, the first on an empty database, each cold.
 *
 * @param first whether it is the first one
 * @param work is done, as one or several transactions; its answer is PolePosition's check sum
 * @param stored reads what the circuit has in the database
 */
record Lap(
        Circuit circuit,
        String name,
        boolean first,
        boolean writes,
        ToLongFunction<PoleProgram> work,
        ToLongFunction<PoleProgram> stored)
        implements Step<PoleProgram> {

    @Override
    public String operation() {
        return circuit.title() + "." + name;
    }

    @Override
    public State state() {
        return State.COLD;
    }

    @Override
    public void begin(PoleProgram program) {
        program.forget();
    }

    @Override
    public void prepare(PoleProgram program) {
        program.forget();
        if (first) {
            program.clear();
        }
    }

    @Override
    public long call(PoleProgram program, int call) {
        return work.applyAsLong(program);
    }

    /** The next lap works on what this one has left. */
    @Override
    public void settle(PoleProgram program) {}

    @Override
    public long written(PoleProgram program) {
        long read = stored.applyAsLong(program);
        program.forget();
        return read;
    }
}
