package dev.espalier.engine.postgresql;

import dev.espalier.engine.Failure;
import dev.espalier.engine.Failures;
import java.sql.SQLException;

/**
 * Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html. 25P03, 25P04 and 57P05 are timeouts of the server's that end the
 * session.
 */
final class PostgreSqlFailures implements Failures {

    @Override
    public Failure of(SQLException error) {
        String state = String.valueOf(error.getSQLState());
        return switch (state) {
            case "40001", "40P01" -> Failure.CONFLICT;
            case "55P03" -> Failure.LOCK_TIMEOUT;
            case "23505" -> Failure.DUPLICATE;
            case "23502" -> Failure.NULL_REFUSED;
            case "22001", "22003", "22021", "54000" -> Failure.TOO_LONG;
            case "54001" -> Failure.STATEMENT_TOO_LARGE;
            case "53100" -> Failure.DISK_FULL;
            case "25006" -> Failure.NOT_PRIMARY;
            case "28P01", "28000", "42501" -> Failure.ACCESS_DENIED;
            case "3D000" -> Failure.NO_DATABASE;
            case "42P01" -> Failure.NO_TABLE;
            case "25P03", "25P04", "40003", "53300", "57P01", "57P02", "57P03", "57P05" -> Failure.CONNECTION;
            case "57014" -> Failure.CANCELLED;
            default -> state.startsWith("08") ? Failure.CONNECTION : Failure.OTHER;
        };
    }
}
