package dev.espalier.internal.engine.duckdb;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.DATABASE_ERROR;
import static dev.espalier.error.ErrorCode.DISK_FULL;
import static dev.espalier.error.ErrorCode.DUPLICATE;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.NOT_A_DATABASE;
import static dev.espalier.error.ErrorCode.NO_SUCH_TABLE;
import static dev.espalier.error.ErrorCode.NULL_REFUSED;
import static dev.espalier.error.ErrorCode.READ_ONLY;
import static dev.espalier.error.ErrorCode.STATEMENT_CANCELLED;
import static dev.espalier.error.ErrorCode.STATEMENT_TOO_LARGE;
import static dev.espalier.error.ErrorCode.TOO_LONG;
import static dev.espalier.error.ErrorCode.UNREACHABLE;

import dev.espalier.error.ErrorCode;
import dev.espalier.internal.engine.Failures;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The driver gives neither codes nor states, so the words decide (2.0.0). "Current transaction is aborted" is no conflict: the error before it, whatever it was, has
 * ended the transaction.
 */
final class DuckDbFailures implements Failures {

    private static final Map<Pattern, ErrorCode> MEANINGS = new LinkedHashMap<>();

    static {
        meaning(
                "Failed to commit: (?:PRIMARY KEY|UNIQUE)|[Dd]uplicate key|[Cc]ontains duplicates|violates (?:primary key|unique) constraint",
                DUPLICATE);
        meaning(
                "^TransactionContext Error: (?:Conflict|Catalog write-write|Failed to commit|Cannot)"
                        + "|write-write conflict|^Transaction(?:Context)? Error: .*onflict|another transaction has altered",
                CONFLICT);
        meaning("NOT NULL constraint failed", NULL_REFUSED);
        meaning("Could not set lock on file", LOCK_TIMEOUT);
        meaning("^(?:Conversion|Out of Range) Error", TOO_LONG);
        meaning("No space left on device", DISK_FULL);
        meaning("read-only mode|Cannot open file .*ermission denied", READ_ONLY);
        meaning("^INTERRUPT Error", STATEMENT_CANCELLED);
        meaning("^Catalog Error: Table with name .* does not exist", NO_SUCH_TABLE);
        meaning("not a valid DuckDB database file|Serialization Error|checksum", NOT_A_DATABASE);
        meaning("Maximum recursion|max_expression_depth|stack overflow", STATEMENT_TOO_LARGE);
        meaning(
                "^IO Error: Cannot open file|database has been invalidated|[Cc]onnection (?:was|has been|is) closed",
                UNREACHABLE);
    }

    private static void meaning(String words, ErrorCode code) {
        MEANINGS.put(Pattern.compile(words), code);
    }

    @Override
    public ErrorCode of(SQLException error) {
        String message = String.valueOf(error.getMessage());
        return MEANINGS.entrySet().stream()
                .filter(meaning -> meaning.getKey().matcher(message).find())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(DATABASE_ERROR);
    }
}
