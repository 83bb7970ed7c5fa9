package dev.espalier.lab.spec;

/** The subjects of the pack {@code everyday}. */
public enum EverydaySubject {
    /** Statements written by hand, the best that a careful expert writes. */
    JDBC,
    /** The library, through its public API only. */
    ESPALIER,
    /** The same, whose answers are not tracked if they are only read. */
    UNTRACKED,
    /** Hibernate with HikariCP and the settings of an expert. */
    HIBERNATE,
    /** jOOQ with HikariCP: its typed statements, one for each read. */
    JOOQ,
    /** Jimmer with HikariCP: its fetchers, with joins for references. */
    JIMMER;

    /** Whether it is the library, in one way or the other. */
    public boolean isLibrary() {
        return this == ESPALIER || this == UNTRACKED;
    }

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
