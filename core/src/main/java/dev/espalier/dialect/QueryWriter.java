package dev.espalier.dialect;

import dev.espalier.sql.Expression;
import dev.espalier.sql.Query;
import dev.espalier.sql.Select;

/** Writes queries. For one thread. */
final class QueryWriter {

    private final SqlWriter out;
    private final Dialect dialect;
    /** What stands behind the first SELECT; empty as soon as it was written. */
    private String hint;

    QueryWriter(SqlWriter out, Dialect dialect, String hint) {
        this.out = out;
        this.dialect = dialect;
        this.hint = hint;
    }

    void query(Query query) {
        if (query instanceof Query.Combined combined) {
            out.separated(" " + combined.combination() + " ", combined.parts(), this::select);
            out.text(combined.sorted() ? " ORDER BY 1" : "").text(combined.limit() == null ? "" : " LIMIT " + combined.limit());
        } else if (query instanceof Query.Counted counted) {
            out.text("SELECT COUNT(*) FROM (").query(counted.query()).text(") c");
        } else if (query instanceof Query.Single single) {
            out.text("SELECT ").expression(single.value());
        } else if (query instanceof Query.Recursive recursive) {
            recursive(recursive);
        } else {
            select((Select) query);
        }
    }

    private void recursive(Query.Recursive query) {
        int around = out.indexOf("SELECT ");
        String outerHint = hint;
        hint = "";
        out.text("WITH RECURSIVE ").text(dialect.quote(query.rows().table().name())).text(" (")
                .text(dialect.names(query.rows().table().columns())).text(") AS (");
        out.separated(" UNION ", query.begin(), this::select);
        out.text(" UNION ");
        select(query.onwards());
        out.text(") ");
        hint = outerHint;
        out.recursive(around < 0 ? out.length() : around);
        select(query.result());
    }

    private void select(Select select) {
        out.text("SELECT ").text(hint).text(select.distinct() ? "DISTINCT " : "");
        hint = "";
        out.separated(", ", select.columns(), out::expression);
        out.text(" FROM ");
        out.source(select.from().first());
        for (Select.Join join : select.from().joins()) {
            out.text(switch (join.joining()) {
                case INNER -> " JOIN ";
                case OUTER -> " LEFT JOIN ";
                case INNER_AFTER -> dialect.joinAfter();
            });
            out.source(join.source());
            out.text(" ON ").predicate(join.on());
        }
        if (select.where() != null) {
            out.text(" WHERE ").predicate(select.where());
        }
        if (!select.orders().isEmpty()) {
            out.text(" ORDER BY ");
            out.separated(", ", select.orders(), order -> order(select, order));
        }
        if (select.limit() != null || select.offset() > 0) {
            out.text(" LIMIT " + (select.limit() == null ? Long.MAX_VALUE : select.limit()));
        }
        if (select.offset() > 0) {
            out.text(" OFFSET " + select.offset());
        }
    }

    /** A key that is never null is written plainly: the rows may come in the order of an index, which the test for null would hide. */
    private void order(Select select, Select.Order order) {
        if (order.present() || order.expression() instanceof Expression.Unindexed) {
            out.expression(order.expression()).text(order.descending() ? " DESC" : "");
        } else if (order.expression() instanceof Expression.ColumnOf column
                && !column.column().nullable()
                && select.from().joins().stream().noneMatch(j -> j.outer() && j.source().alias().equals(column.alias()))) {
            out.expression(column).text(order.descending() ? " DESC" : "");
        } else {
            dialect.order(out, order.expression(), order.descending());
        }
    }
}
