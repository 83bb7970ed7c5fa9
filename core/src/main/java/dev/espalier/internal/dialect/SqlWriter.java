package dev.espalier.internal.dialect;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the text of one statement and collects its values: expressions and conditions here, queries and changes by their own writers. For one thread. */
public final class SqlWriter {

    static final String FALSE = "1 = 0";

    private final Dialect dialect;
    private final StringBuilder text = new StringBuilder();
    private final List<Expression.Bind> binds = new ArrayList<>();
    private boolean aliases = true;
    private boolean recursive;
    /** The place at which a recursive statement's outermost SELECT begins. */
    private int outermost;

    private final String hint;
    private final @Nullable RowLock lock;
    /** Null until there is a query: most changes have none. */
    private @Nullable QueryWriter queries;

    /** @param hint what stands right after the first SELECT, for the whole statement */
    public SqlWriter(Dialect dialect, String hint) {
        this(dialect, hint, null);
    }

    /** @param lock the lock that the statement takes on the rows that it gives; null for none */
    SqlWriter(Dialect dialect, String hint, @Nullable RowLock lock) {
        this.dialect = dialect;
        this.hint = hint;
        this.lock = lock;
    }

    /** Returns the text and its values. */
    public Statement statement() {
        return new Statement(recursive ? dialect.withoutBound(text.toString(), outermost) : text.toString(), binds);
    }

    /** The lock that the statement takes on the rows that it gives; null for none. */
    public @Nullable RowLock lock() {
        return lock;
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

    /** Within a query, columns are named with their aliases. */
    public SqlWriter query(Query query) {
        boolean outside = aliases;
        aliases = true;
        if (queries == null) {
            queries = new QueryWriter(this, dialect, hint);
        }
        queries.query(query);
        aliases = outside;
        return this;
    }

    /** The names of columns, with commas between them. */
    SqlWriter names(List<Column> columns) {
        return text(dialect.names(columns));
    }

    /** The first place at which a text of that kind begins, or -1. */
    int indexOf(String part) {
        return text.indexOf(part);
    }

    int length() {
        return text.length();
    }

    /** The text is a recursive statement, whose outermost SELECT begins there. */
    void recursive(int outermostSelect) {
        recursive = true;
        outermost = outermostSelect;
    }

    /** Writes a table with its alias. */
    public void source(Source source) {
        text(dialect.quote(source.table().name())).text(" ").text(source.alias());
    }

    /** Writes an expression. */
    public SqlWriter expression(Expression expression) {
        if (expression instanceof Expression.ColumnOf column) {
            if (aliases) {
                text.append(column.alias()).append('.');
            }
            text.append(dialect.quote(column.column().name()));
        } else if (expression instanceof Expression.Bind bind) {
            text.append('?');
            binds.add(bind);
        } else if (expression instanceof Expression.Unindexed unindexed) {
            expression(unindexed.number()).text(" + 0");
        } else if (expression instanceof Expression.Beginning beginning) {
            text("LEFT(").expression(beginning.text()).text(", " + dialect.beginning() + ")");
        } else if (expression instanceof Expression.Rank rank) {
            text("CASE ").expression(rank.name());
            for (int i = 0; i < rank.names().size(); i++) {
                text(" WHEN ").expression(rank.names().get(i)).text(" THEN " + i);
            }
            text(" ELSE CASE WHEN ")
                    .expression(rank.name())
                    .text(" IS NOT NULL THEN " + rank.names().size() + " END END");
        } else if (expression instanceof Expression.ValueOf value) {
            text("(").query(value.select()).text(")");
        } else if (expression instanceof Expression.CountDistinct count) {
            text("COUNT(DISTINCT ").expression(count.counted()).text(")");
        } else if (expression instanceof Expression.Count count) {
            text("COUNT(").expression(count.counted()).text(")");
        } else if (expression instanceof Expression.DatePart part) {
            dialect.datePart(this, part);
        } else if (expression instanceof Expression.HighHalf half) {
            factor(half.number()).text(" / 4294967296");
        } else if (expression instanceof Expression.LowHalf half) {
            factor(half.number()).text(" % 4294967296");
        } else if (expression instanceof Expression.Halves halves) {
            expression(halves.high()).text(" * 4294967296 + ").expression(halves.low());
        } else if (expression instanceof Expression.WholePart part) {
            dialect.wholePart(this, part.number());
        } else if (expression instanceof Expression.Constant constant) {
            text(Long.toString(constant.number()));
        } else if (expression instanceof Expression.Next next) {
            expression(next.number()).text(" + 1");
        } else if (expression instanceof Expression.Floating floating) {
            dialect.floating(this, floating.number());
        } else if (expression instanceof Expression.Null) {
            text("NULL");
        } else if (expression instanceof Expression.Plus plus) {
            expression(plus.left()).text(" + ").operand(plus.right());
        } else if (expression instanceof Expression.Minus minus) {
            expression(minus.left()).text(" - ").operand(minus.right());
        } else if (expression instanceof Expression.Times times) {
            factor(times.left()).text(" * ").operand(times.right());
        } else if (expression instanceof Expression.OfWholeType whole) {
            WholeTypes types = dialect.wholeTypes().orElseThrow();
            text("CAST(")
                    .expression(whole.number())
                    .text(" AS " + (whole.isWide() ? types.wide() : types.bits64()) + ")");
        } else if (expression instanceof Expression.IsFloating floating) {
            dialect.isFloating(this, floating.number());
        } else if (expression instanceof Expression.Where where) {
            text("CASE WHEN ")
                    .condition(where.condition())
                    .text(" THEN ")
                    .expression(where.value())
                    .text(" END");
        } else if (expression instanceof Expression.Rounded rounded) {
            text("((").expression(rounded.number()).text(" + ").expression(rounded.shift());
            text(") - ").expression(rounded.shift()).text(")");
        } else if (expression instanceof Expression.Absolute absolute) {
            text("ABS(").expression(absolute.number()).text(")");
        } else if (expression instanceof Expression.NotZero number) {
            text("NULLIF(").expression(number.number()).text(", 0)");
        } else if (expression instanceof Expression.Length length) {
            text("LENGTH(").expression(length.text()).text(")");
        } else if (expression instanceof Expression.Least least) {
            text("MIN(").expression(least.value()).text(")");
        } else if (expression instanceof Expression.Sum sum) {
            text("SUM(").expression(sum.value()).text(")");
        } else if (expression instanceof Expression.Greatest greatest) {
            text("MAX(").expression(greatest.value()).text(")");
        } else if (expression instanceof Expression.RunningCount count) {
            text("COUNT(*) OVER (PARTITION BY ")
                    .expression(count.group())
                    .text(" ORDER BY ")
                    .expression(count.order())
                    .text(" ROWS UNBOUNDED PRECEDING)");
        } else if (expression instanceof Expression.WholeText whole) {
            text(dialect.wholeText(whole.text().alias() + "."
                    + dialect.quote(whole.text().column().name())));
        } else if (expression instanceof Expression.Coalesce coalesce) {
            text("COALESCE(")
                    .expression(coalesce.value())
                    .text(", ")
                    .expression(coalesce.other())
                    .text(")");
        } else if (expression instanceof Expression.Verbatim verbatim) {
            text("(").text(verbatim.sql()).text(")");
        } else if (expression instanceof Expression.VerbatimNumber number) {
            text(dialect.storedNumber(number.sql()));
        } else if (expression instanceof Expression.Now) {
            text(dialect.nowMillis());
        } else {
            text("COUNT(*)");
        }
        return this;
    }

    /** Writes the first operand of a product or a quotient. */
    private SqlWriter factor(Expression expression) {
        return expression instanceof Expression.Plus || expression instanceof Expression.Minus
                ? text("(").expression(expression).text(")")
                : expression(expression);
    }

    /** Writes the second operand of any operation. */
    private SqlWriter operand(Expression expression) {
        return expression instanceof Expression.Times
                ? text("(").expression(expression).text(")")
                : factor(expression);
    }

    /** Writes a condition. */
    public void predicate(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            text("(").terms(and).text(")");
        } else if (predicate instanceof Predicate.Or or) {
            text("(");
            separated(" OR ", or.terms(), this::predicate);
            text(")");
        } else if (predicate instanceof Predicate.Not not) {
            text("NOT (").predicate(not.term());
            text(")");
        } else if (predicate instanceof Predicate.Compare compare) {
            compare(compare);
        } else if (predicate instanceof Predicate.Between between) {
            expression(between.expression())
                    .text(" BETWEEN ")
                    .expression(between.least())
                    .text(" AND ")
                    .expression(between.greatest());
        } else if (predicate instanceof Predicate.Behind behind) {
            text("(");
            separated(", ", behind.expressions(), this::expression);
            text(behind.descending() ? ") < (" : ") > (");
            separated(", ", behind.values(), this::expression);
            text(")");
        } else if (predicate instanceof Predicate.IsNull isNull) {
            expression(isNull.expression()).text(" IS NULL");
        } else if (predicate instanceof Predicate.InValues in) {
            if (in.values().isEmpty()) {
                text(FALSE);
            } else {
                expression(in.expression()).text(" IN (");
                separated(", ", in.values(), this::expression);
                text(")");
            }
        } else if (predicate instanceof Predicate.InMany in) {
            dialect.inMany(this, in);
        } else if (predicate instanceof Predicate.InManyPairs in) {
            dialect.inManyPairs(this, in);
        } else if (predicate instanceof Predicate.InIds in) {
            dialect.inIds(this, in);
        } else if (predicate instanceof Predicate.InQuery in) {
            expression(in.expression()).text(" IN (").query(in.query()).text(")");
        } else if (predicate instanceof Predicate.InRows in) {
            text("(");
            separated(", ", in.expressions(), this::expression);
            text(") IN (").query(in.query()).text(")");
        } else if (predicate instanceof Predicate.Exists exists) {
            text("EXISTS (").query(exists.select()).text(")");
        } else if (predicate instanceof Predicate.Begins begins) {
            dialect.begins(this, begins);
        } else if (predicate instanceof Predicate.Match match) {
            if (match.ignoreCase()) {
                dialect.likeIgnoringCase(this, match.expression(), match.pattern());
            } else {
                dialect.like(this, match.expression(), match.pattern());
            }
        } else {
            text(((Predicate.Constant) predicate).value() ? "1 = 1" : FALSE);
        }
    }

    /** The condition of a whole statement: all terms of a conjunction without parentheses. */
    SqlWriter condition(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            terms(and);
        } else {
            predicate(predicate);
        }
        return this;
    }

    private SqlWriter terms(Predicate.And and) {
        separated(" AND ", and.terms(), this::predicate);
        return this;
    }

    private void compare(Predicate.Compare compare) {
        if (isOfType(compare.left(), ColumnType.TEXT)) {
            dialect.compareText(this, compare);
        } else if (isOfType(compare.left(), ColumnType.INTEGRAL) && isOfType(compare.right(), ColumnType.DECIMAL)) {
            dialect.compareIntegral(this, compare.left(), compare.operator(), compare.right());
        } else if (isOfType(compare.left(), ColumnType.DECIMAL) && isOfType(compare.right(), ColumnType.INTEGRAL)) {
            dialect.compareIntegral(this, compare.right(), compare.operator().swapped(), compare.left());
        } else {
            comparison(compare.left(), compare.operator(), compare.right());
        }
    }

    private static boolean isOfType(Expression expression, ColumnType type) {
        return expression instanceof Expression.ColumnOf column
                && column.column().type() == type;
    }

    /** Writes: {@code left operator right}. */
    public SqlWriter comparison(Expression left, SqlOperator operator, Expression right) {
        return expression(left).text(" ").text(operator.symbol()).text(" ").expression(right);
    }

    /** Writes items with a text between them. */
    public <T> void separated(String separator, List<T> items, java.util.function.Consumer<? super T> each) {
        for (int i = 0; i < items.size(); i++) {
            text(i == 0 ? "" : separator);
            each.accept(items.get(i));
        }
    }
}
