package dev.espalier.internal.catalog.change;

import static dev.espalier.error.ErrorCode.FOREIGN_TABLES;
import static dev.espalier.error.ErrorCode.INDEX_LEVEL;
import static dev.espalier.error.ErrorCode.MISSING_TABLE;
import static dev.espalier.error.ErrorCode.MODEL_MISMATCH;
import static dev.espalier.error.ErrorCode.RENAMED;
import static dev.espalier.error.ErrorCode.SCHEMA_CHANGE;
import static dev.espalier.error.ErrorCode.TWO_OWNERS;

import dev.espalier.error.SchemaException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.catalog.match.Answers;
import dev.espalier.internal.catalog.match.AttributeLines;
import dev.espalier.internal.catalog.match.AttributeMatch;
import dev.espalier.internal.catalog.match.ClassMatch;
import dev.espalier.internal.catalog.match.CollectionConversions;
import dev.espalier.internal.catalog.match.ConstantMatch;
import dev.espalier.internal.catalog.match.DroppedNames;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.catalog.match.HierarchyMatch;
import dev.espalier.internal.catalog.match.ReferenceMatch;
import dev.espalier.internal.catalog.match.StoredBounds;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.KnownNumbers;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Listing;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredModel;
import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.catalog.tables.StructureOfModel;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.IndexChoice;
import dev.espalier.internal.schema.IndexKey;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the classes of a program with the catalog of a database, and plans the changes. Needs no connection: it asks {@link Facts} for what the rows contain.
 * Safe for any number of threads.
 */
public final class ChangePlanner {

    private static final Logger LOG = LoggerFactory.getLogger(ChangePlanner.class);

    private final Dialect dialect;
    private final boolean isServer;
    private final Place place;
    private final Schema model;
    private final @Nullable Indexing asked;
    private final List<Indexing> levels;
    private final Indexing fallback;
    private final Allowed allowed;
    private final BiPredicate<PersistentClass, String> computed;
    private final boolean keepsBounds;

    /** @param isServer whether tables whose names differ in case only are two */
    ChangePlanner(Dialect dialect, boolean isServer, Place place, Wanted wanted) {
        this(dialect, isServer, place, wanted, false);
    }

    private ChangePlanner(Dialect dialect, boolean isServer, Place place, Wanted wanted, boolean keepsBounds) {
        this.keepsBounds = keepsBounds;
        this.dialect = dialect;
        this.isServer = isServer;
        this.place = place;
        this.model = wanted.schema();
        this.asked = wanted.indexing();
        this.levels = wanted.levels();
        this.fallback = wanted.fallback();
        this.allowed = wanted.allowed();
        this.computed = wanted.computed();
    }

    public static ChangePlanner of(ConnectionSource source, Session session, Wanted wanted) {
        return new ChangePlanner(session.dialect(), source.engine().isServer(), source.place(), wanted);
    }

    /**
     * The planner of an opening that changes nothing: it leaves to the catalog the bounds that classes have there, which count for programs without these
     * classes alone.
     */
    public static ChangePlanner keepingBounds(ConnectionSource source, Session session, Wanted wanted) {
        return new ChangePlanner(session.dialect(), source.engine().isServer(), source.place(), wanted, true);
    }

    /**
     * Plans the changes that an opening would make, and makes none.
     *
     * @throws SchemaException if the database does not fit
     */
    public static OpeningPlan plan(ConnectionSource source, Session session, Wanted wanted) {
        return of(source, session, wanted).plan(Found.read(session), new StoredFacts(session), Made.NOTHING);
    }

    /**
     * Plans the changes.
     *
     * @param made what the opening has made before
     * @throws SchemaException {@code renamed} or {@code model-mismatch} if a change needs an answer; others if the database is damaged
     */
    public OpeningPlan plan(Found found, Facts facts, Made made) {
        Description now = described(found);
        StoredNames names = new StoredNames(now);
        StoredAttributes attributes = now.attributes();
        ClassMatch classes = new ClassMatch(
                model,
                names,
                now,
                table -> found.has(table) && facts.hasRows(table),
                new CollectionConversions(attributes, computed));
        AttributeMatch match =
                matched(classes.resolve(place).withTaken(attributes.takenByAttributes()), attributes, found, facts);
        DroppedNames dropped = new DroppedNames(now.dropped());
        Schema schema = Schema.of(model.model(), dropped.reserved(withIndexes(match.names(), found)));
        classes.record(schema);
        Map<String, String> recorded = new HashMap<>();
        Map<String, String> filled = AttributeLines.record(attributes, match, schema, recorded);
        List<Fill> fills = match.fills().stream()
                .map(fill -> fill.at(filled.getOrDefault(
                        KnownNames.attribute(
                                fill.type().name(), fill.attribute().name()),
                        fill.path())))
                .toList();
        Indexing level = level(found);
        if (!dialect.hasUniqueBytes()) {
            IndexChoice.refuseUniqueBytes(schema, dialect.name());
        }
        IndexChoice choice = IndexChoice.of(
                schema, level.values(), level.relations(), dialect.limits().indexesPerTable());
        if (!choice.left().isEmpty()) {
            LOG.info(
                    "{}: no room for the indexes {}",
                    place.url(),
                    choice.left().stream().map(Index::name).sorted().collect(Collectors.joining(", ")));
        }
        Description planned = new Description(
                level.name(),
                StoredModel.merged(now.tables(), schema),
                new StructureOfModel(now.structure(), now.tables(), schema).merged(choice.left()),
                names.javaNames(),
                attributes.numbered(),
                keepsBounds ? now.bounds() : StoredBounds.merged(now.bounds(), schema, recorded),
                now.dropped());
        boolean isDescribed = planned.equals(found.catalog().current());
        if (!isDescribed && !schema.partLinks().isEmpty()) {
            refuseSharedParts(now, planned, schema, found, facts);
        }
        Description next = isDescribed ? now : planned; // the same value is compared at no cost from here on
        Set<Index> standing = schema.indexes(true, true).stream()
                .filter(index -> Listing.stands(found.indexes(), index))
                .collect(Collectors.toCollection(HashSet::new));
        List<Table> missing = missing(found, now, schema, facts);
        List<SchemaChange> changes = next.tables().equals(now.tables()) ? List.of() : SchemaChange.between(now, next);
        Made all = made.with(missing, changes);
        standing.addAll(leftToLoad(
                found,
                choice.chosen().stream()
                        .filter(index -> !standing.contains(index)
                                && !all.has(index.table())
                                && index.columns().stream().noneMatch(column -> all.has(index.table(), column)))
                        .toList(),
                facts));
        List<String> changed = Stream.concat(missing.stream(), changes.stream().map(SchemaChange::table))
                .map(Table::name)
                .toList();
        if (!changed.isEmpty()) {
            new RowSize(dialect, place, next).refuse(changed);
        }
        if (allowed == Allowed.BESIDE_OTHERS) {
            refuseRewrites(changes, fills, schema, found, facts);
        }
        if (allowed != Allowed.NONE) {
            Lockout.refuse(fills, found, facts, place);
        }
        KnownNumbers known = attributes.recorded();
        return new OpeningPlan(
                schema,
                choice,
                found.catalog().current(),
                next,
                isDescribed && attributes.converted(known.numbers()).isEmpty()
                        ? found.catalog().digest()
                        : null,
                missing,
                changes,
                standing,
                fills,
                known);
    }

    /**
     * Finds the stored attribute of each attribute of the model.
     *
     * @throws SchemaException {@code renamed}, {@code model-mismatch}
     */
    private AttributeMatch matched(KnownNames known, StoredAttributes attributes, Found found, Facts facts) {
        AttributeMatch match = new AttributeMatch(
                attributes,
                known,
                (subject, column) -> hasValues(known.tables().get(subject), column, found, facts),
                computed);
        match.match(model.model());
        new DroppedNames(described(found).dropped())
                .refuse(model.model(), known, attributes, match.storedPaths(), place);
        List<String> questions = new ArrayList<>(match.renames());
        questions.addAll(new ConstantMatch(
                        attributes, known.tables(), match.enumOrigins(), (table, name, constants) -> {
                            Column column = column(table, name);
                            return column != null && found.has(table) && facts.hasConstants(table, column, constants);
                        })
                .questions(model.model()));
        if (!questions.isEmpty()) {
            throw new SchemaException(
                    RENAMED,
                    place + " keeps values that this program would not see:\n  "
                            + Answers.spelled(model.model(), String.join("\n  ", questions)));
        }
        List<String> conflicts = new ArrayList<>(match.changes());
        conflicts.addAll(
                new ReferenceMatch(attributes, known, hierarchyRows(found, facts)).conflicts(match.retargeted()));
        conflicts.addAll(new HierarchyMatch(
                        attributes,
                        known.classes(),
                        known.tables(),
                        described(found).structure(),
                        hierarchyRows(found, facts))
                .conflicts());
        if (!conflicts.isEmpty()) {
            throw new SchemaException(
                    MODEL_MISMATCH,
                    place + " does not fit the model:\n  "
                            + Answers.spelled(model.model(), String.join("\n  ", conflicts))
                            + "\nNothing was changed");
        }
        return match;
    }

    /** Refuses that objects become parts which have two owners already. */
    private void refuseSharedParts(Description now, Description planned, Schema schema, Found found, Facts facts) {
        Map<String, Set<String>> columns = new HashMap<>();
        now.tables()
                .values()
                .forEach(table -> columns.put(
                        table.name(), table.columns().stream().map(Column::name).collect(Collectors.toSet())));
        List<PartLink> before = Layout.described(now).parts();
        List<PartLink> all = Layout.described(planned).parts().stream()
                .filter(link -> found.has(link.table())
                        && columns.getOrDefault(link.table().name(), Set.of())
                                .contains(link.column().name()))
                .toList();
        for (PartLink link : all) {
            Facts.SharedPart shared = before.stream().anyMatch(link::isSame) ? null : facts.sharedPart(link, all);
            if (shared != null) {
                throw new StoreException(
                        TWO_OWNERS,
                        place + ": " + schema.relation(link) + " is declared to hold parts, and object " + shared.part()
                                + " has two owners: object " + shared.owner() + " by " + schema.relation(link)
                                + ", object " + shared.otherOwner() + " by " + schema.relation(shared.other())
                                + "; expected one. Nothing was changed; take it out of one of them, or store a copy, by a program without @Part");
            }
        }
    }

    private static boolean hasValues(@Nullable Table table, String name, Found found, Facts facts) {
        if (table == null || !found.has(table)) {
            return false;
        }
        Column column = column(table, name);
        return column != null && facts.hasValues(table, column);
    }

    private static HierarchyMatch.Rows hierarchyRows(Found found, Facts facts) {
        return new HierarchyMatch.Rows() {
            @Override
            public long count(Table table) {
                return found.has(table) ? facts.count(table) : 0;
            }

            @Override
            public long leading(Table table, String name, Table target) {
                Column column = column(table, name);
                return column != null && found.has(table) && found.has(target)
                        ? facts.countLeading(table, column, target)
                        : 0;
            }
        };
    }

    private static @Nullable Column column(Table table, String name) {
        return table.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Refuses changes that other programs must not meet while they run. */
    private void refuseRewrites(List<SchemaChange> changes, List<Fill> fills, Schema schema, Found found, Facts facts) {
        List<String> refused = new ArrayList<>();
        fills.stream()
                .filter(fill -> fill.isNew()
                        && fill.from() != null
                        && !fill.isLossless()
                        && fill.type().concreteClasses().stream()
                                .map(type -> schema.table(type).table())
                                .anyMatch(table -> found.has(table) && facts.hasRows(table)))
                .forEach(fill -> refused.add(
                        fill.description() + ": programs that run now would go on with the former attribute"));
        for (SchemaChange change : changes) {
            String reason = !found.has(change.table()) || !facts.hasRows(change.table())
                    ? null
                    : change instanceof SchemaChange.ChangeColumn column
                                    && dialect.hidesRows(new Definition.ChangeColumn(
                                            column.table(), column.before(), column.after()))
                            ? "the engine rewrites the table, and transactions that began before find it empty"
                            : change instanceof SchemaChange.AddColumn
                                            && change.table().primaryKey() > 1
                                    ? "programs that run now would move the members of the collection without it"
                                    : null;
            if (reason != null) {
                refused.add(change.planned(dialect).description() + ": " + reason);
            }
        }
        if (!refused.isEmpty()) {
            throw new SchemaException(
                    SCHEMA_CHANGE,
                    place + ":\n  " + String.join("\n  ", refused)
                            + "\nStop the other programs, then open it with SchemaMode.APPLY, or run: espalier schema apply");
        }
    }

    /**
     * The indexes that a running bulk load has dropped and is going to build; it drops no unique ones. Asked after the indexes were read: a load that starts
     * later drops them later.
     */
    private static List<Index> leftToLoad(Found found, List<Index> missing, Facts facts) {
        List<Index> dropped = missing.stream().filter(index -> !index.unique()).toList();
        return dropped.isEmpty() || !found.has(SystemTables.LOADS) || !facts.areIndexesBuilt() ? List.of() : dropped;
    }

    /** Returns the description in the catalog; {@link Description#NONE} for a new database. */
    private Description described(Found found) {
        return found.catalog().isDescribed() ? found.catalog().described(place) : Description.NONE;
    }

    private Indexing level(Found found) {
        if (!found.catalog().isDescribed()) {
            return asked == null ? fallback : asked;
        }
        Indexing level = levels.stream()
                .filter(l -> l.name().equals(described(found).level()))
                .findFirst()
                .orElse(fallback);
        if (asked != null && !asked.equals(level)) {
            throw new SchemaException(
                    INDEX_LEVEL,
                    place + ": asked for index level " + asked.name() + ", the database has " + level.name()
                            + "; leave the level out to open it as it is, or change it: espalier schema apply --indexes");
        }
        return level;
    }

    /** The names that indexes have. If two tables cannot have an index of one name, the one that stands keeps it; before, nothing did. */
    private KnownNames withIndexes(KnownNames names, Found found) {
        Map<IndexKey, String> stored = described(found).structure().indexNames(names.tables());
        Set<String> taken = Set.copyOf(stored.values());
        Map<IndexKey, String> kept = stored;
        if (!dialect.namesIndexesPerTable() && taken.size() < stored.size()) {
            kept = new HashMap<>(stored);
            Map<String, List<IndexKey>> byName =
                    stored.keySet().stream().sorted().collect(Collectors.groupingBy(stored::get));
            Map<IndexKey, String> own = kept;
            byName.forEach((name, keys) -> {
                IndexKey owner = keys.stream()
                        .filter(key -> found.indexes().contains(key.table() + "." + name))
                        .findFirst()
                        .orElse(keys.get(0));
                keys.stream().filter(key -> !key.equals(owner)).forEach(own::remove);
            });
        }
        return names.withIndexes(kept, taken);
    }

    private List<Table> missing(Found found, Description now, Schema schema, Facts facts) {
        Set<String> known = Set.copyOf(now.tableNames());
        List<Table> wanted = new ArrayList<>(schema.tables());
        List<String> gone = wanted.stream()
                .filter(table -> known.contains(table.name()) && !found.has(table))
                .map(Table::name)
                .toList();
        if (!gone.isEmpty()) {
            throw new SchemaException(
                    MISSING_TABLE,
                    place + ": " + (gone.size() == 1 ? "the table " : "the tables ") + NameList.of(gone)
                            + (gone.size() == 1 ? " is" : " are") + " not there, though the database had "
                            + (gone.size() == 1 ? "it; " : "them; ")
                            + "expected all that " + SystemTables.COLUMNS.name()
                            + " names. Put back from a copy what is missing");
        }
        refuseForeign(
                found,
                wanted.stream().filter(table -> !known.contains(table.name())).toList());
        List<Table> missing = new ArrayList<>(SystemTables.ALL);
        missing.addAll(wanted);
        missing.removeIf(found::has);
        refuseTaken(missing, facts);
        return missing;
    }

    /** Refuses tables of wanted names that are not Espalier's. */
    private void refuseForeign(Found found, List<Table> wanted) {
        List<String> foreign = wanted.stream()
                .filter(table ->
                        isServer ? found.has(table) : found.tables().stream().anyMatch(table.name()::equalsIgnoreCase))
                .map(Table::name)
                .toList();
        if (!foreign.isEmpty()) {
            throw new SchemaException(
                    FOREIGN_TABLES,
                    place + ": there are tables already that were not made by Espalier: " + NameList.of(foreign)
                            + "; use another database or schema, or rename the classes");
        }
    }

    /** Refuses tables whose names something else has, such as a view. */
    private void refuseTaken(List<Table> missing, Facts facts) {
        Set<String> names = missing.isEmpty() ? Set.of() : facts.takenNames();
        List<String> taken = missing.stream()
                .map(Table::name)
                .filter(name -> names.contains(Layout.lower(name)))
                .toList();
        if (!taken.isEmpty()) {
            throw new SchemaException(
                    FOREIGN_TABLES,
                    place
                            + ": found a view, a table of the server's own, or something else that is no table of Espalier's, named "
                            + NameList.of(taken)
                            + "; expected none. Use another database or schema, or rename the class");
        }
    }
}
