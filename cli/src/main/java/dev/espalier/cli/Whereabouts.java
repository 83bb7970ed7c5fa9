package dev.espalier.cli;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.EspalierException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Shows the person at the terminal what messages keep to themselves: where the database is, and why the driver did not reach it. */
final class Whereabouts {

    private Whereabouts() {}

    /** Prints a line for the place of an error, and one for the driver's words; none for an error that has neither. */
    static void print(PrintWriter err, @Nullable Throwable failure) {
        if (failure instanceof EspalierException known && known.place() != null) {
            err.println("  database: " + known.place());
        }
        if (failure instanceof ConnectionException && failure.getCause() != null) {
            String.valueOf(failure.getCause().getMessage())
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .ifPresent(line -> err.println("  cause: " + line));
        }
    }
}
