package dev.espalier.promises;

import java.util.Locale;

/**
 * One step of a schedule. Numbers are taken modulo what there is, so that a step means something in every shorter schedule.
 *
 * @param thread 0 to 2 of the first program, 3 to 5 of the second one
 * @param operation of a family
 * @param what the object it is done to
 * @param value what is done
 */
record Step(int thread, Enum<?> operation, int what, int value) {

    static final int THREADS = 6;
    static final int THREADS_OF_A_PROGRAM = 3;

    int program() {
        return thread / THREADS_OF_A_PROGRAM;
    }

    @Override
    public String toString() {
        return "p" + program() + ".t" + thread + " "
                + operation.name().toLowerCase(Locale.ROOT).replace('_', '-') + " " + what + " " + value;
    }
}
