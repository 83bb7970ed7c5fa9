package dev.espalier.catalog;

import dev.espalier.jdbc.Session;
import dev.espalier.schema.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Which indexes the tables have now, whoever built them and whatever they are called. For one transaction, by one thread. */
public final class StandingIndexes {

    private final Session session;
    private final Map<Table, Set<String>> leading = new HashMap<>();

    public StandingIndexes(Session session) {
        this.session = session;
    }

    /** Whether an index, or the primary key, begins with this column. */
    public boolean beginWith(Table table, String column) {
        return leading.computeIfAbsent(table, this::leading).contains(column.toLowerCase(Locale.ROOT));
    }

    private Set<String> leading(Table table) {
        Set<String> columns = new HashSet<>();
        columns.add(table.columns().get(0).name().toLowerCase(Locale.ROOT));
        Connection connection = session.connection();
        try (ResultSet indexes = connection.getMetaData().getIndexInfo(connection.getCatalog(), connection.getSchema(), table.name(), false, true)) {
            while (indexes.next()) {
                String column = indexes.getString("COLUMN_NAME");
                boolean isOfAllRows = indexes.getString("FILTER_CONDITION") == null;
                if (column != null && isOfAllRows && indexes.getShort("ORDINAL_POSITION") == 1) {
                    columns.add(column.toLowerCase(Locale.ROOT));
                }
            }
        } catch (SQLException e) {
            throw session.translate(e, "listing the indexes of " + table.name());
        }
        return columns;
    }
}
