package dev.espalier.dialect;

import dev.espalier.model.ColumnType;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Query;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import dev.espalier.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Writes the text of one statement and collects its values. For one thread. */
public final class SqlWriter {

    private final Dialect dialect;
    private final StringBuilder text = new StringBuilder();
    private final List<Expression.Bind> binds = new ArrayList<>();
    private boolean aliases = true;
    private boolean recursive;
    /** Where a recursive statement's outermost SELECT begins. */
    private int outermost;
    private String hint;

    /** @param hint what stands right after the first SELECT, for the whole statement */
    public SqlWriter(Dialect dialect, String hint) {
        this.dialect = dialect;
        this.hint = hint;
    }

    /** Returns the text and its values. */
    public Statement statement() {
        return new Statement(recursive ? dialect.withoutBound(text.toString(), outermost) : text.toString(), binds);
    }

    SqlWriter withoutAliases() {
        aliases = false;
        return this;
    }

    /** Writes text as it is. */
    public SqlWriter text(String more) {
        text.append(more);
        return this;
    }

    /** Writes a question mark, and keeps its value. */
    public SqlWriter bind(ColumnType type, Object value) {
        text.append('?');
        binds.add(new Expression.Bind(type, value));
        return this;
    }

    SqlWriter query(Query query) {
        if (query instanceof Query.Combined combined) {
            separated(" " + combined.combination() + " ", combined.parts(), this::select);
            text(combined.sorted() ? " ORDER BY 1" : "").text(combined.limit() == null ? "" : " LIMIT " + combined.limit());
        } else if (query instanceof Query.Counted counted) {
            text("SELECT COUNT(*) FROM (").query(counted.query()).text(") c");
        } else if (query instanceof Query.Recursive recursive) {
            recursive(recursive);
        } else {
            select((Select) query);
        }
        return this;
    }

    private void recursive(Query.Recursive query) {
        recursive = true;
        int around = text.indexOf("SELECT ");
        String outerHint = hint;
        hint = "";
        text("WITH RECURSIVE ").text(dialect.quote(query.rows().table().name())).text(" (")
                .text(dialect.names(query.rows().table().columns())).text(") AS (");
        separated(" UNION ", query.begin(), this::select);
        text(" UNION ");
        select(query.onwards());
        text(") ");
        hint = outerHint;
        outermost = around < 0 ? text.length() : around;
        select(query.result());
    }

    private void select(Select select) {
        text("SELECT ").text(hint).text(select.distinct() ? "DISTINCT " : "");
        hint = "";
        separated(", ", select.columns(), this::expression);
        text(" FROM ");
        source(select.from().first());
        for (Select.Join join : select.from().joins()) {
            text(switch (join.joining()) {
                case INNER -> " JOIN ";
                case OUTER -> " LEFT JOIN ";
                case INNER_AFTER -> dialect.joinAfter();
            });
            source(join.source());
            text(" ON ").predicate(join.on());
        }
        if (select.where() != null) {
            text(" WHERE ").predicate(select.where());
        }
        if (!select.orders().isEmpty()) {
            text(" ORDER BY ");
            separated(", ", select.orders(), order -> order(select, order));
        }
        if (select.limit() != null || select.offset() > 0) {
            text(" LIMIT " + (select.limit() == null ? Long.MAX_VALUE : select.limit()));
        }
        if (select.offset() > 0) {
            text(" OFFSET " + select.offset());
        }
    }

    /** A key that is never null is written plainly: the rows may come in the order of an index, which the test for null would hide. */
    private void order(Select select, Select.Order order) {
        if (order.present() || order.expression() instanceof Expression.Unindexed) {
            expression(order.expression()).text(order.descending() ? " DESC" : "");
        } else if (order.expression() instanceof Expression.ColumnOf column
                && !column.column().nullable()
                && select.from().joins().stream().noneMatch(j -> j.outer() && j.source().alias().equals(column.alias()))) {
            expression(column).text(order.descending() ? " DESC" : "");
        } else {
            dialect.order(this, order.expression(), order.descending());
        }
    }

    /** Writes a table with its alias. */
    public void source(Source source) {
        text(dialect.quote(source.table().name())).text(" ").text(source.alias());
    }

    /** Writes an expression. */
    public SqlWriter expression(Expression expression) {
        if (expression instanceof Expression.ColumnOf column) {
            text(aliases ? column.alias() + "." : "").text(dialect.quote(column.column().name()));
        } else if (expression instanceof Expression.Bind bind) {
            bind(bind.type(), bind.value());
        } else if (expression instanceof Expression.Unindexed unindexed) {
            expression(unindexed.number()).text(" + 0");
        } else if (expression instanceof Expression.Beginning beginning) {
            text("LEFT(").expression(beginning.text()).text(", " + dialect.beginning() + ")");
        } else if (expression instanceof Expression.Rank rank) {
            text("CASE ").expression(rank.name());
            for (int i = 0; i < rank.names().size(); i++) {
                text(" WHEN ").expression(rank.names().get(i)).text(" THEN " + i);
            }
            text(" END");
        } else if (expression instanceof Expression.CountOf count) {
            text("(");
            select(count.select());
            text(")");
        } else if (expression instanceof Expression.CountDistinct count) {
            text("COUNT(DISTINCT ").expression(count.counted()).text(")");
        } else if (expression instanceof Expression.Constant constant) {
            text(Integer.toString(constant.number()));
        } else if (expression instanceof Expression.Next next) {
            expression(next.number()).text(" + 1");
        } else if (expression instanceof Expression.Floating floating) {
            dialect.floating(this, floating.number());
        } else {
            text("COUNT(*)");
        }
        return this;
    }

    void predicate(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            text("(");
            separated(" AND ", and.terms(), this::predicate);
            text(")");
        } else if (predicate instanceof Predicate.Or or) {
            text("(");
            separated(" OR ", or.terms(), this::predicate);
            text(")");
        } else if (predicate instanceof Predicate.Not not) {
            text("NOT (").predicate(not.term());
            text(")");
        } else if (predicate instanceof Predicate.Compare compare) {
            compare(compare);
        } else if (predicate instanceof Predicate.IsNull isNull) {
            expression(isNull.expression()).text(" IS NULL");
        } else if (predicate instanceof Predicate.InValues in) {
            expression(in.expression()).text(" IN (");
            separated(", ", in.values(), this::expression);
            text(in.values().isEmpty() ? "NULL)" : ")");
        } else if (predicate instanceof Predicate.InIds in) {
            dialect.inIds(this, in.expression(), in.ids());
        } else if (predicate instanceof Predicate.InQuery in) {
            expression(in.expression()).text(" IN (");
            query(in.query());
            text(")");
        } else if (predicate instanceof Predicate.Exists exists) {
            text("EXISTS (");
            select(exists.select());
            text(")");
        } else if (predicate instanceof Predicate.Match match) {
            if (match.ignoreCase()) {
                dialect.likeIgnoringCase(this, match.expression(), match.pattern());
            } else {
                dialect.like(this, match.expression(), match.pattern());
            }
        } else {
            text(((Predicate.Constant) predicate).value() ? "1 = 1" : "1 = 0");
        }
    }

    private void compare(Predicate.Compare compare) {
        if (compare.left() instanceof Expression.ColumnOf column && column.column().type() == ColumnType.TEXT) {
            dialect.compareText(this, compare);
        } else {
            expression(compare.left()).text(" ").text(compare.operator().symbol()).text(" ").expression(compare.right());
        }
    }

    /** Writes items with a text between them. */
    public <T> void separated(String separator, List<T> items, java.util.function.Consumer<? super T> each) {
        for (int i = 0; i < items.size(); i++) {
            text(i == 0 ? "" : separator);
            each.accept(items.get(i));
        }
    }
}
