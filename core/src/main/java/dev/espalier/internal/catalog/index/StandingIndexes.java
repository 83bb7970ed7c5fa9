package dev.espalier.internal.catalog.index;

import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Statement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The indexes that the tables have now, under any names, Espalier's or not. For one transaction, by one thread. */
public final class StandingIndexes {

    private final Session session;
    private final Map<Table, Known> known = new HashMap<>();

    /** What the indexes of a table are called, and the columns with which they begin, in small letters. */
    private record Known(Set<String> names, Set<String> leading) {}

    public StandingIndexes(Session session) {
        this.session = session;
    }

    /** Whether an index, or the primary key, begins with this column. */
    public boolean beginWith(Table table, Column column) {
        return table.columns().get(0).equals(column) || of(table).leading().contains(lower(column.name()));
    }

    /** Whether there is an index of this name: it may begin with a part of the column only. */
    public boolean contain(Index index) {
        return of(index.table()).names().contains(lower(index.name()));
    }

    private Known of(Table table) {
        return known.computeIfAbsent(table, this::read);
    }

    private Known read(Table table) {
        Known found = new Known(new HashSet<>(), new HashSet<>());
        String query = session.dialect().leadingColumnQuery(table);
        if (query != null) {
            session.query(Statement.of(query), row -> {
                found.names().add(lower(row.getString(1)));
                found.leading().add(lower(row.getString(2)));
            });
            return found;
        }
        Connection connection = session.connection();
        try (ResultSet indexes = connection
                .getMetaData()
                .getIndexInfo(connection.getCatalog(), connection.getSchema(), table.name(), false, true)) {
            while (indexes.next()) {
                String name = indexes.getString("INDEX_NAME");
                String column = indexes.getString("COLUMN_NAME");
                boolean isOfAllRows = indexes.getString("FILTER_CONDITION") == null;
                if (name != null && column != null && isOfAllRows && indexes.getShort("ORDINAL_POSITION") == 1) {
                    found.names().add(lower(name));
                    found.leading().add(lower(column));
                }
            }
        } catch (SQLException e) {
            throw session.translate(e, "listing the indexes of " + table.name());
        }
        return found;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
