package dev.espalier.lab.store;

import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.Failure.Meaning;
import java.io.IOException;

/** Classifies exceptions of clients other than JDBC drivers: reads can be retried on a new connection, anything else ends the run. */
final class ClientFailure {

    private ClientFailure() {}

    static Failure of(Exception thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException
                    || cause.getClass().getSimpleName().contains("Connection")
                    || cause.getClass().getSimpleName().contains("Socket")) {
                return new Failure(cause.getClass().getSimpleName(), Meaning.DISCONNECTED);
            }
        }
        return new Failure(thrown.getClass().getSimpleName(), Meaning.FATAL);
    }
}
