package dev.espalier.internal.migration;

import static dev.espalier.error.ErrorCode.MIGRATION;
import static dev.espalier.error.ErrorCode.TOO_LONG;

import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.match.Fill;

/** Errors of one attribute. */
final class MigrationErrors {

    private MigrationErrors() {}

    static SchemaException of(Fill fill, String reason) {
        return new SchemaException(MIGRATION, fill.description() + ": " + reason);
    }

    /** Returns the error of a failed statement. A number that is too large for its type is an error of the migration on every engine. */
    static EspalierException ofStatement(Fill fill, EspalierException reason) {
        return reason.errorCode() == TOO_LONG ? of(fill, reason) : reason;
    }

    static SchemaException of(Fill fill, RuntimeException reason) {
        return new SchemaException(MIGRATION, fill.description() + ": " + reason.getMessage(), reason);
    }
}
