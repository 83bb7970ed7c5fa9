package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All tables of a model. Unchanging, safe for any number of threads.
 *
 * <p>The same model gives the same names on every machine: classes are taken by name, fields in the order of the source.
 */
public final class Schema {

    /** The path of a map's keys within the collection's. */
    public static final String KEY = ".key";

    /** The path of the members, or of a map's values, within the collection's. */
    public static final String MEMBER = ".value";

    /** Tables whose names start so are the library's own. */
    public static final String RESERVED_PREFIX = "espalier_";

    private final ObjectModel model;
    private final Map<Table, Integer> places = new HashMap<>();
    private final Map<PersistentClass, ClassTable> classTables = new LinkedHashMap<>();
    private final Map<LinkKey, LinkTable> linkTables = new LinkedHashMap<>();

    /** SQLite keeps names for itself that start so. */
    private static final String SQLITE_PREFIX = "sqlite_";

    /** The end of PostgreSQL's name for the index of a primary key, which is one of the names of tables. */
    private static final String KEY_END = "_pkey";

    private final KnownNames known;
    private final Map<PersistentClass, String> classNames = new HashMap<>();
    private final Map<LinkKey, TableSubject> linkSubjects = new HashMap<>();
    /** The names of tables, which no index can have. Not read once indexes are named. */
    private @Nullable Names takenByTables;
    /** All, in the order of the tables and their fields; null until they are asked for: of a model in a new database, mostly nobody does. */
    private volatile @Nullable List<PossibleIndex> possibleIndexes;

    private final Map<String, List<String>> paths = new HashMap<>();
    private List<PartLink> partLinks = List.of();
    private Map<Table, List<PartLink>> partLinksByTable = Map.of();
    /** The names of the tables in which parts may be. */
    private Set<String> tablesOfParts = Set.of();
    /** The same without objects that are parts only because they refer to their owner. */
    private Set<String> tablesOfHeldParts = Set.of();

    private record LinkKey(PersistentClass declaringClass, String attribute) {}

    private Schema(ObjectModel model, KnownNames known) {
        this.model = model;
        this.known = known;
    }

    /** Lays out the tables of a model in a new database. */
    public static Schema of(ObjectModel model) {
        return of(model, KnownNames.NONE);
    }

    /** Lays out the tables of a model in a database that has some of them already. */
    public static Schema of(ObjectModel model, KnownNames known) {
        Schema schema = new Schema(model, known);
        schema.layOut();
        schema.tables().forEach(table -> schema.places.put(table, schema.places.size()));
        schema.partLinks = schema.findPartLinks();
        schema.partLinksByTable = schema.partLinks.stream().collect(Collectors.groupingBy(PartLink::table));
        schema.tablesOfParts = tablesOfParts(schema.partLinks.stream());
        schema.tablesOfHeldParts = tablesOfParts(schema.partLinks.stream().filter(link -> !link.isInverse()));
        return schema;
    }

    private static Set<String> tablesOfParts(Stream<PartLink> links) {
        return links.flatMap(link -> link.parts().stream()).collect(Collectors.toUnmodifiableSet());
    }

    /** The database's name for a class: mostly that of the model, but never one for two classes that were ever kept there. */
    public String nameOf(PersistentClass type) {
        return requireNonNull(classNames.get(type), "each class of the model got a name when the tables were laid out");
    }

    /** The name of a collection in the database, for example {@code Order.lines}. */
    public TableSubject subjectOf(CollectionAttribute attribute) {
        return requireNonNull(
                linkSubjects.get(new LinkKey(attribute.declaringClass(), attribute.name())),
                "each collection but inverses got a name");
    }

    /**
     * The names of the columns of an attribute or component; of an embedded record of the one that shows whether it is there. None for collections, and
     * none if the class is abstract.
     *
     * @param type the class that has the attribute; for the members of a collection the class that declares it
     */
    public List<String> columnsOf(PersistentClass type, String path) {
        return paths.getOrDefault(KnownNames.attribute(type.name(), path), List.of());
    }

    public ObjectModel model() {
        return model;
    }

    /** The tables of the concrete classes, by the classes' names. */
    public List<ClassTable> classTables() {
        return List.copyOf(classTables.values());
    }

    /** The tables of all collections. */
    public List<LinkTable> linkTables() {
        return List.copyOf(linkTables.values());
    }

    /** Every table: first those of classes, then those of collections. */
    public List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        classTables.values().forEach(t -> tables.add(t.table()));
        linkTables.values().forEach(t -> tables.add(t.table()));
        return tables;
    }

    /** The order of {@link #tables()}. */
    public Comparator<Table> order() {
        return Comparator.comparing(places::get);
    }

    /** The table of a concrete class. */
    public ClassTable table(PersistentClass concrete) {
        ClassTable table = classTables.get(concrete);
        if (table == null) {
            throw new IllegalArgumentException(concrete + " has no table: it is abstract or of another model");
        }
        return table;
    }

    /** The table of a collection. */
    public LinkTable link(CollectionAttribute attribute) {
        LinkTable table = linkTables.get(new LinkKey(attribute.declaringClass(), attribute.name()));
        if (table == null) {
            throw new IllegalArgumentException(
                    attribute.declaringClass() + "." + attribute.name() + " is of another model");
        }
        return table;
    }

    /**
     * An inverse as the tables of its members contain it, one for each class: {@code pos} and {@code target} are the member's id. For reading; these tables are not
     * made.
     */
    public List<LinkTable> inverse(CollectionAttribute attribute) {
        return attribute.members().concreteClasses().stream()
                .map(member -> inverse(attribute, member))
                .toList();
    }

    private LinkTable inverse(CollectionAttribute attribute, PersistentClass member) {
        ClassTable table = table(member);
        Column id = table.table().columns().get(ClassTable.ID);
        Column reference = table.table()
                .columns()
                .get(table.slot(attribute.reference(member)).at());
        return new LinkTable(
                attribute,
                new Table(table.table().name(), List.of(reference, id, id), 1),
                null,
                new Slot.ReferenceSlot(LinkTable.FIRST_MEMBER, attribute.members()));
    }

    /** Where the tables say which object is a part of which. */
    public List<PartLink> partLinks() {
        return partLinks;
    }

    /** Where a table says it. */
    public List<PartLink> partLinks(Table table) {
        return partLinksByTable.isEmpty() ? List.of() : partLinksByTable.getOrDefault(table, List.of());
    }

    /** Whether objects of a table may be parts. */
    public boolean mayHoldParts(Table table) {
        return tablesOfParts.contains(table.name());
    }

    /** Whether objects of a table may be parts that their owner refers to. */
    public boolean mayHoldPartsOfOwners(Table table) {
        return tablesOfHeldParts.contains(table.name());
    }

    /** The name of a relation as the model has it; else of its column. */
    public String relation(PartLink link) {
        return partLinks.stream()
                .filter(link::isSame)
                .map(PartLink::relation)
                .findFirst()
                .orElse(link.relation());
    }

    private List<PartLink> findPartLinks() {
        List<PartLink> found = new ArrayList<>();
        for (ClassTable table : classTables.values()) {
            for (ClassTable.Field field : table.fields()) {
                if (field.attribute() instanceof ReferenceAttribute reference) {
                    if (reference.isPart()) {
                        found.add(new PartLink(
                                table.type() + "." + reference.name(),
                                table.table(),
                                ClassTable.ID,
                                field.slot().at(),
                                Set.of(table.table().name()),
                                tableNames(reference.target())));
                    }
                    table.type().inversesOfReferences().stream()
                            .filter(inverse ->
                                    inverse.isPart() && inverse.reference().equals(reference.name()))
                            .findFirst()
                            .ifPresent(inverse -> found.add(new PartLink(
                                    inverse.declaringClass() + "." + inverse.name(),
                                    table.table(),
                                    field.slot().at(),
                                    ClassTable.ID,
                                    tableNames(reference.target()),
                                    Set.of(table.table().name()))));
                }
            }
        }
        for (LinkTable link : linkTables.values()) {
            if (link.attribute().isPart() && link.attribute().element() instanceof Element.Reference parts) {
                found.add(new PartLink(
                        link.attribute().declaringClass() + "."
                                + link.attribute().name(),
                        link.table(),
                        LinkTable.OWNER,
                        link.element().at(),
                        tableNames(link.attribute().declaringClass()),
                        tableNames(parts.target())));
            }
        }
        return List.copyOf(found);
    }

    private Set<String> tableNames(PersistentClass type) {
        return type.concreteClasses().stream()
                .map(concrete -> table(concrete).table().name())
                .collect(Collectors.toSet());
    }

    /** The indexes on every value, on every relation, and those that single fields ask for. */
    public List<Index> indexes(boolean values, boolean relations) {
        List<Index> wanted = new ArrayList<>();
        for (PossibleIndex possible : possibleIndexes()) {
            if (possible.isWanted(values, relations)) {
                wanted.add(possible.index());
            }
        }
        return wanted;
    }

    private List<PossibleIndex> possibleIndexes() {
        List<PossibleIndex> all = possibleIndexes;
        return all == null ? namedIndexes() : all;
    }

    private synchronized List<PossibleIndex> namedIndexes() {
        List<PossibleIndex> all = possibleIndexes;
        if (all == null) {
            all = nameIndexes(requireNonNull(takenByTables, "the tables were laid out"));
            takenByTables = null;
            possibleIndexes = all;
        }
        return all;
    }

    /** Why an index stands. */
    private enum Reason {
        ASKED,
        VALUE,
        RELATION
    }

    private record PossibleIndex(Index index, Reason reason) {

        boolean isWanted(boolean values, boolean relations) {
            return switch (reason) {
                case ASKED -> true;
                case VALUE -> values;
                case RELATION -> relations;
            };
        }
    }

    @FunctionalInterface
    private interface Indexed {
        void index(Table table, List<Column> columns, boolean unique, Reason reason);
    }

    private void forEachIndex(Indexed possible) {
        for (ClassTable table : classTables.values()) {
            List<CollectionAttribute> inverses = table.type().inversesOfReferences();
            for (ClassTable.Field field : table.fields()) {
                boolean hasInverse = !inverses.isEmpty()
                        && inverses.stream()
                                .anyMatch(inverse -> inverse.reference()
                                        .equals(field.attribute().name()));
                addIndexes(
                        possible,
                        hasInverse ? Reason.ASKED : Reason.RELATION,
                        table.table(),
                        field.attribute(),
                        field.slot());
            }
        }
        for (LinkTable table : linkTables.values()) {
            boolean asked = table.attribute().indexed();
            if (table.key() != null) {
                addLinkIndexes(possible, asked, table.table(), table.key());
            }
            addLinkIndexes(possible, asked || table.attribute().isPart(), table.table(), table.element());
        }
    }

    /** @param relation why an index on a reference stands that does not ask for it */
    private static void addIndexes(Indexed possible, Reason relation, Table table, Attribute attribute, Slot slot) {
        if (attribute instanceof ValueAttribute value) {
            boolean isAsked = value.unique() || value.indexed();
            if (isAsked || value.type().parts().get(0).type() != ColumnType.BINARY) {
                possible.index(
                        table, comparedColumns(table, slot), value.unique(), isAsked ? Reason.ASKED : Reason.VALUE);
            }
        } else if (attribute instanceof ReferenceAttribute reference) {
            possible.index(
                    table,
                    List.of(table.columns().get(slot.at())),
                    reference.unique(),
                    reference.unique() || reference.indexed() || reference.isPart() ? Reason.ASKED : relation);
        } else if (attribute instanceof EmbeddedAttribute embedded) {
            List<Slot> components = ((Slot.EmbeddedSlot) slot).components();
            for (int i = 0; i < components.size(); i++) {
                addIndexes(
                        possible, relation, table, embedded.type().components().get(i), components.get(i));
            }
        }
    }

    /** An index of a link table ends in the owner, so that the way back is answered from the index alone. */
    private static void addLinkIndexes(Indexed possible, boolean asked, Table table, Slot slot) {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            embedded.components().forEach(component -> addLinkIndexes(possible, asked, table, component));
            return;
        }
        List<Column> columns = new ArrayList<>(comparedColumns(table, slot));
        if (columns.get(0).type() != ColumnType.BINARY) {
            columns.add(table.columns().get(LinkTable.OWNER));
            possible.index(
                    table,
                    columns,
                    false,
                    asked ? Reason.ASKED : slot instanceof Slot.ReferenceSlot ? Reason.RELATION : Reason.VALUE);
        }
    }

    private static List<Column> comparedColumns(Table table, Slot slot) {
        int width = slot instanceof Slot.ValueSlot value ? value.type().comparedParts() : 1;
        return table.columns().subList(slot.at(), slot.at() + width);
    }

    private void layOut() {
        List<PersistentClass> classes = model.classes().stream()
                .sorted(Comparator.comparing(PersistentClass::name))
                .toList();
        nameClasses(classes);
        Names tableNames = Names.ofTables();
        known.tables()
                .values()
                .forEach(table -> List.of("", KEY_END).forEach(end -> tableNames.take(table.name() + end)));
        known.takenIndexes().forEach(tableNames::take);
        Map<PersistentClass, String> names = new HashMap<>();
        for (PersistentClass type : classes) {
            Table stored = known.tables().get(TableSubject.ofClass(nameOf(type)));
            names.put(type, stored != null ? stored.name() : tableNames.unique("", tableName(nameOf(type)), KEY_END));
        }
        for (PersistentClass type : classes) {
            for (Attribute attribute : type.attributes()) {
                if (attribute instanceof CollectionAttribute collection
                        && !collection.isInverse()
                        && collection.declaringClass() == type) {
                    Table stored = known.tables().get(subjectOf(collection));
                    String name = stored != null
                            ? stored.name()
                            : tableNames.unique("", names.get(type) + "_" + Names.snake(collection.name()), KEY_END);
                    linkTables.put(new LinkKey(type, collection.name()), linkTable(name, collection));
                }
            }
        }
        for (PersistentClass type : classes) {
            if (!type.isAbstract()) {
                classTables.put(
                        type, classTable(requireNonNull(names.get(type), "each class got a table name above"), type));
            }
        }
        takenByTables = tableNames;
    }

    private static String tableName(String className) {
        String name = Names.snake(className.replace('.', '_'));
        return name.startsWith(RESERVED_PREFIX) || name.startsWith(SQLITE_PREFIX) ? "_" + name : name;
    }

    /** A new class has the name that it has in the model, unless an older one has it, of this model or not. */
    private void nameClasses(List<PersistentClass> classes) {
        Names names = Names.ofTables();
        known.taken().forEach(names::take);
        for (PersistentClass type : classes) {
            String stored = known.classes().get(type);
            classNames.put(type, stored != null ? stored : free(names, "", type.name(), type.fullName()));
        }
        for (PersistentClass type : classes) {
            for (Attribute attribute : type.attributes()) {
                if (attribute instanceof CollectionAttribute collection
                        && !collection.isInverse()
                        && collection.declaringClass() == type) {
                    TableSubject stored = known.lists().get(new KnownNames.Field(type, collection.name()));
                    String name = collection.name();
                    linkSubjects.put(
                            new LinkKey(type, name),
                            stored != null
                                    ? stored
                                    : new TableSubject(
                                            nameOf(type),
                                            isNew(type) ? name : free(names, nameOf(type) + ".", name, name)));
                }
            }
        }
    }

    private boolean isNew(PersistentClass type) {
        return !known.classes().containsKey(type);
    }

    /** Names that are not cut: they stand in no statement. */
    private static String free(Names taken, String before, String first, String second) {
        for (int i = 0; ; i++) {
            String name = i == 0 ? first : i == 1 ? second : second + "_" + i;
            if (!taken.isTaken(before + name)) {
                taken.take(before + name);
                return name;
            }
        }
    }

    /** No two tables have indexes of one name, nor has a table the name of an index: SQLite and PostgreSQL keep them apart by nothing else. */
    private List<PossibleIndex> nameIndexes(Names tableNames) {
        List<PossibleIndex> all = new ArrayList<>();
        Map<IndexKey, String> names = new HashMap<>();
        forEachIndex((table, columns, unique, reason) -> {
            List<String> columnNames = Index.names(columns);
            String name = names.computeIfAbsent(new IndexKey(table.name(), columnNames, unique), key -> {
                String stored = known.indexes().get(key);
                return stored != null
                        ? stored
                        : tableNames.unique(unique ? "ux_" : "ix_", table.name() + "_" + columnNames.get(0));
            });
            all.add(new PossibleIndex(new Index(name, table, columns, unique), reason));
        });
        return all;
    }

    private ClassTable classTable(String name, PersistentClass type) {
        Columns columns = columns(type, TableSubject.ofClass(nameOf(type)));
        columns.addKey("id", ColumnType.BIGINT);
        columns.addKey("_version", ColumnType.INTEGER);
        List<ClassTable.Field> fields = new ArrayList<>();
        List<LinkTable> links = new ArrayList<>();
        for (Attribute attribute : type.attributes()) {
            if (attribute instanceof CollectionAttribute collection) {
                if (!collection.isInverse()) {
                    links.add(link(collection));
                }
            } else {
                fields.add(new ClassTable.Field(attribute, columns.addField(attribute)));
            }
        }
        paths.putAll(columns.paths());
        return new ClassTable(type, new Table(name, columns.list(), 1), fields, links);
    }

    private LinkTable linkTable(String name, CollectionAttribute collection) {
        Columns columns = columns(collection.declaringClass(), subjectOf(collection));
        columns.addKey("owner", ColumnType.BIGINT);
        columns.addKey("pos", ColumnType.INTEGER);
        Slot key = collection.key() == null
                ? null
                : columns.addElement(collection.name() + KEY, "key", "key_id", "key_", collection.key());
        Slot element = columns.addElement(collection.name() + MEMBER, "value", "target", "", collection.element());
        columns.addOthers();
        paths.putAll(columns.paths());
        return new LinkTable(collection, new Table(name, columns.list(), 2), key, element);
    }

    private Columns columns(PersistentClass type, TableSubject stored) {
        return new Columns(Names.ofColumns(), type, known, known.tables().get(stored));
    }
}
