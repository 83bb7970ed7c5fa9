package dev.espalier.bench.oo7;

import dev.espalier.bench.State;
import dev.espalier.bench.Step;

/** An operation of OO7 in one state. */
record Oo7Step(Oo7Operation of, State state, Oo7Size size, long seed) implements Step<Oo7Program> {

    @Override
    public String operation() {
        return of.name();
    }

    @Override
    public boolean writes() {
        return of.writes();
    }

    @Override
    public void begin(Oo7Program program) {
        program.forget();
        if (state == State.WARM) {
            call(program, 0);
        }
    }

    /** Inserts the objects that the operation deletes. */
    @Override
    public void prepare(Oo7Program program) {
        if (of == Oo7Operation.DELETE) {
            call(Oo7Operation.INSERT, program, 0);
        }
        if (state == State.COLD) {
            program.forget();
        }
    }

    @Override
    public long call(Oo7Program program, int call) {
        return call(of, program, call);
    }

    private long call(Oo7Operation operation, Oo7Program program, int call) {
        Draws draws = new Draws(size, seed + call);
        return program.run(operation.writes(), work -> operation.on(work, draws));
    }

    /** New parts do not stay. */
    @Override
    public void settle(Oo7Program program) {
        if (of == Oo7Operation.INSERT) {
            program.forget();
            call(Oo7Operation.DELETE, program, 0);
        }
    }

    /** The tables show it. */
    @Override
    public long written(Oo7Program program) {
        return 0;
    }
}
