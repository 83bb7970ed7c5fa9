package dev.espalier.catalog;

import dev.espalier.dialect.Dialect;
import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import dev.espalier.model.ColumnType;
import dev.espalier.schema.Index;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import dev.espalier.sql.Expression.Bind;
import dev.espalier.sql.Statement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An opened database whose tables fit the model. Safe for any number of threads.
 */
public final class Catalog {

    private static final Logger LOG = LoggerFactory.getLogger(Catalog.class);

    static final String FORMAT = "1";

    private final ConnectionSource source;
    private final Schema schema;
    private final Ids ids;
    private final StoredLayout stored = new StoredLayout();
    private final List<Index> wantedIndexes;
    private volatile Set<Index> indexes;

    private Catalog(ConnectionSource source, Schema schema, List<Index> wantedIndexes, Set<Index> indexes) {
        this.source = source;
        this.schema = schema;
        this.wantedIndexes = List.copyOf(wantedIndexes);
        this.indexes = Set.copyOf(indexes);
        this.ids = new Ids(source);
    }

    /** Which fields are indexed; the name is kept in the database. */
    public record Indexing(String name, boolean values, boolean relations) {}

    /**
     * Makes sure that the tables are there and fit. A new database gets its tables and indexes; an old one gets the tables of
     * classes that it does not know yet.
     *
     * @param indexing for a new database; null for {@code fallback}, and for whatever an old database has
     * @throws SchemaException if the database does not fit; nothing was changed
     */
    public static Catalog open(ConnectionSource source, Schema schema, Indexing indexing, List<Indexing> levels, Indexing fallback) {
        try (Session session = source.writer()) {
            Opening opening = new Opening(session, source.place(), schema);
            Indexing level = opening.run(indexing, levels, fallback);
            List<Index> wanted = schema.indexes(level.values(), level.relations());
            Catalog catalog = new Catalog(source, schema, wanted, opening.existingIndexes(schema.indexes(true, true)));
            // Asked after the indexes: a load that starts later drops them later.
            if (!catalog.missingIndexes().isEmpty() && Loads.areIndexesBuilt(session)) {
                catalog.leaveToLoad(opening.created);
            }
            catalog.createMissing(session);
            return catalog;
        }
    }

    /**
     * A load that is running has dropped indexes and will build them: they count as standing. Not those of tables that this opening has made, nor
     * unique ones, which no load drops.
     */
    private void leaveToLoad(Set<Table> created) {
        built(missingIndexes().stream().filter(index -> !index.unique() && !created.contains(index.table())).toList());
    }

    /** In one transaction where that can be, unless another program builds the same at the same time. */
    private void createMissing(Session session) {
        List<Index> missing = missingIndexes();
        if (session.dialect().definesInTransactions() && !missing.isEmpty()) {
            try {
                session.beginWrite();
                createIndexes(session, missing);
                session.commit();
                return;
            } catch (EspalierException e) {
                session.rollback();
                LOG.debug("building indexes one by one", e);
            }
        }
        createIndexes(session, missing);
    }

    public Schema schema() {
        return schema;
    }

    public Ids ids() {
        return ids;
    }

    /** The tables that stand there, those too of classes that only other programs know. */
    public StoredLayout stored() {
        return stored;
    }

    /** The indexes that stand now, those too that somebody else has built on a field or a relation under the name that it gets here. */
    public Set<Index> indexes() {
        return indexes;
    }

    /** The indexes that should stand and do not. */
    public List<Index> missingIndexes() {
        return wantedIndexes.stream().filter(index -> !indexes.contains(index)).toList();
    }

    /** Whether no class has any object. */
    public boolean isEmpty(Session session) {
        return schema.classTables().stream().allMatch(table -> session.queryLong(Statement.of(
                "SELECT COUNT(*) FROM (SELECT 1 AS one FROM " + source.dialect().quote(table.table().name()) + " LIMIT 1) t")) == 0);
    }

    /** Drops the indexes that a load can do without: all that are not unique. Those built by hand stay: no later opening would miss them. */
    public void dropIndexesForLoad(Session session) {
        List<Index> dropped = indexes.stream().filter(index -> !index.unique() && wantedIndexes.contains(index)).toList();
        gone(dropped);
        MissingIndexes.drop(session, dropped);
    }

    private synchronized void gone(List<Index> dropped) {
        Set<Index> left = new LinkedHashSet<>(indexes);
        dropped.forEach(left::remove);
        indexes = Set.copyOf(left);
    }

    /** Builds indexes, those of one table by one statement where the engine can. Those that stand are left. */
    public void createIndexes(Session session, List<Index> missing) {
        Map<Table, List<Index>> byTable = missing.stream().collect(Collectors.groupingBy(Index::table));
        byTable.forEach((table, ofTable) -> {
            MissingIndexes.build(session, table, ofTable);
            built(ofTable);
        });
    }

    private synchronized void built(List<Index> more) {
        Set<Index> all = new LinkedHashSet<>(indexes);
        all.addAll(more);
        indexes = Set.copyOf(all);
    }

    /** Builds the indexes of one table that should stand and do not, and brings the planner's statistics of it up to date. */
    public void finishLoad(Session session, Table table) {
        createIndexes(session, missingIndexes().stream().filter(index -> index.table() == table).toList());
        session.execute(source.dialect().analyze(table));
    }

    /** The bytes on disk of all tables and indexes, as the engine counts them. */
    public long sizeBytes(Session session) {
        return session.queryLong(Statement.of(source.dialect().sizeQuery(schema.tables())));
    }

    /** One opening, step by step. */
    private static final class Opening {

        private final Session session;
        private final Dialect dialect;
        private final String place;
        private final Schema schema;
        private final Set<Table> created = new LinkedHashSet<>();

        Opening(Session session, String place, Schema schema) {
            this.session = session;
            this.dialect = session.dialect();
            this.place = place;
            this.schema = schema;
        }

        Indexing run(Indexing asked, List<Indexing> levels, Indexing fallback) {
            Set<String> tables = existingTables();
            Map<String, String> meta = tables.contains(SystemTables.META.name()) ? meta() : Map.of();
            if (!meta.containsKey("model")) {
                Indexing level = asked == null ? fallback : asked;
                create(tables, meta.get("creating"), level);
                return level;
            }
            if (!FORMAT.equals(meta.get("format"))) {
                throw new SchemaException("format", place + ": made in format " + meta.get("format") + ", this version reads " + FORMAT
                        + "; open it with the version of Espalier that made it");
            }
            Indexing level = levels.stream().filter(l -> l.name().equals(meta.get("indexes"))).findFirst().orElse(fallback);
            if (asked != null && !asked.equals(level)) {
                throw new SchemaException("index-level", place + ": asked for index level " + asked.name() + ", the database was created with "
                        + level.name() + "; leave the level out to open it as it is");
            }
            if (!tables.contains(SystemTables.COMMITS.name())) {
                session.execute(ifNotExists(dialect.createTable(SystemTables.COMMITS)));
            }
            extend(tables, meta.get("model"));
            keepStructure(meta.get("structure"));
            return level;
        }

        private void create(Set<String> tables, String begun, Indexing level) {
            String text = StoredModel.text(schema);
            if (begun == null || !begun.equals(text)) {
                refuseForeign(tables, schema.tables());
            }
            if (dialect.definesInTransactions()) {
                session.beginWrite();
            }
            for (Table table : SystemTables.ALL) {
                session.execute(ifNotExists(dialect.createTable(table)));
            }
            if (begun == null) {
                put("creating", text);
            }
            for (Table table : schema.tables()) {
                session.execute(ifNotExists(dialect.createTable(table)));
            }
            if (!dialect.definesInTransactions()) {
                session.beginWrite();
            }
            delete("creating");
            delete("format");
            delete("indexes");
            delete("structure");
            put("format", FORMAT);
            put("structure", StoredStructure.text(schema));
            put("indexes", level.name());
            put("model", text);
            session.update(new Statement("DELETE FROM " + dialect.quote(SystemTables.IDS.name()), List.of()));
            session.update(new Statement(dialect.insert(SystemTables.IDS, 1),
                    List.of(new Bind(ColumnType.NAME, Ids.SEQUENCE), new Bind(ColumnType.BIGINT, 1L))));
            session.commit();
            LOG.debug("created {} tables in {}", schema.tables().size(), place);
        }

        private void extend(Set<String> tables, String stored) {
            StoredModel.Difference difference = StoredModel.difference(stored, schema);
            if (!difference.conflicts().isEmpty()) {
                throw new SchemaException("model-mismatch", place + " does not fit the model:\n  "
                        + String.join("\n  ", difference.conflicts())
                        + "\nOpen it with the classes it was made with, or change the tables and the row 'model' of "
                        + SystemTables.META.name() + " to fit");
            }
            if (difference.newTables().isEmpty()) {
                return;
            }
            List<Table> added = schema.tables().stream().filter(t -> difference.newTables().contains(t.name())).toList();
            refuseForeign(tables, added);
            for (Table table : added) {
                session.execute(ifNotExists(dialect.createTable(table)));
                created.add(table);
            }
            session.beginWrite();
            delete("model");
            put("model", StoredModel.merged(stored, schema));
            session.commit();
        }

        /** Says what the columns mean, where this program knows more of it than those before. */
        private void keepStructure(String stored) {
            String merged = StoredStructure.merged(stored, schema);
            if (!merged.equals(stored)) {
                session.beginWrite();
                delete("structure");
                put("structure", merged);
                session.commit();
            }
        }

        /** A table of that name which is not ours is left alone. */
        private void refuseForeign(Set<String> tables, List<Table> wanted) {
            List<String> foreign = wanted.stream().map(Table::name).filter(tables::contains).toList();
            if (!foreign.isEmpty()) {
                throw new SchemaException("foreign-tables", place + ": there are tables already that were not made by Espalier: "
                        + String.join(", ", foreign) + "; use another database or schema, or rename the classes");
            }
        }

        private String ifNotExists(String createTable) {
            return createTable.replaceFirst("CREATE TABLE", "CREATE TABLE IF NOT EXISTS");
        }

        private Map<String, String> meta() {
            Map<String, String> meta = new HashMap<>();
            session.query(Statement.of("SELECT " + dialect.names(SystemTables.META.columns()) + " FROM " + dialect.quote(SystemTables.META.name())),
                    row -> meta.put(row.getString(1), row.getString(2)));
            return meta;
        }

        private void put(String name, String value) {
            session.update(new Statement(dialect.insert(SystemTables.META, 1),
                    List.of(new Bind(ColumnType.NAME, name), new Bind(ColumnType.TEXT, value))));
        }

        private void delete(String name) {
            session.update(new Statement("DELETE FROM " + dialect.quote(SystemTables.META.name()) + " WHERE " + dialect.quote("name") + " = ?",
                    List.of(new Bind(ColumnType.NAME, name))));
        }

        private Set<String> existingTables() {
            Connection connection = session.connection();
            Set<String> names = new TreeSet<>();
            try (ResultSet tables = connection.getMetaData().getTables(connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE"})) {
                while (tables.next()) {
                    names.add(tables.getString("TABLE_NAME"));
                }
            } catch (SQLException e) {
                throw session.translate(e, "listing the tables");
            }
            return names;
        }

        Set<Index> existingIndexes(List<Index> known) {
            Set<String> names = new TreeSet<>();
            session.query(Statement.of(dialect.indexQuery()), row -> names.add(row.getString(1) + "." + row.getString(2)));
            Set<String> lower = names.stream().map(n -> n.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
            List<Index> existing = new ArrayList<>();
            for (Index index : known) {
                if (lower.contains((index.table().name() + "." + index.name()).toLowerCase(Locale.ROOT))) {
                    existing.add(index);
                }
            }
            return new LinkedHashSet<>(existing);
        }
    }
}
