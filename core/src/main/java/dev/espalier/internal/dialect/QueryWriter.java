package dev.espalier.internal.dialect;

import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes queries. For one thread. */
final class QueryWriter {

    private final SqlWriter out;
    private final Dialect dialect;
    /** The hint behind the first SELECT; empty once it is written. */
    private String hint;

    QueryWriter(SqlWriter out, Dialect dialect, String hint) {
        this.out = out;
        this.dialect = dialect;
        this.hint = hint;
    }

    void query(Query query) {
        if (query instanceof Query.Combined combined) {
            out.separated(" " + combined.combination() + " ", combined.parts(), this::select);
            out.text(combined.sorted() ? " ORDER BY 1" : "");
            limit(combined.limit(), combined.offset(), null);
        } else if (query instanceof Query.Counted counted) {
            out.text("SELECT COUNT(*) FROM (").query(counted.query()).text(") c");
        } else if (query instanceof Query.Single single) {
            out.text("SELECT ").expression(single.value());
        } else if (query instanceof Query.Grouped grouped) {
            grouped(grouped);
        } else if (query instanceof Query.Different different) {
            different(different);
        } else if (query instanceof Query.Union union) {
            out.separated(" UNION ", union.parts(), out::query);
        } else if (query instanceof Query.Derived derived) {
            out.text("SELECT * FROM (").query(derived.rows()).text(") d");
        } else if (query instanceof Query.Smallest smallest) {
            out.text("SELECT DISTINCT * FROM (")
                    .query(smallest.rows())
                    .text(") d ORDER BY 1 LIMIT " + smallest.limit());
        } else if (query instanceof Query.Repeated repeated) {
            repeated(repeated);
        } else if (query instanceof Query.AfterFirst afterFirst) {
            afterFirst(afterFirst);
        } else if (query instanceof Query.Recursive recursive) {
            recursive(recursive);
        } else {
            select((Select) query);
        }
    }

    private void grouped(Query.Grouped grouped) {
        select(grouped.select());
        out.text(" GROUP BY ");
        out.separated(", ", grouped.keys(), out::expression);
        if (grouped.having() != null) {
            out.text(" HAVING ").condition(grouped.having());
        }
        if (!grouped.orders().isEmpty()) {
            out.text(" ORDER BY ");
            out.separated(
                    ", ",
                    grouped.orders(),
                    order -> key(order.expression(), order.descending(), isPresent(grouped.select(), order)));
        }
        limit(grouped.limit(), 0, null);
    }

    /** MySQL sorts for the number, and needs half the time of a GROUP BY, for which it keeps an index (2026-11-21). */
    private void repeated(Query.Repeated repeated) {
        String value = name(repeated.parts().get(0).columns().get(0));
        out.text("SELECT ")
                .text(repeated.isCounted() ? "COUNT(*) - COUNT(DISTINCT " + value + ")" : value)
                .text(" FROM (");
        out.separated(" UNION ALL ", repeated.parts(), this::select);
        out.text(") u").text(repeated.isCounted() ? "" : " GROUP BY " + value + " HAVING COUNT(*) > 1");
    }

    private void afterFirst(Query.AfterFirst rows) {
        out.text("SELECT ")
                .text(rows.select().columns().stream().map(this::name).collect(Collectors.joining(", ")))
                .text(" FROM (SELECT ");
        out.separated(", ", rows.select().columns(), out::expression);
        out.text(", ROW_NUMBER() OVER (PARTITION BY ");
        out.separated(", ", rows.keys(), out::expression);
        out.text(" ORDER BY ")
                .expression(rows.order().expression())
                .text(rows.order().descending() ? " DESC" : "")
                .text(") AS nth FROM ");
        out.source(rows.select().from().first());
        if (rows.select().where() != null) {
            out.text(" WHERE ").predicate(rows.select().where());
        }
        out.text(") n WHERE nth > 1");
    }

    private String name(Expression column) {
        return dialect.quote(((Expression.ColumnOf) column).column().name());
    }

    private void recursive(Query.Recursive query) {
        int around = out.indexOf("SELECT ");
        String outerHint = hint;
        hint = "";
        out.text("WITH RECURSIVE ")
                .text(dialect.quote(query.rows().table().name()))
                .text(" (")
                .text(dialect.names(query.rows().table().columns()))
                .text(") AS (");
        out.separated(" UNION ", query.begin(), this::select);
        out.text(" UNION ");
        select(query.onwards());
        out.text(") ");
        hint = outerHint;
        out.recursive(around < 0 ? out.length() : around);
        select(query.result());
    }

    private void different(Query.Different query) {
        out.text("WITH ")
                .text(dialect.quote(query.rows().table().name()))
                .text(" (")
                .text(dialect.names(query.rows().table().columns()))
                .text(") AS (");
        select(query.all().unique());
        out.text(") ").query(query.result());
    }

    private void select(Select select) {
        out.text("SELECT ").text(hint).text(select.distinct() ? "DISTINCT " : "");
        hint = "";
        out.separated(", ", select.columns(), out::expression);
        out.text(" FROM ");
        out.source(select.from().first());
        for (Select.Join join : select.from().joins()) {
            out.text(
                    switch (join.joining()) {
                        case INNER -> " JOIN ";
                        case OUTER -> " LEFT JOIN ";
                        case INNER_AFTER, BY_INDEX -> dialect.joinAfter();
                    });
            out.source(join.source());
            out.text(" ON ");
            if (join.joining() == Select.Joining.BY_INDEX && join.on() instanceof Predicate.Compare equal) {
                dialect.lookup(out, equal.left(), equal.right());
            } else {
                out.predicate(join.on());
            }
        }
        if (select.where() != null) {
            out.text(" WHERE ").predicate(select.where());
        }
        if (!select.orders().isEmpty()) {
            out.text(" ORDER BY ");
            out.separated(", ", select.orders(), order -> order(select, order));
        }
        limit(select.limit(), select.offset(), select.skipped());
    }

    /** @param bound the value in place of the number of skipped rows; null if the number is part of the text */
    private void limit(@Nullable Long rows, long skipped, Expression.@Nullable Bind bound) {
        if (rows != null || skipped > 0) {
            out.text(" LIMIT " + (rows == null ? Long.MAX_VALUE : rows));
        }
        if (bound != null) {
            out.text(" OFFSET ").expression(bound);
        } else if (skipped > 0) {
            out.text(" OFFSET " + skipped);
        }
    }

    /**
     * If a limit ends the rows and the index on the text of the first key holds its beginning, the beginning is a key before the text: the rows come in the order of the index, and only
     * those that begin alike are sorted.
     */
    private void order(Select select, Select.Order order) {
        if (select.limit() != null
                && !select.distinct()
                && order.equals(select.orders().get(0))
                && order.expression() instanceof Expression.ColumnOf text
                && dialect.sortsWholeTexts()
                && dialect.isIndexedByBeginning(text.column())) {
            key(new Expression.Beginning(text), order.descending(), isPresent(select, order));
            out.text(", ");
        }
        key(order.expression(), order.descending(), isPresent(select, order));
    }

    /** A key that is never null is written plainly: the rows may come in the order of an index, which the test for null would hide. */
    private void key(Expression expression, boolean descending, boolean isPresent) {
        if (isPresent) {
            dialect.sortKey(out, expression);
            out.text(descending ? " DESC" : "");
        } else {
            dialect.order(out, expression, descending);
        }
    }

    private static boolean isPresent(Select select, Select.Order order) {
        return order.present()
                || order.expression() instanceof Expression.Unindexed
                || order.expression() instanceof Expression.ColumnOf column
                        && !column.column().nullable()
                        && select.from().joins().stream()
                                .noneMatch(j -> j.outer() && j.source().alias().equals(column.alias()));
    }
}
