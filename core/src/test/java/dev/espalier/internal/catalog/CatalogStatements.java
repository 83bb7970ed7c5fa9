package dev.espalier.internal.catalog;

import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.Drop;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.StoredLayout;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.CommitRows;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.lease.LoadPurpose;
import dev.espalier.internal.lease.LoadRows;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The statements of the catalog that its golden files show. */
public final class CatalogStatements {

    private CatalogStatements() {}

    /** Makes the tables and indexes of a model beside those that are there, under other names, and drops them; then one table together with its indexes. */
    public static void definitions(Schema schema, Session session) {
        List<Table> tables =
                schema.tables().stream().map(CatalogStatements::renamed).toList();
        List<Index> indexes = schema.indexes(true, true).stream()
                .map(index -> new Index("new_" + index.name(), renamed(index.table()), index.columns(), index.unique()))
                .toList();
        tables.forEach(table -> run(session, new Definition.CreateTable(table)));
        indexes.stream()
                .collect(Collectors.groupingBy(index -> index.table().name(), TreeMap::new, Collectors.toList()))
                .values()
                .forEach(some ->
                        run(session, new Definition.CreateIndexes(some.get(0).table(), some)));
        indexes.forEach(index -> run(session, new Definition.DropIndex(index)));
        run(session, new Definition.CreateIndex(indexes.get(0)));
        tables.forEach(table -> run(session, new Definition.DropTable(table)));
        Table book = tables.stream()
                .filter(table -> table.name().equals("new_book"))
                .findFirst()
                .orElseThrow();
        run(
                session,
                new Definition.CreateTable(
                        book,
                        indexes.stream()
                                .filter(index -> index.table().equals(book))
                                .toList()));
        run(session, new Definition.DropTable(book));
    }

    private static void run(Session session, Definition definition) {
        session.dialect().render(definition).forEach(session::execute);
    }

    private static Table renamed(Table table) {
        return new Table("new_" + table.name(), table.columns(), table.primaryKey());
    }

    /** The life of a bulk load. */
    public static void loads(Session session, Layout layout) {
        LoadRows.insert(session, 1, 100, "load", LoadPurpose.LOAD);
        LoadRows.insert(session, 101, 100, "load", LoadPurpose.LOAD);
        LoadRows.touch(session, "load");
        LoadRows.touch(session, 1);
        LoadRows.aliveSince(session);
        LoadRows.lockStarts(session, RowLock.REFER);
        LoadRows.locked(session, LoadRows.of(session, "load"));
        LoadRows.of(session, null);
        LoadRows.markLost(session, 1);
        LoadRows.deleteObjects(session, layout, 101, 200);
        LoadRows.shorten(session, 1, 50);
        LoadRows.delete(session, 1);
        LoadRows.delete(session, "load");
    }

    /** The life of a commit marker. */
    public static void commits(Session session) {
        CommitRows.insert(session, 7, 0, 1_000);
        CommitRows.mark(session, CommitRows.markText(session.dialect()), 7, 1, 2_000, rows -> {});
        session.flush();
        CommitRows.touch(session, 7);
        CommitRows.slotsBefore(session, 1_500);
        CommitRows.delete(session, 7);
    }

    /** The counter of ids. */
    public static void ids(Session session) {
        Ids.takeWithin(session, 64);
        Ids.next(session);
        Ids.restart(session, 1_000);
    }

    /** What a database says of itself. */
    public static void meta(Schema schema, Session session) {
        CatalogTables.putDrops(session, List.of(Drop.table("shelf")));
        CatalogTables.putDrops(session, List.of());
        StoredLayout stored = new StoredLayout();
        stored.look(session).layout();
        session.query(stored.look(session).question());
    }
}
