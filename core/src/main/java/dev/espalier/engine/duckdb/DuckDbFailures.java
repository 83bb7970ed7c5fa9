package dev.espalier.engine.duckdb;

import dev.espalier.engine.Failure;
import dev.espalier.engine.Failures;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The driver gives neither codes nor states, so the words decide (2.0.0). */
final class DuckDbFailures implements Failures {

    private static final Map<Pattern, Failure> MEANINGS = new LinkedHashMap<>();

    static {
        meaning("Failed to commit: (?:PRIMARY KEY|UNIQUE)|[Dd]uplicate key|[Cc]ontains duplicates|violates (?:primary key|unique) constraint", Failure.DUPLICATE);
        meaning("^TransactionContext Error: (?:Conflict|Catalog write-write|Failed to commit|Cannot|Current transaction is aborted)"
                + "|write-write conflict|^Transaction(?:Context)? Error: .*onflict|another transaction has altered", Failure.CONFLICT);
        meaning("NOT NULL constraint failed", Failure.NULL_REFUSED);
        meaning("Could not set lock on file", Failure.LOCK_TIMEOUT);
        meaning("^(?:Conversion|Out of Range) Error", Failure.TOO_LONG);
        meaning("No space left on device", Failure.DISK_FULL);
        meaning("read-only mode|Cannot open file .*ermission denied", Failure.READ_ONLY);
        meaning("^INTERRUPT Error", Failure.CANCELLED);
        meaning("^Catalog Error: Table with name .* does not exist", Failure.NO_TABLE);
        meaning("not a valid DuckDB database file|Serialization Error|checksum", Failure.NOT_A_DATABASE);
        meaning("Maximum recursion|max_expression_depth|stack overflow", Failure.STATEMENT_TOO_LARGE);
        meaning("^IO Error: Cannot open file|database has been invalidated|[Cc]onnection (?:was|has been|is) closed", Failure.CONNECTION);
    }

    private static void meaning(String words, Failure failure) {
        MEANINGS.put(Pattern.compile(words), failure);
    }

    @Override
    public Failure of(SQLException error) {
        String message = String.valueOf(error.getMessage());
        return MEANINGS.entrySet().stream().filter(meaning -> meaning.getKey().matcher(message).find()).map(Map.Entry::getValue).findFirst().orElse(Failure.OTHER);
    }
}
