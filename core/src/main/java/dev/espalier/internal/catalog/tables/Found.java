package dev.espalier.internal.catalog.tables;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Table;
import java.util.Set;

/**
 * The tables, the catalog and the indexes that an opening finds. Reading them takes three queries.
 *
 * @param tables the names of all tables
 * @param catalog what {@link SystemTables#META} says
 * @param indexes the names of all indexes with their tables, in lower case; not asked for if there is no {@link SystemTables#META}
 */
public record Found(Set<String> tables, CatalogRows catalog, Set<String> indexes) {

    /** @throws SchemaException {@code unfinished-copy} if the objects of a copy or an import are not all there */
    public static Found read(Session session) {
        Found found = readUnfinished(session);
        found.catalog().refuseUnfinished();
        return found;
    }

    /** The same while a copy or an import fills the tables. */
    public static Found readUnfinished(Session session) {
        Set<String> tables = Listing.tables(session);
        if (!tables.contains(SystemTables.META.name())) {
            return new Found(tables, CatalogRows.none(), Set.of());
        }
        CatalogRows rows = CatalogTables.read(session, tables);
        tables.addAll(Listing.overlooked(
                session, tables, rows.currentOrNone().tables().values()));
        // Without a snapshot, another program may have made tables after they were listed, and written the rows that
        // name them.
        boolean isSettled = areAllListed(tables, rows);
        while (!isSettled) {
            tables = Listing.tables(session);
            CatalogRows before = rows;
            rows = CatalogTables.read(session, tables);
            tables.addAll(Listing.overlooked(
                    session, tables, rows.currentOrNone().tables().values()));
            isSettled = areAllListed(tables, rows) || rows.hasSameMeta(before);
        }
        return new Found(tables, rows, Listing.indexes(session));
    }

    private static boolean areAllListed(Set<String> tables, CatalogRows rows) {
        return !rows.isDescribed()
                || SystemTables.DESCRIBING.stream().allMatch(table -> tables.contains(table.name()))
                        && tables.containsAll(rows.currentOrNone().tableNames());
    }

    public boolean has(Table table) {
        return tables.contains(table.name());
    }
}
