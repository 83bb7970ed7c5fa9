package dev.espalier.engine;

import java.sql.SQLException;

/** The meaning of an engine's errors. */
@FunctionalInterface
public interface Failures {

    /** Returns what the error means. Looks at this exception only, not at its causes. */
    Failure of(SQLException error);
}
