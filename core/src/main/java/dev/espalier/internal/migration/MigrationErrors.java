package dev.espalier.internal.migration;

import static dev.espalier.error.ErrorCode.DATABASE_ERROR;
import static dev.espalier.error.ErrorCode.MIGRATION;
import static dev.espalier.error.ErrorCode.NO_SUCH_TABLE;
import static dev.espalier.error.ErrorCode.TOO_LONG;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.match.Fill;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Errors of one attribute. */
final class MigrationErrors {

    /** How engines answer an expression that they cannot read, or whose values are of another type. */
    private static final Set<ErrorCode> REFUSED = Set.of(DATABASE_ERROR, NO_SUCH_TABLE, TOO_LONG);

    private MigrationErrors() {}

    static SchemaException of(Fill fill, String reason) {
        return new SchemaException(MIGRATION, fill.description() + ": " + reason);
    }

    /**
     * Returns the error of a failed statement. A number that is too large for its type, and SQL of the user's that the engine refuses, are errors of the migration
     * on every engine.
     *
     * @param formula of the attribute; null if it is converted from another one
     */
    static EspalierException ofStatement(Fill fill, @Nullable Formula formula, EspalierException reason) {
        if (formula instanceof Formula.BySql sql && REFUSED.contains(reason.errorCode())) {
            return new SchemaException(
                    MIGRATION,
                    fill.description() + ": found the SQL expression " + sql.expression()
                            + "; expected one over the columns of the class's table, with values of the type of the attribute; "
                            + reason.getMessage(),
                    reason);
        }
        return reason.errorCode() == TOO_LONG ? of(fill, reason) : reason;
    }

    static SchemaException of(Fill fill, RuntimeException reason) {
        return new SchemaException(MIGRATION, fill.description() + ": " + reason.getMessage(), reason);
    }
}
