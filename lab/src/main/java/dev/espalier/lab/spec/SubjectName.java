package dev.espalier.lab.spec;

/** The subjects that store and search. */
public enum SubjectName {
    /** The library, through its public API only. */
    ESPALIER,
    /** Statements written by hand for this model and each engine: the practical limit. */
    JDBC,
    /** Hibernate, on the same tables as {@link #JDBC}, set up as somebody would who knows it well. */
    HIBERNATE;

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
