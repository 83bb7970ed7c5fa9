package dev.espalier.engine.sqlite;

import dev.espalier.engine.Failure;
import dev.espalier.engine.Failures;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * Result codes: https://www.sqlite.org/rescode.html; the driver gives the extended one in brackets before the message. 15 is another
 * process that opens or recovers the log at the same time, 17 a table that was defined anew.
 */
final class SqliteFailures implements Failures {

    /** These have no code of their own (https://www.sqlite.org/limits.html says what they are about). */
    private static final Pattern TOO_LARGE = Pattern.compile("(?i)parser stack overflow|recursion limit|expression tree is too large|"
            + "too many terms in compound select|tables in a join");

    @Override
    public Failure of(SQLException error) {
        String message = String.valueOf(error.getMessage());
        return switch (error.getErrorCode() & 0xff) {
            case 5, 6, 15 -> message.contains("SQLITE_BUSY_SNAPSHOT") ? Failure.CONFLICT : Failure.LOCK_TIMEOUT;
            case 8 -> Failure.READ_ONLY;
            case 9 -> Failure.CANCELLED;
            case 11, 26 -> Failure.NOT_A_DATABASE;
            case 13 -> Failure.DISK_FULL;
            case 14 -> Failure.CONNECTION;
            case 17 -> Failure.CONFLICT;
            case 18 -> Failure.TOO_LARGE;
            case 19 -> message.contains("SQLITE_CONSTRAINT_NOTNULL") ? Failure.NULL_REFUSED
                    : message.contains("SQLITE_CONSTRAINT_UNIQUE") || message.contains("SQLITE_CONSTRAINT_PRIMARYKEY")
                            || message.contains("UNIQUE constraint failed") ? Failure.DUPLICATE : Failure.OTHER;
            default -> message.contains("no such table") ? Failure.NO_TABLE
                    : TOO_LARGE.matcher(message).find() ? Failure.STATEMENT_TOO_LARGE : Failure.OTHER;
        };
    }
}
