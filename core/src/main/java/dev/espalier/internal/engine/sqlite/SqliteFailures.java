package dev.espalier.internal.engine.sqlite;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.DATABASE_ERROR;
import static dev.espalier.error.ErrorCode.DISK_FULL;
import static dev.espalier.error.ErrorCode.DUPLICATE;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.NOT_A_DATABASE;
import static dev.espalier.error.ErrorCode.NO_SUCH_TABLE;
import static dev.espalier.error.ErrorCode.NULL_REFUSED;
import static dev.espalier.error.ErrorCode.READ_ONLY;
import static dev.espalier.error.ErrorCode.ROW_TOO_LARGE;
import static dev.espalier.error.ErrorCode.STATEMENT_CANCELLED;
import static dev.espalier.error.ErrorCode.STATEMENT_TOO_LARGE;
import static dev.espalier.error.ErrorCode.UNREACHABLE;
import static dev.espalier.error.ErrorCode.VALUE_TOO_LARGE;

import dev.espalier.error.ErrorCode;
import dev.espalier.internal.engine.Failures;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * Result codes: https://www.sqlite.org/rescode.html; the driver gives the extended one in brackets before the message. 15 is another
 * process that opens or recovers the log at the same time, 17 a table that was defined anew.
 */
final class SqliteFailures implements Failures {

    /** These have no code of their own (https://www.sqlite.org/limits.html says what they are about). */
    private static final Pattern TOO_LARGE =
            Pattern.compile("(?i)parser stack overflow|recursion limit|expression tree is too large|"
                    + "too many terms in compound select|tables in a join");

    @Override
    public ErrorCode of(SQLException error) {
        String message = String.valueOf(error.getMessage());
        return switch (error.getErrorCode() & 0xff) {
            case 5, 6, 15 -> message.contains("SQLITE_BUSY_SNAPSHOT") ? CONFLICT : LOCK_TIMEOUT;
            case 8 -> READ_ONLY;
            case 9 -> STATEMENT_CANCELLED;
            case 11, 26 -> NOT_A_DATABASE;
            case 13 -> DISK_FULL;
            case 14 -> UNREACHABLE;
            case 17 -> CONFLICT;
            case 18 -> VALUE_TOO_LARGE;
            case 19 ->
                message.contains("SQLITE_CONSTRAINT_NOTNULL")
                        ? NULL_REFUSED
                        : message.contains("SQLITE_CONSTRAINT_UNIQUE")
                                        || message.contains("SQLITE_CONSTRAINT_PRIMARYKEY")
                                        || message.contains("UNIQUE constraint failed")
                                ? DUPLICATE
                                : DATABASE_ERROR;
            default ->
                message.contains("no such table")
                        ? NO_SUCH_TABLE
                        : message.contains("too many columns on")
                                ? ROW_TOO_LARGE
                                : TOO_LARGE.matcher(message).find() ? STATEMENT_TOO_LARGE : DATABASE_ERROR;
        };
    }
}
