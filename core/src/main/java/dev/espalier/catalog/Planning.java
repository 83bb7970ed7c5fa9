package dev.espalier.catalog;

import static dev.espalier.error.ErrorCode.FOREIGN_TABLES;
import static dev.espalier.error.ErrorCode.INDEX_LEVEL;
import static dev.espalier.error.ErrorCode.IN_USE;
import static dev.espalier.error.ErrorCode.MISSING_TABLE;
import static dev.espalier.error.ErrorCode.MODEL_MISMATCH;
import static dev.espalier.error.ErrorCode.RENAMED;
import static dev.espalier.error.ErrorCode.SCHEMA_CHANGE;

import dev.espalier.dialect.Dialect;
import dev.espalier.error.SchemaException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Place;
import dev.espalier.jdbc.Session;
import dev.espalier.model.ColumnType;
import dev.espalier.model.NameList;
import dev.espalier.model.PersistentClass;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Column;
import dev.espalier.schema.Index;
import dev.espalier.schema.IndexChoice;
import dev.espalier.schema.KnownNames;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import dev.espalier.sql.Definition;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the classes of a program with what a database has, and plans the changes. Reads only. For one opening, by one thread.
 */
final class Planning {

    private static final Logger LOG = LoggerFactory.getLogger(Planning.class);

    private final ConnectionSource source;
    private final Session session;
    private final Dialect dialect;
    private final Place place;
    private final Schema model;
    private final Catalog.@Nullable Indexing asked;
    private final List<Catalog.Indexing> levels;
    private final Catalog.Indexing fallback;
    private final Catalog.Allowed allowed;
    private final BiPredicate<PersistentClass, String> computed;
    private final boolean isChecked;
    /** The tables that the opening has made. */
    private final Set<Table> created = new HashSet<>();
    /** The columns that it has added, with their tables. */
    private final Set<String> addedColumns = new HashSet<>();

    Planning(ConnectionSource source, Session session, Catalog.Wanted wanted) {
        this.source = source;
        this.session = session;
        this.dialect = session.dialect();
        this.place = source.place();
        this.model = wanted.schema();
        this.asked = wanted.indexing();
        this.levels = wanted.levels();
        this.fallback = wanted.fallback();
        this.allowed = wanted.allowed();
        this.computed = wanted.computed();
        this.isChecked = wanted.check() == null;
    }

    /** Says that the opening makes these tables and changes. */
    void made(List<Table> tables, List<SchemaChange> changes) {
        created.addAll(tables);
        addedColumns.addAll(addedBy(changes));
    }

    private static Set<String> addedBy(List<SchemaChange> changes) {
        return changes.stream()
                .filter(SchemaChange.AddColumn.class::isInstance)
                .map(SchemaChange.AddColumn.class::cast)
                .map(add -> key(add.table(), add.column()))
                .collect(Collectors.toSet());
    }

    private static String key(Table table, Column column) {
        return table.name() + "." + column.name();
    }

    /** Plans the changes, and ends the opening if new attributes are to be filled that nobody has checked. */
    OpeningPlan checked(Meta found) {
        OpeningPlan plan = plan(found);
        List<Fill> unchecked = isChecked
                ? List.of()
                : plan.fills().stream().filter(Fill::isNew).toList();
        if (!unchecked.isEmpty()) {
            throw new Catalog.UncheckedFills(plan.schema(), unchecked);
        }
        return plan;
    }

    /** Whether the opening has made that table. */
    boolean hasCreated(Table table) {
        return created.stream().anyMatch(made -> made.name().equals(table.name()));
    }

    /**
     * Plans the changes.
     *
     * @throws SchemaException {@code renamed} or {@code model-mismatch} where a change needs an answer; others where the database is damaged
     */
    OpeningPlan plan(Meta found) {
        String stored = storedModel(found);
        StoredNames names = StoredNames.of(found.row(Meta.CLASSES), stored, found.row(Meta.STRUCTURE));
        StoredAttributes attributes = StoredAttributes.parse(found.row(Meta.ATTRIBUTES));
        ClassMatch classes = new ClassMatch(
                model,
                names,
                stored,
                found.row(Meta.STRUCTURE),
                table -> found.has(table) && hasRows(table),
                new CollectionConversions(attributes, computed));
        AttributeMatch match =
                matched(classes.resolve(place).withTaken(attributes.takenByAttributes()), attributes, found);
        DroppedNames dropped = new DroppedNames(found.row(Meta.FINISHED));
        Schema schema = Schema.of(model.model(), dropped.reserved(withIndexes(match.names(), found)));
        classes.record(schema);
        Map<String, String> filled = AttributeLines.record(attributes, match, schema);
        List<Fill> fills = match.fills().stream()
                .map(fill -> fill.at(filled.getOrDefault(
                        KnownNames.attribute(
                                fill.type().name(), fill.attribute().name()),
                        fill.path())))
                .toList();
        Catalog.Indexing level = level(found);
        IndexChoice choice = IndexChoice.of(
                schema, level.values(), level.relations(), dialect.limits().indexesPerTable());
        if (!choice.left().isEmpty()) {
            LOG.info(
                    "{}: no room for the indexes {}",
                    place.url(),
                    choice.left().stream().map(Index::name).sorted().collect(Collectors.joining(", ")));
        }
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put(Meta.FORMAT, Catalog.FORMAT);
        rows.put(Meta.INDEXES, level.name());
        rows.put(Meta.STRUCTURE, StoredStructure.merged(found.row(Meta.STRUCTURE), stored, schema, choice.left()));
        rows.put(Meta.CLASSES, names.text());
        rows.put(Meta.ATTRIBUTES, attributes.text());
        rows.put(Meta.MODEL, StoredModel.merged(stored, schema));
        rows.entrySet().removeIf(row -> row.getValue().equals(found.row(row.getKey())));
        Set<Index> standing = schema.indexes(true, true).stream()
                .filter(index -> Meta.stands(found.indexes(), index))
                .collect(Collectors.toCollection(HashSet::new));
        List<Table> missing = missing(found, stored, schema);
        List<SchemaChange> changes = new ArrayList<>();
        if (rows.containsKey(Meta.MODEL) && !stored.isEmpty()) {
            changes.addAll(SchemaChange.between(
                    stored, rows.get(Meta.MODEL), StoredAttributes.parse(found.row(Meta.ATTRIBUTES)), attributes));
        }
        Set<String> added = new HashSet<>(addedColumns);
        added.addAll(addedBy(changes));
        standing.addAll(leftToLoad(
                found,
                choice.chosen().stream()
                        .filter(index -> index.columns().stream()
                                .noneMatch(column -> added.contains(key(index.table(), column))))
                        .toList(),
                missing,
                standing));
        List<String> changed = Stream.concat(missing.stream(), changes.stream().map(SchemaChange::table))
                .map(Table::name)
                .toList();
        if (!changed.isEmpty()) {
            new RowSize(dialect, place, found, rows).refuse(changed);
        }
        if (allowed == Catalog.Allowed.BESIDE_OTHERS) {
            refuseRewrites(changes, fills, schema, found);
        }
        if (allowed != Catalog.Allowed.NONE) {
            refuseWhileOpen(fills, found);
        }
        return new OpeningPlan(schema, choice, rows, missing, changes, standing, fills, attributes.recorded());
    }

    /**
     * Finds the stored attribute of each attribute of the model.
     *
     * @throws SchemaException {@code renamed}, {@code model-mismatch}
     */
    private AttributeMatch matched(KnownNames known, StoredAttributes attributes, Meta found) {
        AttributeMatch match = new AttributeMatch(
                attributes,
                known,
                (subject, column) -> hasValues(known.tables().get(subject), column, found),
                computed);
        match.match(model.model());
        new DroppedNames(found.row(Meta.FINISHED)).refuse(model.model(), known, attributes, match.storedPaths(), place);
        List<String> questions = new ArrayList<>(match.renames());
        questions.addAll(new ConstantMatch(
                        attributes,
                        known.tables(),
                        match.enumOrigins(),
                        (table, column, constants) -> hasConstants(table, column, constants, found))
                .questions(model.model()));
        if (!questions.isEmpty()) {
            throw new SchemaException(
                    RENAMED,
                    place + " keeps values that this program would not see:\n  "
                            + Answers.spelled(model.model(), String.join("\n  ", questions)));
        }
        List<String> conflicts = new ArrayList<>(match.changes());
        conflicts.addAll(new HierarchyMatch(
                        attributes, known.classes(), known.tables(), found.row(Meta.STRUCTURE), hierarchyRows(found))
                .conflicts());
        if (!conflicts.isEmpty()) {
            throw new SchemaException(
                    MODEL_MISMATCH,
                    place + " does not fit the model:\n  "
                            + Answers.spelled(model.model(), String.join("\n  ", conflicts))
                            + "\nNothing was changed. Use the former type, or give the new attribute another name");
        }
        return match;
    }

    private boolean hasValues(@Nullable Table table, String name, Meta found) {
        if (table == null || !found.has(table)) {
            return false;
        }
        Source source = new Source(table, "t");
        Column column = table.columns().stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElse(null);
        return column != null
                && session.queryLong(dialect.render(Select.of(source, new Expression.Constant(1))
                                .where(new Predicate.Not(new Predicate.IsNull(
                                        source.column(table.columns().indexOf(column)))))
                                .limit(1L, 0)))
                        > 0;
    }

    private HierarchyMatch.Rows hierarchyRows(Meta found) {
        return new HierarchyMatch.Rows() {
            @Override
            public long count(Table table) {
                return found.has(table) ? Planning.this.count(new Source(table, "t"), new Predicate.Constant(true)) : 0;
            }

            @Override
            public long leading(Table table, String name, Table target) {
                Column column = table.columns().stream()
                        .filter(c -> c.name().equals(name))
                        .findFirst()
                        .orElse(null);
                Source rows = new Source(table, "t");
                Source targets = new Source(target, "o");
                return column != null && found.has(table) && found.has(target)
                        ? Planning.this.count(
                                rows,
                                new Predicate.InQuery(
                                        rows.column(table.columns().indexOf(column)),
                                        Select.of(targets, targets.column(ClassTable.ID))))
                        : 0;
            }
        };
    }

    private long count(Source rows, Predicate where) {
        return session.queryLong(
                dialect.render(Select.of(rows, new Expression.CountAll()).where(where)));
    }

    private boolean hasConstants(Table table, String name, Set<String> constants, Meta found) {
        Column column = table.columns().stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElse(null);
        Source source = new Source(table, "t");
        return column != null
                && found.has(table)
                && session.queryLong(dialect.render(Select.of(source, new Expression.Constant(1))
                                .where(new Predicate.InValues(
                                        source.column(table.columns().indexOf(column)),
                                        constants.stream()
                                                .map(constant -> new Expression.Bind(ColumnType.NAME, constant))
                                                .toList()))
                                .limit(1L, 0)))
                        > 0;
    }

    /** Refuses changes that other programs must not meet while they run. */
    private void refuseRewrites(List<SchemaChange> changes, List<Fill> fills, Schema schema, Meta found) {
        List<String> refused = new ArrayList<>();
        fills.stream()
                .filter(fill -> fill.isNew()
                        && fill.from() != null
                        && !fill.isLossless()
                        && fill.type().concreteClasses().stream()
                                .map(type -> schema.table(type).table())
                                .anyMatch(table -> found.has(table) && hasRows(table)))
                .forEach(fill -> refused.add(
                        fill.description() + ": programs that run now would go on with the former attribute"));
        for (SchemaChange change : changes) {
            String reason = !found.has(change.table()) || !hasRows(change.table())
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
     * Keeps programs that know what is going to be converted from taking a lease before the transaction ends, in the transaction that announces or makes the
     * conversion; refuses it while one has a lease, and takes away the leases that have ended: their programs look at the catalog before they write again.
     */
    void lockOut(List<Fill> fills, Meta found) {
        Set<Integer> former = former(fills);
        if (!former.isEmpty()) {
            Meta.lockAlone(session, Meta.ATTRIBUTES);
            if (found.has(SystemTables.PROGRAMS)) {
                ProgramRows.all(session).stream()
                        .filter(row -> row.knows().hasAnyOf(former, Map.of()))
                        .forEach(row -> ProgramRows.deleteEnded(session, row.id()));
            }
            refuseWhileOpen(fills, found);
            waitForWriters(found);
        }
    }

    /** Programs whose leases have ended may be paused in transactions that they prove no more to be allowed: these end first, and no further one can be proved. */
    private void waitForWriters(Meta found) {
        if (found.has(SystemTables.COMMITS)) {
            CommitRows.retire(session);
        }
        if (found.has(SystemTables.LOADS)) {
            LoadRows.waitForWriters(session);
        }
    }

    private static Set<Integer> former(List<Fill> fills) {
        return fills.stream()
                .filter(Fill::isNew)
                .map(Fill::fromLine)
                .filter(Objects::nonNull)
                .map(StoredAttributes.Line::number)
                .collect(Collectors.toSet());
    }

    /** Refuses to convert attributes that a program knows which has the database open: it would go on with the former attribute. */
    private void refuseWhileOpen(List<Fill> fills, Meta found) {
        Set<Integer> former = former(fills);
        if (former.isEmpty() || !found.has(SystemTables.PROGRAMS)) {
            return;
        }
        List<String> programs = ProgramRows.all(session).stream()
                .filter(row -> row.isOpen() && row.knows().hasAnyOf(former, Map.of()))
                .map(ProgramRows.Row::described)
                .toList();
        if (!programs.isEmpty()) {
            throw new SchemaException(
                    IN_USE,
                    place + ": nothing was converted: these programs know the former attributes:\n  "
                            + String.join("\n  ", programs)
                            + "\nStop them. A program that died counts until its lease ends");
        }
    }

    /**
     * The indexes that a running bulk load has dropped and is going to build. Not those of tables and columns that this opening makes, nor unique ones, which
     * no load drops. Asked after the indexes were read: a load that starts later drops them later.
     */
    private List<Index> leftToLoad(Meta found, List<Index> chosen, List<Table> missing, Set<Index> standing) {
        Set<Table> made = new HashSet<>(created);
        made.addAll(missing);
        List<Index> dropped = chosen.stream()
                .filter(index -> !index.unique() && !standing.contains(index) && !made.contains(index.table()))
                .toList();
        return dropped.isEmpty() || !found.has(SystemTables.LOADS) || !Loads.areIndexesBuilt(session)
                ? List.of()
                : dropped;
    }

    /** The stored text; empty for a database that is new. */
    private String storedModel(Meta found) {
        if (Meta.ROWS.stream().noneMatch(found.rows()::containsKey)) {
            return "";
        }
        Meta.requireAll(found.rows(), place);
        return found.needed(Meta.MODEL, place);
    }

    private Catalog.Indexing level(Meta found) {
        if (found.row(Meta.MODEL) == null) {
            return asked == null ? fallback : asked;
        }
        Catalog.Indexing level = levels.stream()
                .filter(l -> l.name().equals(found.row(Meta.INDEXES)))
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

    /** The names that indexes have. Where two tables cannot have an index of one name, the one that stands keeps it; before, nothing did. */
    private KnownNames withIndexes(KnownNames names, Meta found) {
        Map<String, String> stored =
                StoredStructure.indexNames(Objects.requireNonNullElse(found.row(Meta.STRUCTURE), ""), names.tables());
        Map<String, String> kept = new TreeMap<>(stored);
        if (!dialect.namesIndexesPerTable()) {
            Map<String, List<String>> byName = stored.keySet().stream().collect(Collectors.groupingBy(stored::get));
            byName.forEach((name, keys) -> {
                String owner = keys.stream()
                        .filter(key -> found.indexes().contains(table(key) + "." + name))
                        .findFirst()
                        .orElse(keys.get(0));
                keys.stream().filter(key -> !key.equals(owner)).forEach(kept::remove);
            });
        }
        return names.withIndexes(kept, new TreeSet<>(stored.values()));
    }

    /** The table in the key of an index. */
    private static String table(String key) {
        return key.substring(key.startsWith("unique ") ? "unique ".length() : 0, key.indexOf('('));
    }

    private List<Table> missing(Meta found, String stored, Schema schema) {
        Set<String> known =
                StoredModel.tables(stored).values().stream().map(Table::name).collect(Collectors.toSet());
        List<Table> wanted = new ArrayList<>(schema.tables());
        List<String> gone = wanted.stream()
                .filter(table -> known.contains(table.name()) && !found.has(table))
                .map(Table::name)
                .toList();
        if (!gone.isEmpty() && found.row(Meta.MODEL) != null) {
            throw new SchemaException(
                    MISSING_TABLE,
                    place + ": the tables " + NameList.of(gone) + " are not there, though the database had them; "
                            + "expected all that the row 'model' of " + SystemTables.META.name()
                            + " names. Put them back from a copy");
        }
        if (found.row(Meta.MODEL) == null) {
            StoredModel.tables(stored).values().stream()
                    .filter(table -> wanted.stream().noneMatch(w -> w.name().equals(table.name())))
                    .forEach(wanted::add);
        }
        refuseForeign(
                found,
                wanted.stream().filter(table -> !known.contains(table.name())).toList());
        List<Table> missing = new ArrayList<>(SystemTables.ALL);
        missing.addAll(wanted);
        missing.removeIf(found::has);
        refuseTaken(missing);
        return missing;
    }

    /** Refuses tables of wanted names that are not Espalier's. */
    private void refuseForeign(Meta found, List<Table> wanted) {
        List<String> foreign = wanted.stream()
                .filter(table -> source.engine().isServer()
                        ? found.has(table)
                        : found.tables().stream().anyMatch(table.name()::equalsIgnoreCase))
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
    private void refuseTaken(List<Table> missing) {
        Set<String> names = missing.isEmpty() ? Set.of() : Meta.takenNames(session);
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

    private boolean hasRows(Table table) {
        return Catalog.hasRows(session, table);
    }
}
