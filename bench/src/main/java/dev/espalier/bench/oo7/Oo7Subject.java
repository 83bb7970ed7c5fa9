package dev.espalier.bench.oo7;

import dev.espalier.lab.spec.Words;
import dev.espalier.lab.target.TargetDatabase;

/** The subjects of OO7. */
public enum Oo7Subject {
    /** Statements written by hand, as a careful expert writes them. */
    JDBC,
    /** The library, through its public API only. */
    ESPALIER,
    /** Hibernate with HikariCP and the settings of an expert. */
    HIBERNATE;

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.word(this);
    }

    Oo7Program open(TargetDatabase at) {
        return switch (this) {
            case JDBC -> new JdbcProgram(at);
            case ESPALIER -> new EspalierProgram(at);
            case HIBERNATE -> new HibernateProgram(at);
        };
    }
}
