package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables that all programs together have made in a database, as it describes them itself. What was read last is kept, and read again where it
 * has changed since: another program may add tables at any time. Safe for any number of threads.
 */
public final class StoredLayout {

    private static final Source META = new Source(SystemTables.META, "m");
    private static final Predicate DESCRIBING = new Predicate.InValues(
            META.column(0),
            List.of(
                    new Bind(ColumnType.NAME, CatalogRows.MODEL),
                    new Bind(ColumnType.NAME, CatalogRows.STRUCTURE),
                    new Bind(ColumnType.NAME, CatalogRows.FINISHED)));

    private volatile @Nullable Known known;

    /**
     * What was read.
     *
     * @param lengths of the texts: a program that adds something makes one of them longer, and one that takes something away makes {@link CatalogRows#FINISHED} longer
     */
    private record Known(Map<String, Long> lengths, Layout layout) {}

    /** Looks at it within one transaction. */
    public Look look(Session session) {
        return new Look(session);
    }

    /**
     * One transaction's look at it: what was kept is used at once, and whether it is still right is asked together with what is asked of the tables.
     * For one thread.
     */
    public final class Look {

        private final Session session;
        private final Map<String, Long> lengths = new HashMap<>();
        private @Nullable Known used;
        private boolean isConfirmed;

        private Look(Session session) {
            this.session = session;
            this.used = known;
        }

        /** The tables; right if {@link #isRight} says so after {@link #question} was asked. */
        public Layout layout() {
            Known looked = used;
            if (looked == null) {
                looked = read();
                used = looked;
                known = looked;
                isConfirmed = true;
            }
            return looked.layout();
        }

        /** The query that tells whether all tables are known; empty if that is known already. */
        public List<Reading> question() {
            return isConfirmed
                    ? List.of()
                    : List.of(new Reading(statement(), row -> lengths.put(row.getString(1), row.getLong(2))));
        }

        /** Whether the tables were all; otherwise {@link #layout} reads them again. To be called when the question was asked. */
        public boolean isRight() {
            Known looked = used;
            isConfirmed |= looked != null && lengths.equals(looked.lengths());
            if (!isConfirmed) {
                used = null;
            }
            return isConfirmed;
        }

        private Known read() {
            Map<String, Long> found = new HashMap<>();
            Map<String, String> meta = new HashMap<>();
            session.query(statement(META.column(1)), row -> {
                found.put(row.getString(1), row.getLong(2));
                meta.put(row.getString(1), row.getString(3));
            });
            return new Known(found, Layout.described(DescriptionText.read(meta)));
        }

        private Statement statement(Expression... more) {
            List<Expression> columns = new ArrayList<>(List.of(META.column(0), new Expression.Length(META.column(1))));
            columns.addAll(List.of(more));
            return session.dialect().render(Select.of(META, columns).where(DESCRIBING));
        }
    }
}
