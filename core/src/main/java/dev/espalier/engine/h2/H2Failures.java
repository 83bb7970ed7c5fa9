package dev.espalier.engine.h2;

import dev.espalier.engine.Failure;
import dev.espalier.engine.Failures;
import java.sql.SQLException;

/**
 * Codes: https://h2database.com/javadoc/org/h2/api/ErrorCode.html. 90020 is a file that another process has open. A file that is closed while it
 * is in use (90098, 90121) is a connection that is lost.
 */
final class H2Failures implements Failures {

    @Override
    public Failure of(SQLException error) {
        return switch (error.getErrorCode()) {
            case 40001, 90131 -> Failure.CONFLICT;
            case 50200, 90020 -> Failure.LOCK_TIMEOUT;
            case 23505 -> Failure.DUPLICATE;
            case 23502 -> Failure.NULL_REFUSED;
            case 22001, 22003 -> Failure.TOO_LONG;
            case 90100 -> Failure.DISK_FULL;
            case 90097 -> Failure.READ_ONLY;
            case 57014, 90051 -> Failure.CANCELLED;
            case 28000, 90096, 90040 -> Failure.ACCESS_DENIED;
            case 90013, 90146, 90149 -> Failure.NO_DATABASE;
            case 42102, 42103, 42104 -> Failure.NO_TABLE;
            case 90030, 90048, 90049 -> Failure.NOT_A_DATABASE;
            case 90007, 90067, 90098, 90121 -> Failure.CONNECTION;
            case 54001 -> Failure.STATEMENT_TOO_LARGE;
            default -> String.valueOf(error.getMessage()).contains("StackOverflowError") ? Failure.STATEMENT_TOO_LARGE : Failure.OTHER;
        };
    }
}
