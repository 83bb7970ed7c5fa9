package dev.espalier.transfer;

import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table in the order of its primary key, page by page. Between two pages the session is free, so that several tables can be read in turn from one
 * snapshot. A page has about 1 MB, however large the rows are. For one thread.
 *
 * <p>The page behind the row (7, 3) of a collection takes two statements: {@code owner = 7 AND pos > 3}, then {@code owner > 7}. Each is a range of the primary
 * key on every engine; a comparison of both columns at once is not.
 */
final class TableCursor {

    private static final int FIRST_PAGE = 4;
    private static final int LARGEST_PAGE = 8_192;
    private static final int PAGE_BYTES = 1024 * 1024;
    /** Rows may become larger suddenly: what a page has beyond is read again with the next one. */
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private final Session session;
    private final Table table;
    private final Source source;
    private final List<Expression> columns;
    private final Expression[] key;
    /** The only owner whose members are read; null for all rows. */
    private final @Nullable Long only;

    private List<@Nullable Object[]> page = List.of();
    private int next;
    private int limit = FIRST_PAGE;
    private @Nullable Object @Nullable [] last;
    private boolean isWithinOwner;
    private boolean isAtEnd;

    private TableCursor(Session session, Table table, @Nullable Long only) {
        this.session = session;
        this.table = table;
        this.only = only;
        this.source = new Source(table, "t");
        this.columns = IntStream.range(0, table.columns().size())
                .<Expression>mapToObj(source::column)
                .toList();
        this.key = table.primaryKey() == 1
                ? new Expression[] {source.column(0)}
                : new Expression[] {source.column(0), source.column(1)};
    }

    /** All rows. */
    static TableCursor of(Session session, Table table) {
        return new TableCursor(session, table, null);
    }

    /** The members of one owner, in the order of their positions. */
    static TableCursor of(Session session, Table table, long owner) {
        return new TableCursor(session, table, owner);
    }

    /** Returns the next row. The row is the caller's. */
    @Nullable
    Object[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.get(next++);
    }

    /** Whether there is a next row; reads a page if needed. */
    boolean hasNext() {
        while (next == page.size()) {
            if (isAtEnd) {
                return false;
            }
            read();
        }
        return true;
    }

    /** Whether the next row has been read already. */
    boolean hasRead() {
        return next < page.size();
    }

    private void read() {
        int asked = limit;
        List<@Nullable Object[]> rows = new ArrayList<>(Math.min(asked, 1024));
        List<Column> all = table.columns();
        long[] bytes = new long[1];
        boolean[] isCut = new boolean[1];
        session.stream(session.dialect().render(select().limit((long) asked, 0)), row -> {
            isCut[0] |= bytes[0] > MOST_BYTES;
            if (!isCut[0]) {
                @Nullable Object[] values = new Object[all.size()];
                row.get(1, all, values, 0);
                rows.add(values);
                bytes[0] += size(values);
            }
        });
        page = rows;
        next = 0;
        if (!rows.isEmpty()) {
            last = rows.get(rows.size() - 1);
            long fitting = Math.max(1, PAGE_BYTES / Math.max(1, bytes[0] / rows.size()));
            limit = (int) Math.min(Math.min(LARGEST_PAGE, limit * 8L), fitting);
        }
        boolean isWhole = isCut[0] || rows.size() == asked;
        if (table.primaryKey() == 1 || only != null) {
            isAtEnd = !isWhole;
        } else if (isWhole) {
            isWithinOwner = true;
        } else {
            isAtEnd = !isWithinOwner;
            isWithinOwner = false;
        }
    }

    private Select select() {
        Select select = Select.of(source, columns).orderBy(key);
        @Nullable Object[] behind = last;
        if (only != null) {
            Predicate owner = Predicate.equal(source.column(0), bind(only));
            return select.where(behind == null ? owner : Predicate.and(owner, after(behind, 1)));
        }
        if (behind == null) {
            return select;
        }
        return select.where(
                isWithinOwner
                        ? Predicate.and(Predicate.equal(source.column(0), bind(behind[0])), after(behind, 1))
                        : after(behind, 0));
    }

    private Predicate after(@Nullable Object[] row, int column) {
        return new Predicate.Compare(source.column(column), SqlOperator.GREATER, bind(row[column]));
    }

    private static Bind bind(Object id) {
        return new Bind(ColumnType.BIGINT, id);
    }

    private static long size(@Nullable Object[] row) {
        long size = 16 + 24L * row.length;
        for (Object value : row) {
            if (value instanceof String text) {
                size += 2L * text.length();
            } else if (value instanceof byte[] bytes) {
                size += bytes.length;
            }
        }
        return size;
    }
}
