package dev.espalier.internal.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Columns of one table that may refer to objects of one class: of the program's own tables, and of those that only other programs know, as the
 * database describes them.
 *
 * @param owners the tables of the referring objects
 * @param ownerColumn where the table has their ids
 */
record Referrer(Table table, List<Table> owners, int ownerColumn, List<ReferenceColumn> places) {

    /**
     * One of the columns.
     *
     * @param at its place in the table
     * @param isMember whether it is a member or key of a collection, whose row is deleted; else the column becomes null
     */
    record ReferenceColumn(int at, boolean isMember) {}

    Referrer {
        requireNonNull(table);
        owners = List.copyOf(owners);
        places = List.copyOf(places);
    }

    boolean isCollection() {
        return ownerColumn == LinkTable.OWNER && table.primaryKey() > 1;
    }

    /** All that may refer to objects of that table. */
    static List<Referrer> to(DeletedTable target, Schema schema, Layout layout) {
        List<Referrer> referrers = new ArrayList<>();
        for (ClassTable table : schema.classTables()) {
            table.fields().stream()
                    .flatMap(field -> field.slot().references().stream())
                    .filter(slot -> target.isOf(slot.target()))
                    .forEach(slot -> referrers.add(ofObject(table.table(), slot.at())));
        }
        for (LinkTable link : schema.linkTables()) {
            List<ReferenceColumn> places = link.slots().stream()
                    .flatMap(slot -> slot.references().stream())
                    .filter(slot -> target.isOf(slot.target()))
                    .map(slot -> new ReferenceColumn(slot.at(), link.slots().contains(slot)))
                    .toList();
            if (!places.isEmpty()) {
                referrers.add(new Referrer(link.table(), owners(link, schema, layout), LinkTable.OWNER, places));
            }
        }
        referrers.addAll(ofOthers(target, schema, layout));
        return referrers;
    }

    /** The tables of collections that the program does not know, though objects of that table own some. */
    static List<Table> unknownCollections(DeletedTable owner, Schema schema, Layout layout) {
        Set<String> known = owner.known() == null ? Set.of() : names(schema);
        return layout.collections().stream()
                .filter(collection -> !known.contains(collection.table().name()))
                .filter(collection -> collection.owners().contains(owner.table().name()))
                .map(Layout.Collection::table)
                .toList();
    }

    private static Referrer ofObject(Table table, int at) {
        return new Referrer(table, List.of(table), ClassTable.ID, List.of(new ReferenceColumn(at, false)));
    }

    /** Those that the program does not know: in tables and columns of other programs. */
    private static List<Referrer> ofOthers(DeletedTable target, Schema schema, Layout layout) {
        List<Referrer> referrers = new ArrayList<>();
        Set<String> known = target.known() == null ? Set.of() : columns(schema);
        TreeMap<String, List<Layout.Reference>> byTable = layout.references().stream()
                .filter(reference -> reference.targets().contains(target.table().name()))
                .filter(reference -> !known.contains(
                        reference.table().name() + "." + reference.column().name()))
                .collect(Collectors.groupingBy(
                        reference -> reference.table().name(), TreeMap::new, Collectors.toList()));
        for (Layout.Collection collection : layout.collections()) {
            List<Layout.Reference> references =
                    byTable.remove(collection.table().name());
            if (references != null) {
                Table table = collection.table();
                referrers.add(new Referrer(
                        table,
                        tables(collection.owners(), layout),
                        LinkTable.OWNER,
                        references.stream()
                                .map(reference -> new ReferenceColumn(
                                        table.columns().indexOf(reference.column()), reference.isMember()))
                                .toList()));
            }
        }
        byTable.values()
                .forEach(references -> references.forEach(reference -> referrers.add(
                        ofObject(reference.table(), reference.table().columns().indexOf(reference.column())))));
        return referrers;
    }

    private static List<Table> owners(LinkTable link, Schema schema, Layout layout) {
        List<Table> owners = new ArrayList<>();
        link.attribute()
                .declaringClass()
                .concreteClasses()
                .forEach(type -> owners.add(schema.table(type).table()));
        Set<String> named = owners.stream().map(Table::name).collect(Collectors.toSet());
        layout.collections().stream()
                .filter(collection ->
                        collection.table().name().equals(link.table().name()))
                .flatMap(collection -> tables(collection.owners(), layout).stream())
                .filter(table -> !named.contains(table.name()))
                .forEach(owners::add);
        return owners;
    }

    private static List<Table> tables(Set<String> names, Layout layout) {
        return layout.classes().stream()
                .filter(table -> names.contains(table.name()))
                .toList();
    }

    /** The columns of references that the program knows. */
    static Set<String> columns(Schema schema) {
        Set<String> columns = new TreeSet<>();
        for (ClassTable table : schema.classTables()) {
            table.fields().forEach(field -> add(columns, table.table(), field.slot()));
        }
        for (LinkTable link : schema.linkTables()) {
            link.slots().forEach(slot -> add(columns, link.table(), slot));
        }
        return columns;
    }

    private static void add(Set<String> columns, Table table, Slot slot) {
        slot.references()
                .forEach(reference -> columns.add(
                        table.name() + "." + table.columns().get(reference.at()).name()));
    }

    private static Set<String> names(Schema schema) {
        return schema.tables().stream().map(Table::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
