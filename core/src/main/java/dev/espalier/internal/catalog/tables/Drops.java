package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.catalog.tables.Drop.Kind;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drops the tables, columns and indexes that are still to be dropped, and what another program has left. */
public final class Drops {

    private static final Logger LOG = LoggerFactory.getLogger(Drops.class);

    private Drops() {}

    /**
     * Drops what is there. Each statement that succeeds is reported, so that the caller knows whether anything was dropped before a failure.
     */
    public static void perform(Session session, List<Drop> drops, Place place, Runnable done) {
        Map<String, Set<String>> present = Layout.present(session);
        Set<String> indexes = Listing.indexes(session);
        for (Drop drop : drops) {
            if (isThere(drop, present, indexes)) {
                try {
                    if (drop.kind() == Kind.COLUMN || drop.kind() == Kind.LENGTH) {
                        IndexedTable.change(session, drop.definition().table(), () -> make(session, drop, place));
                    } else {
                        make(session, drop, place);
                    }
                } catch (EspalierException e) {
                    // If there is no lock, another program may have dropped it meanwhile.
                    if (session.isLost()
                            || session.engine().definesInTransactions()
                            || isThere(drop, Layout.present(session), Listing.indexes(session))) {
                        throw e;
                    }
                }
                done.run();
            }
        }
    }

    private static boolean isThere(Drop drop, Map<String, Set<String>> present, Set<String> indexes) {
        Set<String> columns = present.get(Layout.lower(drop.table()));
        return columns != null
                && switch (drop.kind()) {
                    case MEMBERS -> present.containsKey(Layout.lower(drop.name()));
                    case INDEX -> indexes.contains(Layout.lower(drop.table() + "." + drop.name()));
                    case LENGTH, COLUMN -> columns.contains(Layout.lower(drop.name()));
                    case TABLE -> true;
                };
    }

    private static void make(Session session, Drop drop, Place place) {
        if (drop.definition() instanceof Definition.DropColumn column) {
            dropIndexesByHand(session, column, place);
        }
        drop.statements(session.dialect(), !session.inTransaction()).forEach(statement -> {
            LOG.info("{}: {}", place.url(), statement.text());
            if (drop.kind() == Kind.MEMBERS) {
                session.update(statement);
            } else {
                session.execute(statement.text());
            }
        });
    }

    /** The catalog knows nothing of somebody's index on a column that goes. */
    private static void dropIndexesByHand(Session session, Definition.DropColumn drop, Place place) {
        String query = session.dialect().columnIndexQuery(drop.table(), drop.column());
        if (query != null) {
            List<String> indexes = new ArrayList<>();
            session.query(Statement.of(query), row -> indexes.add(row.getString(1)));
            for (String index : indexes) {
                String statement = session.dialect().dropIndex(index);
                LOG.info("{}: {}", place.url(), statement);
                session.execute(statement);
            }
        }
    }

    /**
     * Drops what another program has left. What the database refuses stays: the account of another program may drop it. So does what a transaction keeps locked
     * for longer than {@code lockWait}.
     */
    public static void complete(Session session, List<Drop> drops, Place place) {
        try {
            perform(session, drops, place, () -> {});
            finished(session, drops);
        } catch (EspalierException e) {
            if (session.isLost() || e.retryable() && e.errorCode() != LOCK_TIMEOUT) {
                throw e;
            }
            session.rollback();
            LOG.warn("{}: what another program has left to be dropped stays for now: {}", place.url(), e.getMessage());
        }
    }

    /** All of it is dropped. */
    public static void finished(Session session, List<Drop> drops) {
        session.beginWrite();
        CatalogTables.deleteDrops(session, drops);
        session.commit();
    }
}
