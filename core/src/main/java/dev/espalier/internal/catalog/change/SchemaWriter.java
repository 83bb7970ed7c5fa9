package dev.espalier.internal.catalog.change;

import static dev.espalier.error.ErrorCode.FOREIGN_TABLES;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.IndexedTable;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.DefinitionCost;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Delete;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes changes of tables, and of the rows of the catalog, that another opening may have made already, all or in part. Takes no lock. For one opening, by one
 * thread.
 */
final class SchemaWriter {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaWriter.class);

    private final ConnectionSource source;
    private final Session session;
    private final Dialect dialect;
    private final Place place;
    private final Rates.Meter rewrites = new Rates.Meter(Rates.Kind.REWRITE);

    SchemaWriter(ConnectionSource source, Session session) {
        this.source = source;
        this.session = session;
        this.dialect = session.dialect();
        this.place = source.place();
    }

    /** Asked before tables are made or changed if that is not undone by a rollback. */
    void requireStrictTables() {
        try {
            source.engine().sessions().requireStrictTables(session.connection());
        } catch (SQLException e) {
            throw session.translate(e, "looking at the session's settings");
        } catch (ConnectionException e) {
            throw new ConnectionException(e.errorCode(), place + ": " + e.getMessage());
        }
    }

    /** Makes changes that may have been made already, all or in part. */
    void change(List<SchemaChange> changes, RowSize sizes) {
        Map<String, Set<String>> present = changes.isEmpty() ? Map.of() : Layout.present(session);
        for (SchemaChange change : changes) {
            if (!isPresent(change, present)) {
                sizes.define(change.table(), () -> {
                    if (change instanceof SchemaChange.ChangeColumn column) {
                        change(column);
                    } else {
                        make(change);
                    }
                });
            }
        }
    }

    private void change(SchemaChange.ChangeColumn change) {
        Runnable work = () -> IndexedTable.change(session, change.table(), () -> make(change));
        if (change.planned(dialect).cost() == DefinitionCost.BLOCKING) {
            rewrites.measure(change.table(), 1, work);
        } else {
            work.run();
        }
    }

    /** Keeps how fast tables were rewritten. Outside of a transaction. */
    void keepRates() {
        rewrites.keep(session);
    }

    /** Refuses columns of wanted names that are not Espalier's. */
    void refuseForeign(List<SchemaChange> changes) {
        Map<String, Set<String>> present = changes.isEmpty() ? Map.of() : Layout.present(session);
        List<String> foreign = changes.stream()
                .filter(change -> isPresent(change, present))
                .map(change -> change.planned(dialect).description())
                .toList();
        if (!foreign.isEmpty()) {
            throw new SchemaException(
                    FOREIGN_TABLES,
                    place + ": there are columns already that were not made by Espalier: " + NameList.of(foreign)
                            + "; expected none. Rename or drop them");
        }
    }

    private static boolean isPresent(SchemaChange change, Map<String, Set<String>> present) {
        return change instanceof SchemaChange.AddColumn add
                && present.getOrDefault(Layout.lower(add.table().name()), Set.of())
                        .contains(Layout.lower(add.column().name()));
    }

    private void make(SchemaChange change) {
        try {
            change.statements(dialect).forEach(statement -> {
                LOG.info("{}: {}", place.url(), statement.text());
                if (statement.binds().isEmpty()) {
                    session.execute(statement.text());
                } else {
                    session.update(statement);
                }
            });
        } catch (EspalierException e) {
            // If there is no lock, another opening may have added the column meanwhile.
            if (session.isLost()
                    || source.engine().definesInTransactions()
                    || !isPresent(change, Layout.present(session))) {
                throw e;
            }
        }
    }

    /** Creates those tables that do not exist, with those of these indexes that the engine makes with tables. The other indexes are built when all tables are there. */
    void create(List<Table> tables, List<Index> indexes, RowSize sizes) {
        List<Definition.CreateTable> definitions = definitions(tables, indexes, dialect);
        if (source.engine().definesInTransactions()) {
            define(definitions);
        } else {
            definitions.forEach(definition -> sizes.define(definition.table(), () -> define(List.of(definition))));
        }
    }

    private void define(List<Definition.CreateTable> definitions) {
        session.define(definitions.stream()
                .flatMap(definition -> dialect.render(definition).stream())
                .toList());
    }

    /** The definitions of new tables, with those of these indexes that the engine makes with tables. */
    static List<Definition.CreateTable> definitions(List<Table> tables, List<Index> indexes, Dialect dialect) {
        Map<String, List<Index>> within = dialect.createsIndexesWithTables()
                ? indexes.stream()
                        .collect(Collectors.groupingBy(index -> index.table().name()))
                : Map.of();
        return tables.stream()
                .map(table -> new Definition.CreateTable(table, within.getOrDefault(table.name(), List.of())))
                .toList();
    }

    /**
     * Writes what the database says of its model, in the transaction that is open.
     *
     * @param before what it says now; null if it has none
     */
    void write(@Nullable Description before, Description after) {
        CatalogTables.write(session, before, after);
        written(before, after);
    }

    /** A new database begins to count its ids. */
    void written(@Nullable Description before, Description after) {
        if (before == null) {
            session.update(dialect.render(new Delete(SystemTables.IDS, null)));
            Ids.insert(session, 1);
        }
        LOG.debug("changed {} in the catalog of {}", after.differences(before), place.url());
    }
}
