package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tables that all programs together have made in a database, as it describes them itself. What was read last is kept, and read again if it
 * has changed since: another program may add tables at any time. Safe for any number of threads.
 */
public final class StoredLayout {

    /** Attributes do not describe tables. */
    private static final Set<String> LAID_OUT =
            Set.of(SystemTables.META.name(), SystemTables.COLUMNS.name(), SystemTables.FACTS.name());

    private volatile @Nullable Known known;

    /** A layout, and the digest of the description from which it was read. */
    private record Known(@Nullable String digest, Layout layout) {}

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
        private @Nullable String digest;
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

        /**
         * The same; {@link #question} is open again, to be asked behind locks that are taken now: another program may have added tables since it was asked, and
         * have made references to what was not locked then.
         */
        public Layout layoutBehindLocks() {
            Layout layout = layout();
            isConfirmed = false;
            return layout;
        }

        /** The query that shows whether all tables are known; empty if that is known already, or if {@link #layout} is going to read them. */
        public List<Reading> question() {
            return isConfirmed || used == null
                    ? List.of()
                    : List.of(new Reading(statement(), row -> digest = row.getString(1)));
        }

        /** Whether the tables were all; otherwise {@link #layout} reads them again. To be called when the question was asked. */
        public boolean isRight() {
            Known looked = used;
            isConfirmed |= looked != null && Objects.equals(digest, looked.digest());
            if (!isConfirmed) {
                used = null;
            }
            return isConfirmed;
        }

        private Known read() {
            CatalogRows catalog = CatalogTables.read(session, LAID_OUT);
            return new Known(catalog.digest(), Layout.described(catalog.currentOrNone()));
        }

        private Statement statement() {
            return session.dialect().render(MetaRows.digestQuery());
        }
    }
}
