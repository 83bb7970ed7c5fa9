package dev.espalier.bench;

import dev.espalier.lab.target.TargetDatabase;
import java.util.List;
import java.util.Optional;

/**
 * The operations of a benchmark, and its programs and databases.
 *
 * @param <P> its programs
 */
public interface Benchmark<P extends BenchProgram> {

    /** @return the name, for databases and results */
    String name();

    /** @return the operations, in groups: the operations of a group are done one after another before the first is repeated */
    List<List<Step<P>>> groups();

    /**
     * Makes the database of a subject, new.
     *
     * @param subject whose
     * @param at the place of the database
     */
    void make(Subject subject, TargetDatabase at);

    /**
     * Opens the program of a subject.
     *
     * @param subject which one
     * @param at its database
     * @return the program
     */
    P open(Subject subject, TargetDatabase at);

    /**
     * Reads the tables of a subject.
     *
     * @param subject whose
     * @param at its database
     * @return text that is the same for databases that are alike; empty for a subject without tables
     */
    Optional<String> tables(Subject subject, TargetDatabase at);

    /**
     * Removes the database of a subject.
     *
     * @param subject whose
     * @param at which one
     */
    void drop(Subject subject, TargetDatabase at);
}
