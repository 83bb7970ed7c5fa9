package dev.espalier.internal.migration;

import static dev.espalier.error.ErrorCode.MIGRATION;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.match.Fill;

/** Errors of one attribute. */
final class MigrationErrors {

    private MigrationErrors() {}

    static SchemaException of(Fill fill, String reason) {
        return new SchemaException(MIGRATION, fill.description() + ": " + reason);
    }

    static SchemaException of(Fill fill, RuntimeException reason) {
        return new SchemaException(MIGRATION, fill.description() + ": " + reason.getMessage(), reason);
    }
}
