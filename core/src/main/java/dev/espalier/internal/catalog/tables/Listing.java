package dev.espalier.internal.catalog.tables;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Statement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Lists the tables and the indexes of a database, as its engine knows them. */
public final class Listing {

    /** How the types of ordinary tables end, by drivers. */
    private static final String TABLE = "TABLE";

    private Listing() {}

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
     * Returns the expected tables that the engine's list lacks, though they are there. MariaDB lists files, and lacks a table whose definition another program
     * replaces at that moment. A statement on the table waits until that is done. On an embedded engine, and if definitions are part of transactions, the list is complete, and a statement
     * on a missing table would end the transaction.
     */
    static Set<String> overlooked(Session session, Set<String> listed, Collection<Table> expected) {
        Set<String> found = new TreeSet<>();
        if (session.engine().isServer() && !session.engine().definesInTransactions()) {
            for (Table table : expected) {
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
        Set<String> names = new HashSet<>();
        session.query(
                Statement.of(session.dialect().indexQuery()),
                row -> names.add((row.getString(1) + "." + row.getString(2)).toLowerCase(Locale.ROOT)));
        return names;
    }

    /** Whether an index of that name stands on that table. */
    public static boolean stands(Set<String> standing, Index index) {
        return standing.contains((index.table().name() + "." + index.name()).toLowerCase(Locale.ROOT));
    }
}
