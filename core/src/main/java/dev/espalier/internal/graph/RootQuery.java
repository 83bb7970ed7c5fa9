package dev.espalier.internal.graph;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Statement;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A query for the roots of an answer.
 *
 * @param select gives the ids of the roots, each once; its first source is their table
 * @param texts the statements of all reads by this query; null if there is one read
 * @param values puts the values of this read into a statement
 * @param kept takes columns of one of the roots; null for none
 */
public record RootQuery(
        Select select,
        @Nullable StatementTexts texts,
        UnaryOperator<Statement> values,
        @Nullable KeptColumns kept) {

    /** Returns a query that is asked once. */
    public static RootQuery of(Select select) {
        return new RootQuery(select, null, UnaryOperator.identity(), null);
    }

    /** Returns the query that gives the ids alone, of an answer without a limit in any order. */
    Select idsOnly() {
        List<Expression> id = List.of(select.from().first().column(ClassTable.ID));
        if (select.limit() == null
                && select.from().joins().isEmpty()
                && select.where() instanceof Predicate.InQuery in
                && in.expression().equals(id.get(0))
                && in.query() instanceof Select found) {
            return found;
        }
        return select.limit() != null
                ? select.selecting(id)
                : new Select(select.distinct(), id, select.from(), select.where(), List.of(), null, 0);
    }

    /** Returns a statement made of the query. */
    Statement statement(Object part, List<JoinedReferences.Shape> joined, Dialect dialect, Supplier<Query> query) {
        return values.apply(
                texts == null
                        ? dialect.render(query.get())
                        : texts.of(part, joined, () -> dialect.render(query.get())));
    }
}
