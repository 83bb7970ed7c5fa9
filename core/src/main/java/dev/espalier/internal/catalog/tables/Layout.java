package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.STRUCTURE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.Structure.Kind;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Statement;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database as it describes them itself, without any class. Unchanging.
 *
 * @param classes the tables of objects
 * @param collections the tables of collections
 * @param references the columns that refer to objects
 * @param needs the columns that are not null
 * @param required the columns of references, "table.column", without which the constructor of a record may refuse to construct it
 * @param fewest how many members a collection has at least without which the constructor of a record may refuse to construct it, by the collection's table
 * @param parts where the tables say which object is a part of which
 * @param indexes those of the model, whether they stand or not
 * @param present the tables that there are, with their columns, all in lower case
 */
public record Layout(
        List<Table> classes,
        List<Collection> collections,
        List<Reference> references,
        List<Need> needs,
        Set<String> required,
        Map<String, Integer> fewest,
        List<PartLink> parts,
        List<LevelIndex> indexes,
        Map<String, Set<String>> present) {

    /**
     * The table of a collection.
     *
     * @param owners the names of its owners' tables
     * @param distinct the columns in which the rows of one owner differ; empty if they need not
     * @param isMap whether these are the key's
     */
    public record Collection(Table table, Set<String> owners, List<Column> distinct, boolean isMap) {
        public Collection {
            requireNonNull(table);
            owners = Set.copyOf(owners);
            distinct = List.copyOf(distinct);
        }
    }

    /**
     * A column with ids of objects.
     *
     * @param targets the names of these objects' tables
     * @param isMember whether it is the member or the key of a collection, and not a part of one
     */
    public record Reference(Table table, Column column, Set<String> targets, boolean isMember) {
        public Reference {
            requireNonNull(table);
            requireNonNull(column);
            targets = Set.copyOf(targets);
        }
    }

    /** A column that is not null if one of others is not. */
    public record Need(Table table, Column column, List<Column> where) {
        public Need {
            requireNonNull(table);
            requireNonNull(column);
            where = List.copyOf(where);
        }
    }

    /** An index, and whether it should stand at the level of the database. */
    public record LevelIndex(Index index, boolean isWanted) {
        public LevelIndex {
            requireNonNull(index);
        }
    }

    public Layout {
        classes = List.copyOf(classes);
        collections = List.copyOf(collections);
        references = List.copyOf(references);
        needs = List.copyOf(needs);
        required = Set.copyOf(required);
        fewest = Map.copyOf(fewest);
        parts = List.copyOf(parts);
        indexes = List.copyOf(indexes);
        present = Map.copyOf(present);
    }

    /** All tables of the model. */
    public List<Table> tables() {
        List<Table> all = new ArrayList<>(classes);
        collections.forEach(collection -> all.add(collection.table()));
        return all;
    }

    /** Whether a table stands, with all its columns. */
    public boolean isWhole(Table table) {
        Set<String> columns = present.get(lower(table.name()));
        return columns != null && table.columns().stream().allMatch(column -> columns.contains(lower(column.name())));
    }

    /** Whether there is a table of that name. */
    public boolean has(String table) {
        return present.containsKey(lower(table));
    }

    /**
     * Reads what a database says of itself.
     *
     * @throws SchemaException if it has no tables of Espalier, or those of another format
     */
    public static Layout read(Session session, Place place) {
        Map<String, Set<String>> present = present(session);
        CatalogRows catalog = CatalogTables.read(session, present.keySet());
        catalog.refuseUnfinished();
        if (!Listing.overlooked(
                        session,
                        present.keySet(),
                        catalog.currentOrNone().tables().values())
                .isEmpty()) {
            present = present(session);
        }
        return new Reading(catalog.described(place), present).layout();
    }

    /** The tables that a description names. Does not check that they exist. */
    public static Layout described(Description description) {
        return new Reading(description, Map.of()).layout();
    }

    /** The names in the database in lower case: engines differ in what they make of them. */
    public static Map<String, Set<String>> present(Session session) {
        Map<String, Set<String>> present = new TreeMap<>();
        Listing.tables(session).forEach(table -> present.put(lower(table), new LinkedHashSet<>()));
        columns(session, (table, column) -> {
            Set<String> names = present.get(lower(table));
            if (names != null) {
                names.add(lower(column));
            }
        });
        return present;
    }

    private static void columns(Session session, BiConsumer<String, String> each) {
        String query = session.dialect().columnQuery();
        if (query != null) {
            session.query(Statement.of(query), row -> each.accept(row.getString(1), row.getString(2)));
            return;
        }
        Connection connection = session.connection();
        try {
            SchemaName schema = new SchemaName(connection.getSchema());
            try (ResultSet columns =
                    connection.getMetaData().getColumns(connection.getCatalog(), schema.pattern(), "%", "%")) {
                while (columns.next()) {
                    if (schema.has(columns)) {
                        each.accept(columns.getString("TABLE_NAME"), columns.getString("COLUMN_NAME"));
                    }
                }
            }
        } catch (SQLException e) {
            throw session.translate(e, "listing the columns");
        }
    }

    public static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** One reading of a description. */
    private static final class Reading {

        private final String level;
        private final Map<String, Set<String>> present;
        private final Map<String, Table> classes = new TreeMap<>();
        private final Map<String, Table> links = new TreeMap<>();
        private final Structure structure;
        /** The names of the tables of a class's objects, by the class's name. */
        private final Map<String, List<String>> tablesOfClass = new HashMap<>();

        Reading(Description description, Map<String, Set<String>> present) {
            this.level = description.level();
            this.present = present;
            this.structure = description.structure();
            description
                    .tables()
                    .forEach((subject, table) -> (subject.isClass() ? classes : links).put(table.name(), table));
            for (Table table : classes.values()) {
                structure
                        .of(Subject.of(Kind.CLASS, table))
                        .forEach(name -> tablesOfClass
                                .computeIfAbsent(name, none -> new ArrayList<>())
                                .add(table.name()));
            }
        }

        Layout layout() {
            List<Reference> references = new ArrayList<>();
            List<Need> needs = new ArrayList<>();
            List<LevelIndex> indexes = new ArrayList<>();
            Set<String> required = new TreeSet<>();
            Map<String, Integer> fewest = new TreeMap<>();
            List<PartLink> parts = new ArrayList<>();
            structure.facts().forEach((subject, words) -> {
                Table table = table(subject.table());
                if (table != null) {
                    switch (subject.kind()) {
                        case REFERS, MEMBER ->
                            references.add(new Reference(
                                    table,
                                    column(table, subject.name()),
                                    targets(words),
                                    subject.kind() == Kind.MEMBER));
                        case NEEDS -> needs.add(new Need(table, column(table, subject.name()), columns(table, words)));
                        case REQUIRES -> required.add(subject.column());
                        case FEWEST ->
                            words.forEach(word -> fewest.merge(table.name(), Integer.valueOf(word), Math::max));
                        case PART -> words.forEach(word -> parts.add(part(table, subject, word)));
                        case INDEX, UNIQUE -> indexes.add(index(table, subject, words));
                        case CLASS, OWNER, DISTINCT, KEYS -> {} // what they say is looked up
                    }
                }
            });
            return new Layout(
                    List.copyOf(classes.values()),
                    links.values().stream().map(this::collection).toList(),
                    references,
                    needs,
                    required,
                    fewest,
                    parts,
                    indexes,
                    present);
        }

        private PartLink part(Table table, Subject subject, String word) {
            int at = table.columns().indexOf(column(table, subject.name()));
            boolean isCollection = links.containsKey(table.name());
            Set<String> targets = targets(structure.of(
                    new Subject(isCollection ? Kind.MEMBER : Kind.REFERS, table.name(), subject.name(), List.of())));
            if (word.equals(Structure.TO_OWNER)) {
                return new PartLink(subject.column(), table, at, ClassTable.ID, targets, Set.of(table.name()));
            }
            return isCollection
                    ? new PartLink(
                            subject.column(),
                            table,
                            LinkTable.OWNER,
                            at,
                            structure.of(Subject.of(Kind.OWNER, table)),
                            targets)
                    : new PartLink(subject.column(), table, ClassTable.ID, at, Set.of(table.name()), targets);
        }

        private @Nullable Table table(String name) {
            return classes.getOrDefault(name, links.get(name));
        }

        private Collection collection(Table table) {
            Set<String> keys = structure.of(Subject.of(Kind.KEYS, table));
            Set<String> distinct = keys.isEmpty() ? structure.of(Subject.of(Kind.DISTINCT, table)) : keys;
            return new Collection(
                    table,
                    structure.of(Subject.of(Kind.OWNER, table)),
                    distinct.contains(Structure.NO_COLUMN) ? List.of() : columns(table, distinct),
                    !keys.isEmpty());
        }

        private Set<String> targets(Set<String> classNames) {
            Set<String> targets = new TreeSet<>();
            classNames.forEach(name -> targets.addAll(tablesOfClass.getOrDefault(name, List.of())));
            return targets;
        }

        private LevelIndex index(Table table, Subject index, Set<String> words) {
            // The two levels that are neither all nor nothing have the names of what they index.
            boolean isWanted = words.contains(Structure.ASKED) || level.equals("both") || words.contains(level);
            return new LevelIndex(
                    new Index(index.name(), table, columns(table, index.columns()), index.isUnique()), isWanted);
        }

        private static Column column(Table table, String name) {
            return table.columns().stream()
                    .filter(column -> column.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new SchemaException(
                            STRUCTURE,
                            "the table " + SystemTables.FACTS.name() + " names " + table.name() + "." + name
                                    + ", which " + SystemTables.COLUMNS.name() + " does not have"));
        }

        private static List<Column> columns(Table table, java.util.Collection<String> names) {
            return names.stream().map(name -> column(table, name)).toList();
        }
    }
}
