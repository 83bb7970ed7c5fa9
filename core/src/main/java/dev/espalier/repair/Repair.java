package dev.espalier.repair;

import dev.espalier.catalog.Ids;
import dev.espalier.catalog.Layout;
import dev.espalier.catalog.Layout.Collection;
import dev.espalier.catalog.Layout.Reference;
import dev.espalier.catalog.SystemTables;
import dev.espalier.dialect.Dialect;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.Column;
import dev.espalier.schema.Table;
import dev.espalier.sql.Statement;
import dev.espalier.verification.Damage;
import dev.espalier.verification.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Repairs rows, in a transaction that the caller has begun and will commit.
 *
 * <p>What is changed is always named by a derived table that is {@code DISTINCT}, a UNION or a window: MySQL makes it before it changes rows,
 * and so lets it read the table that is changed (https://dev.mysql.com/doc/refman/en/derived-table-optimization.html).
 */
final class Repair {

    private static final long MOST_POS = Integer.MAX_VALUE;
    private static final long LEAST_POS = Integer.MIN_VALUE;

    private final Session session;
    private final Dialect dialect;
    private final Layout layout;
    private final DamagedRows rows;

    Repair(Session session, Layout layout, DamagedRows rows) {
        this.session = session;
        this.dialect = session.dialect();
        this.layout = layout;
        this.rows = rows;
    }

    void rows(List<Finding> findings) {
        for (Table table : layout.classes()) {
            List<Finding> here = findings.stream().filter(finding -> finding.table().equals(table.name())).toList();
            for (Reference reference : references(table, here)) {
                update("UPDATE " + rows.quote(table) + " SET " + rows.quote(reference.column()) + " = NULL, " + rows.version(table) + " = "
                        + rows.version(table) + " + 1 WHERE " + rows.id(table) + " IN (SELECT id FROM ("
                        + distinct(rows.ids(table, rows.isBroken(reference))) + ") d)");
            }
            if (here.stream().anyMatch(finding -> finding.damage() == Damage.MISSING_VERSION)) {
                String version = rows.version(table);
                update("UPDATE " + rows.quote(table) + " SET " + version + " = 0 WHERE " + version + " IS NULL OR " + version + " < 0");
            }
        }
        for (Collection collection : layout.collections()) {
            List<Finding> here = findings.stream()
                    .filter(finding -> finding.table().equals(collection.table().name()) && layout.isWhole(collection.table())).toList();
            if (here.stream().anyMatch(finding -> finding.damage().isRepairable() && finding.damage() != Damage.MISSING_INDEX)) {
                new OfCollection(collection, references(collection.table(), here)).repair();
            }
        }
        if (findings.stream().anyMatch(finding -> finding.damage() == Damage.ID_TO_COME)) {
            long most = 0;
            for (Table table : layout.classes()) {
                if (layout.isWhole(table)) {
                    most = Math.max(most, session.queryLong(Statement.of("SELECT MAX(" + rows.id(table) + ") FROM " + rows.quote(table))));
                }
            }
            Ids.restart(session, Math.max(Ids.next(session), most + 1));
        }
    }

    private List<Reference> references(Table table, List<Finding> here) {
        return layout.references().stream()
                .filter(reference -> reference.table().equals(table) && Checks.isCheckable(reference, layout))
                .filter(reference -> here.stream().anyMatch(finding -> finding.part().equals(reference.column().name())
                        && (finding.damage() == Damage.DANGLING_REFERENCE || finding.damage() == Damage.WRONG_CLASS)))
                .toList();
    }

    private static String distinct(String query) {
        return query.replaceFirst("SELECT ", "SELECT DISTINCT ");
    }

    private int update(String text) {
        return session.update(Statement.of(text));
    }

    /** Repairs the collections of one table. */
    private final class OfCollection {

        private final Collection collection;
        private final List<Reference> broken;
        private final Table table;
        private final String name;
        private final String owner;
        private final String pos;

        OfCollection(Collection collection, List<Reference> broken) {
            this.collection = collection;
            this.broken = broken;
            this.table = collection.table();
            this.name = rows.quote(table);
            this.owner = rows.id(table);
            this.pos = rows.pos(table);
        }

        void repair() {
            if (Checks.areOwnersCheckable(collection, layout)) {
                update("DELETE FROM " + name + " WHERE " + owner + " IN (SELECT id FROM ("
                        + distinct(rows.ids(table, rows.isOrphaned(collection))) + ") d)");
            }
            countUpOwners();
            for (Reference reference : broken) {
                String which = " WHERE (" + owner + ", " + pos + ") IN (SELECT owner, pos FROM (SELECT DISTINCT r." + owner + " AS owner, r." + pos
                        + " AS pos FROM " + name + " r WHERE " + rows.isBroken(reference) + ") d)";
                update(reference.isMember() ? "DELETE FROM " + name + which
                        : "UPDATE " + name + " SET " + rows.quote(reference.column()) + " = NULL" + which);
            }
            if (!collection.distinct().isEmpty()) {
                update("DELETE FROM " + name + " WHERE (" + owner + ", " + pos + ") IN (" + rows.surplus(collection) + ")");
            }
            renumber();
        }

        /** Before anything is done: afterwards it cannot be seen whose collections have changed. */
        private void countUpOwners() {
            List<String> changed = new ArrayList<>();
            broken.forEach(reference -> changed.add(rows.ids(table, rows.isBroken(reference))));
            if (!collection.distinct().isEmpty()) {
                changed.add(rows.duplicates(collection));
            }
            changed.add(rows.misnumbered(table));
            String owners = changed.size() == 1 ? distinct(changed.get(0)) : String.join(" UNION ", changed);
            rows.owners(collection).filter(layout::isWhole).forEach(type -> update("UPDATE " + rows.quote(type) + " SET " + rows.version(type) + " = "
                    + rows.version(type) + " + 1 WHERE " + rows.id(type) + " IN (SELECT id FROM (" + owners + ") d)"));
        }

        /** By way of positions that no row of the table has, because the key is checked row by row. MySQL's ROW_NUMBER has no sign. */
        private void renumber() {
            String wrong = rows.misnumbered(table);
            long longest = session.queryLong(Statement.of("SELECT MAX(c) FROM (SELECT r." + owner + ", COUNT(*) AS c FROM " + name + " r WHERE r." + owner
                    + " IN (" + wrong + ") GROUP BY r." + owner + ") d"));
            if (longest == 0) {
                return;
            }
            long most = session.queryLong(Statement.of("SELECT MAX(" + pos + ") FROM " + name));
            long least = session.queryLong(Statement.of("SELECT MIN(" + pos + ") FROM " + name));
            long from = Math.max(most, longest) + 1;
            if (from + longest > MOST_POS) {
                from = Math.min(least, 0) - longest - 1;
            }
            if (from < LEAST_POS) {
                return;
            }
            String moved = pos + " BETWEEN " + from + " AND " + (from + longest - 1);
            String others = table.columns().subList(2, table.columns().size()).stream().map(rows::quote).collect(Collectors.joining(", "));
            update("INSERT INTO " + name + " (" + owner + ", " + pos + ", " + others + ") SELECT r." + owner + ", " + (from - 1)
                    + " + COUNT(*) OVER (PARTITION BY r." + owner + " ORDER BY r." + pos + " ROWS UNBOUNDED PRECEDING), "
                    + table.columns().subList(2, table.columns().size()).stream().map(this::read).collect(Collectors.joining(", "))
                    + " FROM " + name + " r WHERE r." + owner + " IN (" + wrong + ")");
            update("DELETE FROM " + name + " WHERE NOT " + moved + " AND " + owner + " IN (SELECT id FROM (SELECT DISTINCT r." + owner + " AS id FROM " + name
                    + " r WHERE r." + moved + ") d)");
            update("UPDATE " + name + " SET " + pos + " = " + pos + " - " + from + " WHERE " + moved);
        }

        private String read(Column column) {
            return "r." + rows.quote(column);
        }
    }
}
