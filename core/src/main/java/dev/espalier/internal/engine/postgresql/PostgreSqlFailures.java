package dev.espalier.internal.engine.postgresql;

import static dev.espalier.error.ErrorCode.ACCESS_DENIED;
import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.DATABASE_ERROR;
import static dev.espalier.error.ErrorCode.DISK_FULL;
import static dev.espalier.error.ErrorCode.DUPLICATE;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.NOT_PRIMARY;
import static dev.espalier.error.ErrorCode.NO_SUCH_DATABASE;
import static dev.espalier.error.ErrorCode.NO_SUCH_TABLE;
import static dev.espalier.error.ErrorCode.NULL_REFUSED;
import static dev.espalier.error.ErrorCode.ROW_TOO_LARGE;
import static dev.espalier.error.ErrorCode.SERVER_SETTING;
import static dev.espalier.error.ErrorCode.STATEMENT_CANCELLED;
import static dev.espalier.error.ErrorCode.STATEMENT_TOO_LARGE;
import static dev.espalier.error.ErrorCode.TOO_LONG;
import static dev.espalier.error.ErrorCode.UNREACHABLE;

import dev.espalier.error.ErrorCode;
import dev.espalier.internal.engine.Failures;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;

/**
 * Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html. 25P03, 25P04 and 57P05 are timeouts of the server's that end the
 * session.
 */
final class PostgreSqlFailures implements Failures {

    @Override
    public ErrorCode of(SQLException error) {
        String state = String.valueOf(error.getSQLState());
        return switch (state) {
            case "40001", "40P01" -> CONFLICT;
            case "0A000" -> isOutdatedPlan(error) ? CONFLICT : DATABASE_ERROR;
            case "55P03" -> LOCK_TIMEOUT;
            case "23505" -> DUPLICATE;
            case "23502" -> NULL_REFUSED;
            case "54011" -> ROW_TOO_LARGE;
            // A row, or an entry of an index; the words are those of an English server.
            case "54000" -> String.valueOf(error.getMessage()).contains("row is too big") ? ROW_TOO_LARGE : TOO_LONG;
            case "22001", "22003", "22021" -> TOO_LONG;
            case "54001" -> STATEMENT_TOO_LARGE;
            case "53100" -> DISK_FULL;
            case "25006" -> NOT_PRIMARY;
            case "28P01", "28000", "42501" -> ACCESS_DENIED;
            case "3D000" -> NO_SUCH_DATABASE;
            case "42P01" -> NO_SUCH_TABLE;
            case "25P03", "25P04", "40003", "53300", "57P01", "57P02", "57P03", "57P05" -> UNREACHABLE;
            case "57014" -> STATEMENT_CANCELLED;
            // The session does not know a prepared statement of the driver's, or has one of that name from another
            // client.
            case "26000", "42P05" -> SERVER_SETTING;
            default -> state.startsWith("08") ? UNREACHABLE : DATABASE_ERROR;
        };
    }

    /**
     * "cached plan must not change result type": another program has changed a column since the statement was prepared. The driver prepares all statements of the
     * connection anew then. The message may be in any language; the server's function is the same.
     */
    private static boolean isOutdatedPlan(SQLException error) {
        return error instanceof PSQLException said
                && said.getServerErrorMessage() != null
                && "RevalidateCachedQuery".equals(said.getServerErrorMessage().getRoutine());
    }
}
