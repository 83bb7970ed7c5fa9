package dev.espalier.repair;

import dev.espalier.catalog.Layout;
import dev.espalier.catalog.Layout.Collection;
import dev.espalier.catalog.Layout.Need;
import dev.espalier.catalog.Layout.Reference;
import dev.espalier.dialect.Dialect;
import dev.espalier.model.ColumnType;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Column;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Table;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Damage as SQL text of one engine: conditions on a row {@code r}, and queries for ids. Unchanging. */
final class DamagedRows {

    private final Dialect dialect;
    private final Layout layout;

    DamagedRows(Dialect dialect, Layout layout) {
        this.dialect = dialect;
        this.layout = layout;
    }

    String quote(Table table) {
        return dialect.quote(table.name());
    }

    String quote(Column column) {
        return dialect.quote(column.name());
    }

    /** The column with the object's or the owner's id. */
    String id(Table table) {
        return quote(table.columns().get(ClassTable.ID));
    }

    String pos(Table link) {
        return quote(link.columns().get(LinkTable.POS));
    }

    String version(Table type) {
        return quote(type.columns().get(ClassTable.VERSION));
    }

    /** The id of each row for which a condition holds. */
    String ids(Table table, String condition) {
        return "SELECT r." + id(table) + " AS id FROM " + quote(table) + " r WHERE " + condition;
    }

    /** The reference leads to no object that it may refer to. */
    String isBroken(Reference reference) {
        String column = "r." + quote(reference.column());
        return column + " IS NOT NULL" + targets(reference, true).map(table -> " AND NOT " + exists(table, column)).collect(Collectors.joining());
    }

    /** A broken reference leads to an object of another class. */
    String isElsewhere(Reference reference) {
        String others = targets(reference, false).map(table -> exists(table, "r." + quote(reference.column()))).collect(Collectors.joining(" OR "));
        return others.isEmpty() ? "1 = 0" : "(" + others + ")";
    }

    private Stream<Table> targets(Reference reference, boolean allowed) {
        return layout.classes().stream().filter(table -> reference.targets().contains(table.name()) == allowed && layout.isWhole(table));
    }

    private String exists(Table table, String id) {
        return "EXISTS (SELECT 1 FROM " + quote(table) + " t WHERE t." + id(table) + " = " + id + ")";
    }

    /** The row's owner is not there. */
    String isOrphaned(Collection collection) {
        return owners(collection).map(owner -> "NOT " + exists(owner, "r." + id(collection.table()))).collect(Collectors.joining(" AND "));
    }

    /** The tables of a collection's owners. */
    Stream<Table> owners(Collection collection) {
        return layout.classes().stream().filter(table -> collection.owners().contains(table.name()));
    }

    String isNull(Need need) {
        String always = need.where().stream().anyMatch(column -> !column.nullable()) ? ""
                : need.where().stream().map(column -> "r." + quote(column) + " IS NOT NULL").collect(Collectors.joining(" OR ", " AND (", ")"));
        return "r." + quote(need.column()) + " IS NULL" + always;
    }

    String hasNoVersion(Table type) {
        return "(r." + version(type) + " IS NULL OR r." + version(type) + " < 0)";
    }

    /** The owners of collections that are not numbered from 0 without gaps. The table's key lets no number be there twice. */
    String misnumbered(Table link) {
        String pos = "r." + pos(link);
        return "SELECT r." + id(link) + " AS id FROM " + quote(link) + " r GROUP BY r." + id(link)
                + " HAVING MIN(" + pos + ") <> 0 OR MAX(" + pos + ") <> COUNT(*) - 1";
    }

    /** The owners, once for each member or key that is there several times. */
    String duplicates(Collection collection) {
        Table link = collection.table();
        String same = same(collection);
        return "SELECT r." + id(link) + " AS id FROM " + quote(link) + " r" + where(collection) + " GROUP BY " + same + ", r." + id(link)
                + " HAVING COUNT(*) > 1";
    }

    /** The rows that are one too many, by owner and position: of a set all but the first of equal members, of a map all but the last. */
    String surplus(Collection collection) {
        Table link = collection.table();
        return "SELECT owner, pos FROM (SELECT r." + id(link) + " AS owner, r." + pos(link) + " AS pos, ROW_NUMBER() OVER (PARTITION BY r." + id(link)
                + ", " + same(collection) + " ORDER BY r." + pos(link) + (collection.isMap() ? " DESC" : "") + ") AS nth FROM " + quote(link) + " r"
                + where(collection) + ") n WHERE nth > 1";
    }

    private String same(Collection collection) {
        return collection.distinct().stream()
                .map(column -> column.type() == ColumnType.TEXT ? dialect.wholeText("r." + quote(column)) : "r." + quote(column))
                .collect(Collectors.joining(", "));
    }

    /** 0.0 and -0.0 are two members in Java and equal in SQL. */
    private String where(Collection collection) {
        List<String> conditions = collection.distinct().stream()
                .filter(column -> column.type() == ColumnType.DOUBLE)
                .map(column -> "(r." + quote(column) + " IS NULL OR r." + quote(column) + " <> 0)")
                .toList();
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    /** The ids that stand in several of these tables. */
    String shared(List<Table> classes) {
        return "SELECT id FROM " + allIds(classes) + " GROUP BY id HAVING COUNT(*) > 1";
    }

    /** How many ids are one too many. MySQL sorts for it, and needs half the time of a GROUP BY, for which it keeps an index (2026-11-21). */
    String countShared(List<Table> classes) {
        return "SELECT COUNT(*) - COUNT(DISTINCT id) FROM " + allIds(classes);
    }

    private String allIds(List<Table> classes) {
        return classes.stream().map(table -> "SELECT " + id(table) + " AS id FROM " + quote(table)).collect(Collectors.joining(" UNION ALL ", "(", ") u"));
    }
}
