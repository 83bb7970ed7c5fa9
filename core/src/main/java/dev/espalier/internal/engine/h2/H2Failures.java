package dev.espalier.internal.engine.h2;

import static dev.espalier.error.ErrorCode.ACCESS_DENIED;
import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.DATABASE_ERROR;
import static dev.espalier.error.ErrorCode.DISK_FULL;
import static dev.espalier.error.ErrorCode.DUPLICATE;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.NOT_A_DATABASE;
import static dev.espalier.error.ErrorCode.NO_SUCH_DATABASE;
import static dev.espalier.error.ErrorCode.NO_SUCH_TABLE;
import static dev.espalier.error.ErrorCode.NULL_REFUSED;
import static dev.espalier.error.ErrorCode.READ_ONLY;
import static dev.espalier.error.ErrorCode.ROW_TOO_LARGE;
import static dev.espalier.error.ErrorCode.STATEMENT_CANCELLED;
import static dev.espalier.error.ErrorCode.STATEMENT_TOO_LARGE;
import static dev.espalier.error.ErrorCode.TOO_LONG;
import static dev.espalier.error.ErrorCode.UNREACHABLE;

import dev.espalier.error.ErrorCode;
import dev.espalier.internal.engine.Failures;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Codes: https://h2database.com/javadoc/org/h2/api/ErrorCode.html. 90020 is a file that another process has open. A file that is closed while it
 * is in use (90098, 90121) is a connection that is lost.
 */
final class H2Failures implements Failures {

    /** The system's words for a full disk, a quota that is used up, and a file that is as large as a file may be. */
    private static final Pattern NO_ROOM =
            Pattern.compile("No space left|not enough space|quota exceeded|File too large", Pattern.CASE_INSENSITIVE);

    @Override
    public ErrorCode of(SQLException error) {
        return switch (error.getErrorCode()) {
            case 40001, 90131 -> CONFLICT;
            case 50200, 90020 -> LOCK_TIMEOUT;
            case 23505 -> DUPLICATE;
            case 23502 -> NULL_REFUSED;
            case 22001, 22003 -> TOO_LONG;
            case 54011 -> ROW_TOO_LARGE;
            case 90100 -> DISK_FULL;
            case 90097 -> READ_ONLY;
            case 57014, 90051 -> STATEMENT_CANCELLED;
            case 28000, 90096, 90040 -> ACCESS_DENIED;
            case 90013, 90079, 90146, 90149 -> NO_SUCH_DATABASE;
            case 42102, 42103, 42104 -> NO_SUCH_TABLE;
            case 90030, 90048, 90049 -> NOT_A_DATABASE;
            case 90007, 90067, 90098, 90121 -> UNREACHABLE;
            case 54001 -> STATEMENT_TOO_LARGE;
            case 50000, 90028, 90031 -> ofFile(error);
            default -> ofText(error);
        };
    }

    private static boolean isClosedFile(SQLException error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClosedChannelException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable String advice(SQLException lost) {
        return isClosedFile(lost)
                ? "An interrupt of a thread has closed the file for all: name the file system async: in the URL."
                : null;
    }

    private static ErrorCode ofText(SQLException error) {
        return String.valueOf(error.getMessage()).contains("StackOverflowError") ? STATEMENT_TOO_LARGE : DATABASE_ERROR;
    }

    /**
     * Of one code are all failures of reading and writing a file. Java tells them apart: below them is its exception. An interrupt of a thread that uses a
     * file closes it for all, and H2 with it.
     */
    private static ErrorCode ofFile(SQLException error) {
        if (isClosedFile(error)) {
            return UNREACHABLE;
        }
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof EOFException) {
                return NOT_A_DATABASE;
            }
            if (cause instanceof IOException
                    && NO_ROOM.matcher(String.valueOf(cause.getMessage())).find()) {
                return DISK_FULL;
            }
        }
        return ofText(error);
    }
}
