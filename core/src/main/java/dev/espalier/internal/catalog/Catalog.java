package dev.espalier.internal.catalog;

import static dev.espalier.error.ErrorCode.ACCESS_DENIED;
import static dev.espalier.error.ErrorCode.INDEX_LEVEL;
import static dev.espalier.error.ErrorCode.READ_ONLY;
import static dev.espalier.error.ErrorCode.SCHEMA_CHANGE;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.change.Allowed;
import dev.espalier.internal.catalog.change.AnnouncedChanges;
import dev.espalier.internal.catalog.change.ChangePlanner;
import dev.espalier.internal.catalog.change.FillCheck;
import dev.espalier.internal.catalog.change.Finish;
import dev.espalier.internal.catalog.change.FinishPlan;
import dev.espalier.internal.catalog.change.IndexLevelChange;
import dev.espalier.internal.catalog.change.Made;
import dev.espalier.internal.catalog.change.Opening;
import dev.espalier.internal.catalog.change.OpeningPlan;
import dev.espalier.internal.catalog.change.PlannedStep;
import dev.espalier.internal.catalog.change.StoredFacts;
import dev.espalier.internal.catalog.change.Wanted;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.catalog.index.MissingIndexes;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.DescribedSchema;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.KnownNumbers;
import dev.espalier.internal.catalog.tables.Listing;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredLayout;
import dev.espalier.internal.catalog.tables.TableRows;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.lease.ProgramLease;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.IndexChoice;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An opened database whose tables fit the model. Safe for any number of threads.
 */
public final class Catalog implements AutoCloseable {

    private final ConnectionSource source;
    private final Schema schema;
    private final Ids ids;
    private final StoredLayout stored = new StoredLayout();
    private final List<Fill> fills;
    private final List<Indexing> levels;
    /** As the level wants them that was read last: another program may change it. */
    private volatile List<Index> wantedIndexes;

    private final @Nullable ProgramLease program;
    private volatile Set<Index> indexes;

    private Catalog(
            ConnectionSource source,
            Schema schema,
            List<Indexing> levels,
            List<Index> wantedIndexes,
            Set<Index> indexes,
            List<Fill> fills,
            @Nullable ProgramLease program) {
        this.fills = List.copyOf(fills);
        this.levels = levels;
        this.source = source;
        this.program = program;
        this.schema = schema;
        this.wantedIndexes = List.copyOf(wantedIndexes);
        this.indexes = Set.copyOf(indexes);
        this.ids = new Ids(source);
    }

    /**
     * Makes sure that the tables exist and fit. A new database gets its tables and indexes; an old one gets the tables of classes and the columns of
     * attributes that it does not know yet.
     *
     * @throws SchemaException if the database does not fit; nothing was changed
     */
    public static Catalog open(ConnectionSource source, Wanted wanted) {
        FillCheck check = new FillCheck(wanted.check());
        while (true) {
            OpeningPlan plan;
            try (Session session = source.opener()) {
                ChangePlanner planner = ChangePlanner.of(source, session, wanted);
                plan = wanted.allowed() != Allowed.NONE
                                && source.readOnlyReason().isEmpty()
                        ? changed(source, session, planner, check)
                        : unchanged(source, session, planner);
                if (check.isDone(plan)) {
                    source.adopt(session);
                    return new Catalog(
                            source,
                            plan.schema(),
                            wanted.levels(),
                            plan.choice().chosen(),
                            plan.standing(),
                            plan.fills(),
                            ProgramLease.take(source, session, plan.known(), Set.of(), plan.provenDigest()));
                }
            }
            check.run(plan);
        }
    }

    /**
     * Plans the changes that {@link #open} would make, and makes none.
     *
     * @throws SchemaException if the database does not fit
     */
    public static OpeningPlan plan(ConnectionSource source, Session session, Wanted wanted) {
        return ChangePlanner.of(source, session, wanted)
                .plan(Found.read(session), new StoredFacts(session), Made.NOTHING);
    }

    /**
     * Plans a {@link #finish}, and drops nothing.
     *
     * @throws SchemaException {@code schema-change} if the database does not have all that the model has; {@code renamed} or {@code model-mismatch} if it
     *     does not fit
     */
    public static FinishPlan planFinish(ConnectionSource source, Session session, Wanted wanted) {
        return Finish.plan(session, ChangePlanner.of(source, session, wanted), Found.read(session), source.place());
    }

    /**
     * Drops what a model has no more.
     *
     * @param force whether to do so while programs are open that know some of it
     * @throws SchemaException {@code in-use} if they are and it is not forced; {@code still-used} if objects that stay would be damaged; those of
     *     {@link #planFinish}; nothing was dropped
     */
    public static FinishPlan finish(ConnectionSource source, Wanted wanted, boolean force) {
        try (Session session = source.writer()) {
            return new Finish(source, session, ChangePlanner.of(source, session, wanted), force).run();
        }
    }

    /**
     * An account that may only read opens a database that has all that the model needs, and leaves to others what they have not ended.
     *
     * @throws ConnectionException {@code access-denied} with the changes that are needed if it may not make them
     */
    private static OpeningPlan changed(
            ConnectionSource source, Session session, ChangePlanner planner, FillCheck check) {
        try {
            return new Opening(source, session, planner, check).run();
        } catch (ConnectionException e) {
            if (e.errorCode() != ACCESS_DENIED || session.isLost()) {
                throw e;
            }
            session.rollback();
            OpeningPlan plan = planner.plan(Found.read(session), new StoredFacts(session), Made.NOTHING);
            if (!plan.isDone() || !plan.fills().isEmpty()) {
                throw new ConnectionException(ACCESS_DENIED, needed(source, session, plan) + "\n" + e.getMessage(), e);
            }
            return plan;
        }
    }

    private static String needed(ConnectionSource source, Session session, OpeningPlan plan) {
        return source.place() + " needs these changes:\n  "
                + plan.steps(session.dialect()).stream()
                        .map(PlannedStep::description)
                        .collect(Collectors.joining("\n  "));
    }

    private static OpeningPlan unchanged(ConnectionSource source, Session session, ChangePlanner planner) {
        OpeningPlan plan = planner.plan(Found.read(session), new StoredFacts(session), Made.NOTHING);
        if (!plan.isDone() || !plan.fills().isEmpty()) {
            String changes = needed(source, session, plan);
            source.readOnlyReason().ifPresent(reason -> {
                throw new DatabaseException(
                        READ_ONLY,
                        changes + "\nfound a database that can only be read: " + reason
                                + ". Give write access, or open it with the classes that it has");
            });
            throw new SchemaException(
                    SCHEMA_CHANGE,
                    changes
                            + "\nfound SchemaMode.VALIDATE, which changes nothing. Open it with SchemaMode.ADDITIVE, or run: espalier schema apply");
        }
        return plan;
    }

    /**
     * Opens a database without Java classes, with the classes that its catalog describes. Changes nothing.
     *
     * @param nodes the objects of its classes
     * @param asked the level that the database must have; null for any
     * @throws SchemaException if it has no objects, or if the description of its classes is damaged
     */
    public static Catalog described(
            ConnectionSource source, Nodes nodes, @Nullable Indexing asked, List<Indexing> levels, Indexing fallback) {
        return described(source, nodes, asked, levels, fallback, true);
    }

    /** The same for a program that has the database open already, or is about to open it: it is not registered once more. */
    public static Catalog describedOnceMore(
            ConnectionSource source, Nodes nodes, List<Indexing> levels, Indexing fallback) {
        return described(source, nodes, null, levels, fallback, false);
    }

    private static Catalog described(
            ConnectionSource source,
            Nodes nodes,
            @Nullable Indexing asked,
            List<Indexing> levels,
            Indexing fallback,
            boolean isRegistered) {
        try (Session session = source.opener()) {
            Found found = Found.read(session);
            Schema schema = DescribedSchema.of(found, nodes, source.place());
            Indexing level = levels.stream()
                    .filter(one ->
                            one.name().equals(found.catalog().currentOrNone().level()))
                    .findFirst()
                    .orElse(fallback);
            if (asked != null && !asked.equals(level)) {
                throw new SchemaException(
                        INDEX_LEVEL,
                        source.place() + ": asked for index level " + asked.name() + ", the database has "
                                + level.name()
                                + "; leave the level out to open it as it is, or change it: espalier schema apply --indexes");
            }
            IndexChoice choice = IndexChoice.of(
                    schema,
                    level.values(),
                    level.relations(),
                    source.dialect().limits().indexesPerTable());
            source.adopt(session);
            StoredAttributes attributes =
                    found.catalog().described(source.place()).attributes();
            KnownNumbers known = attributes.known();
            return new Catalog(
                    source,
                    schema,
                    levels,
                    choice.chosen(),
                    schema.indexes(true, true).stream()
                            .filter(index -> Listing.stands(found.indexes(), index))
                            .collect(Collectors.toSet()),
                    List.of(),
                    isRegistered
                            ? ProgramLease.take(
                                    source,
                                    session,
                                    known,
                                    attributes.converted(known.numbers()),
                                    found.catalog().digest())
                            : null);
        }
    }

    /** The lease of this program; null if it may not write. */
    public @Nullable ProgramLease program() {
        return program;
    }

    /**
     * Makes sure, before something is written, that other programs know this one.
     *
     * @throws SchemaException {@code schema-change} if another program has converted what this one knows
     */
    public void beforeWrite() {
        if (program != null) {
            program.beforeWrite();
        }
    }

    /**
     * Makes sure, last in a transaction that has written something, that it may be committed.
     *
     * @param isOfSnapshot whether the transaction has read a snapshot before it got the right to write
     * @throws SchemaException {@code schema-change} if another program has converted what this one knows
     */
    public void beforeCommit(Session session, boolean isOfSnapshot) {
        if (program != null) {
            program.beforeCommit(session, isOfSnapshot);
        }
    }

    /**
     * The same for a transaction that writes many objects, or needs no speed: proved by the database, whatever the program's clock says.
     *
     * @throws SchemaException {@code schema-change} if another program has converted what this one knows
     */
    public void beforeCommitOfMany(Session session) {
        if (program != null) {
            program.beforeCommitOfMany(session);
        }
    }

    /**
     * Proves in a transaction that the program may write, now and later. Nobody can convert what it knows before the transaction ends.
     *
     * @throws SchemaException {@code schema-change} if another program has converted, or is going to convert, what this one knows
     */
    public void requireCurrent(Session session) {
        if (program != null) {
            program.requireCurrent(session);
        }
    }

    /** Informs other programs that this one has closed the database. */
    @Override
    public void close() {
        if (program != null) {
            program.close();
        }
    }

    /** The tables of the model in this database. */
    public Schema schema() {
        return schema;
    }

    /** The attributes that objects were without when the database was opened. */
    public List<Fill> fills() {
        return fills;
    }

    /** Writes down that all objects have these attributes. */
    public void filled() {
        try (Session session = source.writer()) {
            AnnouncedChanges.filled(source, session, fills);
        }
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
        return schema.classTables().stream().noneMatch(table -> TableRows.exist(session, table.table()));
    }

    /** Drops the indexes that a load can do without: all that are not unique. Those built by hand stay: no later opening would miss them. */
    public void dropIndexesForLoad(Session session) {
        readLevel(session);
        List<Index> dropped = indexes.stream()
                .filter(index -> !index.unique() && wantedIndexes.contains(index))
                .toList();
        gone(dropped);
        MissingIndexes.drop(session, dropped);
    }

    private void readLevel(Session session) {
        String name = CatalogTables.level(session);
        levels.stream()
                .filter(level -> level.name().equals(name))
                .findFirst()
                .ifPresent(level -> wantedIndexes = wanted(level));
    }

    private List<Index> wanted(Indexing level) {
        return IndexChoice.of(
                        schema,
                        level.values(),
                        level.relations(),
                        source.dialect().limits().indexesPerTable())
                .chosen();
    }

    /**
     * Changes the index level of the database, for all of its classes. Other programs go on meanwhile.
     *
     * @param nodes the objects of the classes in the catalog
     */
    public void changeIndexes(Indexing level, Nodes nodes) {
        IndexLevelChange.run(source, level, nodes);
        try (Session session = source.session()) {
            Set<String> standing = Listing.indexes(session);
            synchronized (this) {
                wantedIndexes = wanted(level);
                indexes = schema.indexes(true, true).stream()
                        .filter(index -> Listing.stands(standing, index))
                        .collect(Collectors.toUnmodifiableSet());
            }
        }
    }

    private synchronized void gone(List<Index> dropped) {
        Set<Index> left = new LinkedHashSet<>(indexes);
        dropped.forEach(left::remove);
        indexes = Set.copyOf(left);
    }

    /** Builds indexes, those of one table by one statement if the engine can. Those that stand are left. */
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

    /** Builds the missing indexes of one table, and updates its statistics for the planner. */
    public void finishLoad(Session session, Table table) {
        readLevel(session);
        createIndexes(
                session,
                missingIndexes().stream()
                        .filter(index -> index.table() == table)
                        .toList());
        session.execute(source.dialect().analyze(table));
    }

    /** The bytes on disk of all tables and indexes, as the engine counts them. */
    public long sizeBytes(Session session) {
        return session.queryLong(Statement.of(source.dialect().sizeQuery(schema.tables())));
    }

    /**
     * The bytes of a table.
     *
     * @param rows of its rows
     * @param indexes of its indexes
     */
    public record Bytes(String table, long rows, long indexes) {}

    /** The bytes of each table; none if the engine does not report them. */
    public List<Bytes> tableSizes(Session session) {
        String query = source.dialect().tableSizeQuery();
        if (query == null) {
            return List.of();
        }
        Map<String, Bytes> found = new HashMap<>();
        session.query(
                Statement.of(query),
                row -> found.put(
                        row.getString(1).toLowerCase(Locale.ROOT),
                        new Bytes(row.getString(1), row.getLong(2), row.getLong(3))));
        return schema.tables().stream()
                .map(table -> found.get(table.name().toLowerCase(Locale.ROOT)))
                .filter(Objects::nonNull)
                .toList();
    }
}
