package dev.espalier.internal.search.condition;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Source;
import java.util.Optional;

/**
 * How an engine stores and finds the columns that conditions compare.
 *
 * @param statistics knows the indexes
 */
public record StoredColumns(Dialect dialect, Statistics statistics) {

    /** The values that the columns can hold. */
    Limits limits() {
        return dialect.limits();
    }

    /**
     * Returns the beginning of a text if an index holds the beginnings, and finds rows by them alone. Without the index, the engine would compute it for each row,
     * and PostgreSQL knows nothing of how often it occurs.
     */
    Optional<TextBeginning> indexedBeginning(SqlRow row, Expression compared) {
        Source source = row.source();
        return source != null
                        && compared instanceof Expression.ColumnOf text
                        && dialect.isIndexedByBeginning(text.column())
                        && statistics.isIndexed(source, text)
                ? Optional.of(new TextBeginning(text, dialect.beginning()))
                : Optional.empty();
    }
}
