package dev.espalier.bench;

/**
 * One operation in one state. Only {@link #call} is measured.
 *
 * @param <P> the programs that do it
 */
public interface Step<P extends BenchProgram> {

    /** @return its name in results */
    String operation();

    /** @return what the program holds before */
    State state();

    /** @return whether it changes the database */
    boolean writes();

    /**
     * Brings a program to the state in which several calls begin.
     *
     * @param program which one
     */
    void begin(P program);

    /**
     * Brings a program to the state in which one call begins.
     *
     * @param program which one
     */
    void prepare(P program);

    /**
     * Does the operation.
     *
     * @param program which one
     * @param call the number of the call: the same one has the same arguments with each subject
     * @return the answer
     */
    long call(P program, int call);

    /**
     * Removes what does not stay after a call.
     *
     * @param program which one
     */
    void settle(P program);

    /**
     * Reads what the operation has written.
     *
     * @param program which one
     * @return a number that is the same for all subjects
     */
    long written(P program);
}
