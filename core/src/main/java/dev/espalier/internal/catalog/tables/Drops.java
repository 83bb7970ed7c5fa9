package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables, columns and indexes that are still to be dropped: rows of {@link SystemTables#FACTS} while somebody works on it. The other rows of the catalog
 * say nothing of them any more, so that a program that dies leaves nothing but unused tables and columns, and whoever opens the database next drops them.
 *
 * <pre>
 * members animal_toys dog         the members in the first table whose owners are in the second
 * index order ix_order_note
 * length order code?              text that was unique may be longer from now on; it may be null
 * column order note
 * table order_tags
 * </pre>
 */
public final class Drops {

    private static final Logger LOG = LoggerFactory.getLogger(Drops.class);

    private Drops() {}

    /** Kinds of what is dropped, in the order in which it is. */
    public enum Kind {
        MEMBERS,
        INDEX,
        LENGTH,
        COLUMN,
        TABLE
    }

    /** One thing to drop; what was dropped already is left. */
    public record Drop(Kind kind, String table, String name) {

        public static Drop table(String table) {
            return new Drop(Kind.TABLE, table, "");
        }

        private Index index() {
            return new Index(name, table(table, "id"), List.of(), false);
        }

        /** @param isAlone whether each statement is a transaction by itself */
        public List<Statement> statements(Dialect dialect, boolean isAlone) {
            return switch (kind) {
                case MEMBERS -> {
                    Table members = table(table, "owner");
                    Source owners = new Source(table(name, "id"), "o");
                    yield List.of(dialect.render(new Delete(
                            members,
                            new Predicate.InQuery(
                                    new Source(members, "t").column(0), Select.of(owners, owners.column(0))))));
                }
                case INDEX ->
                    texts(dialect, isAlone ? new Definition.RemoveIndex(index()) : new Definition.DropIndex(index()));
                case LENGTH, COLUMN -> texts(dialect, definition());
                case TABLE -> texts(dialect, definition());
            };
        }

        public Definition definition() {
            if (kind == Kind.LENGTH) {
                boolean nullable = name.endsWith("?");
                Column before = new Column(column(), ColumnType.TEXT, nullable, true);
                Table changed = new Table(table, List.of(before), 1);
                return new Definition.ChangeColumn(
                        changed, before, new Column(column(), ColumnType.TEXT, nullable, false));
            }
            return kind == Kind.COLUMN
                    ? new Definition.DropColumn(
                            table(table, name), table(table, name).columns().get(0))
                    : new Definition.DropTable(table(table, "id"));
        }

        private String column() {
            return name.endsWith("?") ? name.substring(0, name.length() - 1) : name;
        }

        private static List<Statement> texts(Dialect dialect, Definition definition) {
            return dialect.render(definition).stream().map(Statement::of).toList();
        }

        private static Table table(String name, String column) {
            return new Table(name, List.of(new Column(column, ColumnType.BIGINT, true, false)), 1);
        }

        private boolean isThere(Map<String, Set<String>> present, Set<String> indexes) {
            Set<String> columns = present.get(Layout.lower(table));
            return columns != null
                    && switch (kind) {
                        case MEMBERS -> present.containsKey(Layout.lower(name));
                        case INDEX -> indexes.contains(Layout.lower(table + "." + name));
                        case LENGTH, COLUMN -> columns.contains(Layout.lower(column()));
                        case TABLE -> true;
                    };
        }
    }

    /** The list as rows of {@link SystemTables#FACTS}. */
    static List<List<String>> rows(List<Drop> drops) {
        return drops.stream()
                .map(drop -> List.of(drop.kind().name().toLowerCase(Locale.ROOT), "0", drop.table(), drop.name(), ""))
                .toList();
    }

    static List<Drop> read(List<List<String>> rows) {
        return rows.stream()
                .map(row -> new Drop(Kind.valueOf(row.get(0).toUpperCase(Locale.ROOT)), row.get(2), row.get(3)))
                .toList();
    }

    /** Distinguishes two lists. */
    static String digest(List<Drop> drops) {
        return new DescriptionRows(0, List.of(), List.of(), rows(drops)).digest();
    }

    /**
     * Drops what is there. Each statement that succeeds is reported, so that the caller knows whether anything was dropped before a failure.
     */
    public static void perform(Session session, List<Drop> drops, Place place, Runnable done) {
        Map<String, Set<String>> present = Layout.present(session);
        Set<String> indexes = Meta.indexes(session);
        for (Drop drop : drops) {
            if (drop.isThere(present, indexes)) {
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
                            || drop.isThere(Layout.present(session), Meta.indexes(session))) {
                        throw e;
                    }
                }
                done.run();
            }
        }
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
