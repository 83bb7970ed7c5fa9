package dev.espalier.internal.repair;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Layout.Collection;
import dev.espalier.internal.catalog.tables.Layout.Need;
import dev.espalier.internal.catalog.tables.Layout.Reference;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.SqlOperator;
import dev.espalier.verification.Damage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The queries that check a database. */
final class Checks {

    private final Layout layout;
    private final DamagedRows rows;
    private final List<Check> checks = new ArrayList<>();

    private Checks(Layout layout, DamagedRows rows) {
        this.layout = layout;
        this.rows = rows;
    }

    /** @param nextId the first id that was not given to an object yet */
    static List<Check> of(Layout layout, DamagedRows rows, long nextId) {
        Checks checks = new Checks(layout, rows);
        List<Table> classes = layout.classes().stream().filter(layout::isWhole).toList();
        checks.sharedIds(classes);
        classes.forEach(table -> checks.objects(table, nextId));
        checks.needs();
        layout.references().forEach(checks::reference);
        layout.parts().stream().filter(link -> layout.isWhole(link.table())).forEach(checks::part);
        layout.collections().stream()
                .filter(collection -> layout.isWhole(collection.table()))
                .forEach(checks::collection);
        return checks.checks;
    }

    private void sharedIds(List<Table> classes) {
        if (classes.size() > 1) {
            Query shared = DamagedRows.shared(classes, false);
            checks.add(new Check(
                    Damage.SHARED_ID,
                    "",
                    "",
                    shared,
                    DamagedRows.shared(classes, true),
                    classes.stream()
                            .map(table -> new Check(
                                    Damage.SHARED_ID,
                                    table.name(),
                                    "",
                                    DamagedRows.ids(table, new Predicate.InQuery(DamagedRows.id(table), shared))))
                            .toList()));
        }
    }

    private void objects(Table table, long nextId) {
        checks.add(new Check(
                Damage.ID_TO_COME,
                table.name(),
                "",
                DamagedRows.ids(
                        table,
                        new Predicate.Compare(
                                DamagedRows.id(table),
                                SqlOperator.GREATER_OR_EQUAL,
                                new Bind(ColumnType.BIGINT, nextId)))));
        checks.add(new Check(
                Damage.MISSING_VERSION, table.name(), "", DamagedRows.ids(table, DamagedRows.hasNoVersion(table))));
    }

    /** One reading of each table for all of its columns. */
    private void needs() {
        Map<Table, List<Need>> byTable = layout.needs().stream()
                .filter(need -> layout.isWhole(need.table()))
                .collect(Collectors.groupingBy(Need::table, LinkedHashMap::new, Collectors.toList()));
        byTable.forEach((table, needs) -> checks.add(new Check(
                Damage.NULL,
                table.name(),
                "",
                DamagedRows.ids(
                        table,
                        Predicate.or(needs.stream().map(DamagedRows::isNull).toList())),
                needs.stream()
                        .map(need -> new Check(
                                Damage.NULL,
                                table.name(),
                                need.column().name(),
                                DamagedRows.ids(table, DamagedRows.isNull(need))))
                        .toList())));
    }

    private void reference(Reference reference) {
        if (isCheckable(reference, layout)) {
            Table table = reference.table();
            String column = reference.column().name();
            Predicate broken = rows.isBroken(reference);
            Predicate elsewhere = rows.isElsewhere(reference);
            checks.add(new Check(
                    Damage.DANGLING_REFERENCE,
                    table.name(),
                    column,
                    DamagedRows.ids(table, broken),
                    List.of(
                            new Check(
                                    Damage.DANGLING_REFERENCE,
                                    table.name(),
                                    column,
                                    DamagedRows.ids(table, Predicate.and(broken, new Predicate.Not(elsewhere)))),
                            new Check(
                                    Damage.WRONG_CLASS,
                                    table.name(),
                                    column,
                                    DamagedRows.ids(table, Predicate.and(broken, elsewhere))))));
        }
    }

    /** Rows whose part another row gives to another owner. */
    private void part(PartLink link) {
        checks.add(new Check(
                Damage.TWO_OWNERS,
                link.table().name(),
                link.column().name(),
                DamagedRows.ids(link.table(), rows.hasOtherOwner(link))));
    }

    /** A missing table would make all references to its objects dangling ones. */
    static boolean isCheckable(Reference reference, Layout layout) {
        return layout.isWhole(reference.table()) && areWhole(layout, reference.targets());
    }

    static boolean areOwnersCheckable(Collection collection, Layout layout) {
        return !collection.owners().isEmpty() && areWhole(layout, collection.owners());
    }

    private static boolean areWhole(Layout layout, java.util.Collection<String> names) {
        return layout.classes().stream()
                .filter(table -> names.contains(table.name()))
                .allMatch(layout::isWhole);
    }

    private void collection(Collection collection) {
        Table table = collection.table();
        if (areOwnersCheckable(collection, layout)) {
            checks.add(new Check(
                    Damage.ORPHANED_MEMBER, table.name(), "", DamagedRows.ids(table, rows.isOrphaned(collection))));
        }
        checks.add(new Check(Damage.POSITIONS, table.name(), "", DamagedRows.misnumbered(table)));
        if (!collection.distinct().isEmpty()) {
            checks.add(new Check(
                    collection.isMap() ? Damage.DUPLICATE_KEY : Damage.DUPLICATE_MEMBER,
                    table.name(),
                    "",
                    DamagedRows.duplicates(collection)));
        }
    }
}
