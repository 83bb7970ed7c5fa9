package dev.espalier.internal.catalog.tables;

import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Statement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tables, the catalog and the indexes that an opening finds. Reading them takes three queries.
 *
 * @param tables the names of all tables
 * @param catalog what {@link SystemTables#META} says
 * @param indexes the names of all indexes with their tables, in lower case; not asked for if there is no {@link SystemTables#META}
 */
public record Meta(Set<String> tables, CatalogRows catalog, Set<String> indexes) {

    /** How the types of ordinary tables end, by drivers. */
    private static final String TABLE = "TABLE";

    /** @throws SchemaException {@code unfinished-copy} if the objects of a copy or an import are not all there */
    public static Meta read(Session session) {
        Meta found = readUnfinished(session);
        found.catalog().refuseUnfinished();
        return found;
    }

    /** The same while a copy or an import fills the tables. */
    public static Meta readUnfinished(Session session) {
        Set<String> tables = tables(session);
        if (!tables.contains(SystemTables.META.name())) {
            return new Meta(tables, CatalogRows.none(), Set.of());
        }
        CatalogRows rows = CatalogTables.read(session, tables);
        tables.addAll(overlooked(session, tables, rows));
        // Without a snapshot, another program may have made tables after they were listed, and written the rows that
        // name them.
        boolean isSettled = areAllListed(tables, rows);
        while (!isSettled) {
            tables = tables(session);
            CatalogRows before = rows;
            rows = CatalogTables.read(session, tables);
            tables.addAll(overlooked(session, tables, rows));
            isSettled = areAllListed(tables, rows) || rows.hasSameMeta(before);
        }
        return new Meta(tables, rows, indexes(session));
    }

    private static boolean areAllListed(Set<String> tables, CatalogRows rows) {
        return !rows.isDescribed()
                || SystemTables.DESCRIBING.stream().allMatch(table -> tables.contains(table.name()))
                        && tables.containsAll(rows.currentOrNone().tableNames());
    }

    public static Set<String> tables(Session session) {
        return new TreeSet<>(listed(session, new String[] {TABLE}).keySet());
    }

    /** The names in lower case that no table can have, though no table has them. */
    public static Set<String> takenNames(Session session) {
        Set<String> names = new TreeSet<>();
        String query = session.dialect().takenNameQuery();
        if (query == null) {
            others(session).forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        } else {
            session.query(Statement.of(query), row -> names.add(row.getString(1).toLowerCase(Locale.ROOT)));
        }
        return names;
    }

    /** The names of views, and of sequences of MariaDB and TiDB: no table may have one of them. */
    private static Set<String> others(Session session) {
        Map<String, String> all = listed(session, null);
        all.values().removeIf(type -> type.endsWith(TABLE));
        return all.keySet();
    }

    /** The names in the schema, each with its type. */
    private static Map<String, String> listed(Session session, String @Nullable [] types) {
        Connection connection = session.connection();
        Map<String, String> listed = new TreeMap<>();
        try {
            SchemaName schema = new SchemaName(connection.getSchema());
            try (ResultSet tables =
                    connection.getMetaData().getTables(connection.getCatalog(), schema.pattern(), "%", types)) {
                while (tables.next()) {
                    if (schema.has(tables)) {
                        listed.put(tables.getString("TABLE_NAME"), String.valueOf(tables.getString("TABLE_TYPE")));
                    }
                }
            }
        } catch (SQLException e) {
            throw session.translate(e, "listing the tables");
        }
        return listed;
    }

    /**
     * Returns the tables of the model that the engine's list lacks, though they are there. MariaDB lists files, and lacks a table whose definition another program
     * replaces at that moment. A statement on the table waits until that is done. On an embedded engine, and if definitions are part of transactions, the list is complete, and a statement
     * on a missing table would end the transaction.
     */
    static Set<String> overlooked(Session session, Set<String> listed, CatalogRows rows) {
        Set<String> found = new TreeSet<>();
        if (session.engine().isServer() && !session.engine().definesInTransactions()) {
            for (Table table : rows.currentOrNone().tables().values()) {
                if (!listed.contains(table.name()) && answers(session, table)) {
                    found.add(table.name());
                }
            }
        }
        return found;
    }

    private static boolean answers(Session session, Table table) {
        try {
            TableRows.exist(session, table);
            return true;
        } catch (EspalierException e) {
            if (session.isLost()) {
                throw e;
            }
            return false;
        }
    }

    public static Set<String> indexes(Session session) {
        Set<String> names = new TreeSet<>();
        session.query(
                Statement.of(session.dialect().indexQuery()),
                row -> names.add((row.getString(1) + "." + row.getString(2)).toLowerCase(Locale.ROOT)));
        return names;
    }

    public boolean has(Table table) {
        return tables.contains(table.name());
    }

    /** Whether an index of that name stands on that table. */
    public static boolean stands(Set<String> standing, Index index) {
        return standing.contains((index.table().name() + "." + index.name()).toLowerCase(Locale.ROOT));
    }
}
