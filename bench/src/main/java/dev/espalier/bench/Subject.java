package dev.espalier.bench;

import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.Words;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** The subjects of benchmarks. */
public enum Subject {
    /** Statements written by hand, as a careful expert writes them. */
    JDBC,
    /** The library, through its public API only. */
    ESPALIER,
    /** Hibernate with HikariCP and the settings of an expert. */
    HIBERNATE,
    /** EclipseStore, which keeps objects in files of its own, without SQL. */
    ECLIPSESTORE;

    /** The subjects that have their data in the target. */
    public static final Set<Subject> OF_SQL = Set.of(JDBC, ESPALIER, HIBERNATE);

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.word(this);
    }

    /**
     * Refuses subjects that a benchmark does not have.
     *
     * @param found the subjects that were named
     * @param possible those that it has
     */
    public static void require(Collection<Subject> found, Set<Subject> possible) {
        for (Subject subject : found) {
            if (!possible.contains(subject)) {
                throw new SpecException("--subject: found '" + subject.word() + "', expected "
                        + possible.stream().sorted().map(Subject::word).collect(Collectors.joining(", ")));
            }
        }
    }
}
