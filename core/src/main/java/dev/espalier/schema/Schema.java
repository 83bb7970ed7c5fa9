package dev.espalier.schema;

import dev.espalier.model.Attribute;
import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.ColumnType;
import dev.espalier.model.Element;
import dev.espalier.model.EmbeddedAttribute;
import dev.espalier.model.EmbeddedType;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import dev.espalier.model.ReferenceAttribute;
import dev.espalier.model.ValueAttribute;
import dev.espalier.model.ValueType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All tables of a model. Unchanging, safe for any number of threads.
 *
 * <p>The same model gives the same names on every machine: classes are taken by name, fields in the order of the source.
 */
public final class Schema {

    /** Tables whose names start so are the library's own. */
    public static final String RESERVED_PREFIX = "espalier_";

    private final ObjectModel model;
    private final Map<PersistentClass, ClassTable> classTables = new LinkedHashMap<>();
    private final Map<LinkKey, LinkTable> linkTables = new LinkedHashMap<>();

    /** SQLite keeps names for itself that start so. */
    private static final String SQLITE_PREFIX = "sqlite_";

    /** What PostgreSQL calls the index of a primary key ends so; it has its name among those of tables. */
    private static final String KEY_END = "_pkey";

    private final KnownNames known;
    private final Map<PersistentClass, String> classNames = new HashMap<>();
    private final Map<LinkKey, String> linkNames = new HashMap<>();
    private final Map<String, String> indexNames = new HashMap<>();

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
        return schema;
    }

    /** What the database calls a class: mostly what the model does, but no two classes that were ever kept there alike. */
    public String nameOf(PersistentClass type) {
        return classNames.get(type);
    }

    /** What the database calls a collection, for example {@code Order.lines}. */
    public String nameOf(CollectionAttribute attribute) {
        return linkNames.get(new LinkKey(attribute.declaringClass(), attribute.name()));
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
            throw new IllegalArgumentException(attribute.declaringClass() + "." + attribute.name() + " is of another model");
        }
        return table;
    }

    /**
     * An inverse as the table of its members tells it: {@code pos} and {@code target} are the member's id. For reading; this table is not made.
     */
    public LinkTable inverse(CollectionAttribute attribute) {
        PersistentClass member = attribute.members().concreteClasses().get(0);
        ClassTable table = table(member);
        Column id = table.table().columns().get(ClassTable.ID);
        Column reference = table.table().columns().get(table.slot(attribute.reference(member)).at());
        return new LinkTable(attribute, new Table(table.table().name(), List.of(reference, id, id), 1), null,
                new Slot.ReferenceSlot(LinkTable.FIRST_MEMBER, attribute.members()));
    }

    /** The indexes on every value, on every relation, and those that single fields ask for. */
    public List<Index> indexes(boolean values, boolean relations) {
        List<Index> wanted = new ArrayList<>();
        forEachIndex(values, relations, (table, columns, unique) -> wanted.add(index(table, columns, unique)));
        return wanted;
    }

    @FunctionalInterface
    private interface Indexed {
        void index(Table table, List<Column> columns, boolean unique);
    }

    private void forEachIndex(boolean values, boolean relations, Indexed wanted) {
        for (ClassTable table : classTables.values()) {
            for (ClassTable.Field field : table.fields()) {
                boolean hasInverse = table.type().inversesOfReferences().stream().anyMatch(inverse -> inverse.inverseOf().equals(field.attribute().name()));
                addIndexes(wanted, values, relations || hasInverse, table.table(), field.attribute(), field.slot());
            }
        }
        for (LinkTable table : linkTables.values()) {
            boolean asked = table.attribute().indexed();
            if (table.key() != null) {
                addLinkIndexes(wanted, values, relations, asked, table.table(), table.key());
            }
            addLinkIndexes(wanted, values, relations, asked, table.table(), table.element());
        }
    }

    private static void addIndexes(Indexed wanted, boolean values, boolean relations, Table table, Attribute attribute, Slot slot) {
        if (attribute instanceof ValueAttribute value) {
            if (value.unique() || value.indexed() || values && value.type().parts().get(0).type() != ColumnType.BINARY) {
                wanted.index(table, comparedColumns(table, slot), value.unique());
            }
        } else if (attribute instanceof ReferenceAttribute reference) {
            if (reference.unique() || reference.indexed() || relations) {
                wanted.index(table, List.of(table.columns().get(slot.at())), reference.unique());
            }
        } else if (attribute instanceof EmbeddedAttribute embedded) {
            List<Slot> components = ((Slot.EmbeddedSlot) slot).components();
            for (int i = 0; i < components.size(); i++) {
                addIndexes(wanted, values, relations, table, embedded.type().components().get(i), components.get(i));
            }
        }
    }

    /** An index of a link table ends in the owner, so that the way back is answered from the index alone. */
    private static void addLinkIndexes(Indexed wanted, boolean values, boolean relations, boolean asked, Table table, Slot slot) {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            embedded.components().forEach(component -> addLinkIndexes(wanted, values, relations, asked, table, component));
            return;
        }
        boolean relation = slot instanceof Slot.ReferenceSlot;
        if (asked || (relation ? relations : values)) {
            List<Column> columns = new ArrayList<>(comparedColumns(table, slot));
            if (columns.get(0).type() != ColumnType.BINARY) {
                columns.add(table.columns().get(LinkTable.OWNER));
                wanted.index(table, columns, false);
            }
        }
    }

    private static List<Column> comparedColumns(Table table, Slot slot) {
        int width = slot instanceof Slot.ValueSlot value ? value.type().comparedParts() : 1;
        return table.columns().subList(slot.at(), slot.at() + width);
    }

    private Index index(Table table, List<Column> columns, boolean unique) {
        return new Index(indexNames.get(KnownNames.index(table.name(), columns, unique)), table, columns, unique);
    }

    private void layOut() {
        List<PersistentClass> classes = model.classes().stream().sorted(Comparator.comparing(PersistentClass::name)).toList();
        nameClasses(classes);
        Names tableNames = Names.ofTables();
        known.tables().values().forEach(table -> List.of("", KEY_END).forEach(end -> tableNames.take(table.name() + end)));
        known.takenIndexes().forEach(tableNames::take);
        Map<PersistentClass, String> names = new HashMap<>();
        for (PersistentClass type : classes) {
            Table stored = known.tables().get("class " + nameOf(type));
            names.put(type, stored != null ? stored.name() : tableNames.unique("", tableName(nameOf(type)), KEY_END));
        }
        for (PersistentClass type : classes) {
            for (Attribute attribute : type.attributes()) {
                if (attribute instanceof CollectionAttribute collection && !collection.isInverse() && collection.declaringClass() == type) {
                    Table stored = known.tables().get("list " + nameOf(collection));
                    String name = stored != null ? stored.name() : tableNames.unique("", names.get(type) + "_" + Names.snake(collection.name()), KEY_END);
                    linkTables.put(new LinkKey(type, collection.name()), linkTable(name, stored, collection));
                }
            }
        }
        for (PersistentClass type : classes) {
            if (!type.isAbstract()) {
                classTables.put(type, classTable(names.get(type), known.tables().get("class " + nameOf(type)), type));
            }
        }
        nameIndexes(tableNames);
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
            String stored = known.classes().get(type.javaClass());
            classNames.put(type, stored != null ? stored : free(names, type.name(), type.javaClass().getCanonicalName()));
        }
        for (PersistentClass type : classes) {
            for (Attribute attribute : type.attributes()) {
                if (attribute instanceof CollectionAttribute collection && !collection.isInverse() && collection.declaringClass() == type) {
                    String stored = known.lists().get(new KnownNames.Field(type.javaClass(), collection.name()));
                    String wanted = nameOf(type) + "." + collection.name();
                    linkNames.put(new LinkKey(type, collection.name()), stored != null ? stored : isNew(type) ? wanted : free(names, wanted, wanted));
                }
            }
        }
    }

    private boolean isNew(PersistentClass type) {
        return !known.classes().containsKey(type.javaClass());
    }

    /** Names that are not cut: they stand in no statement. */
    private static String free(Names taken, String first, String second) {
        for (int i = 0; ; i++) {
            String name = i == 0 ? first : i == 1 ? second : second + "_" + i;
            if (!taken.isTaken(name)) {
                taken.take(name);
                return name;
            }
        }
    }

    /** No two tables have indexes of one name, nor has a table the name of an index: SQLite and PostgreSQL keep them apart by nothing else. */
    private void nameIndexes(Names tableNames) {
        forEachIndex(true, true, (table, columns, unique) -> indexNames.computeIfAbsent(KnownNames.index(table.name(), columns, unique), key -> {
            String stored = known.indexes().get(key);
            return stored != null ? stored : tableNames.unique(unique ? "ux_" : "ix_", table.name() + "_" + columns.get(0).name());
        }));
    }

    private ClassTable classTable(String name, Table stored, PersistentClass type) {
        ClassTable table = classTable(name, new Columns(Names.ofColumns()), type);
        ClassTable before = classTable(name, new Columns(Names.ofColumnsAsBefore()), type);
        return isOf(before.table(), stored) ? before : table;
    }

    /** Whether a table has the columns that were stored. */
    private static boolean isOf(Table table, Table stored) {
        return stored != null && table.columns().equals(stored.columns());
    }

    private ClassTable classTable(String name, Columns columns, PersistentClass type) {
        columns.add("id", ColumnType.BIGINT, false, false);
        columns.add("_version", ColumnType.INTEGER, false, false);
        List<ClassTable.Field> fields = new ArrayList<>();
        List<LinkTable> links = new ArrayList<>();
        for (Attribute attribute : type.attributes()) {
            if (attribute instanceof CollectionAttribute collection) {
                if (!collection.isInverse()) {
                    links.add(link(collection));
                }
            } else {
                fields.add(new ClassTable.Field(attribute, columns.addAttribute("", attribute, false)));
            }
        }
        return new ClassTable(type, new Table(name, columns.list, 1), fields, links);
    }

    private static LinkTable linkTable(String name, Table stored, CollectionAttribute collection) {
        LinkTable table = linkTable(name, new Columns(Names.ofColumns()), collection);
        LinkTable before = linkTable(name, new Columns(Names.ofColumnsAsBefore()), collection);
        return isOf(before.table(), stored) ? before : table;
    }

    private static LinkTable linkTable(String name, Columns columns, CollectionAttribute collection) {
        columns.add("owner", ColumnType.BIGINT, false, false);
        columns.add("pos", ColumnType.INTEGER, false, false);
        Slot key = collection.key() == null ? null : columns.addElement("key", "key_id", "key_", collection.key());
        Slot element = columns.addElement("value", "target", "", collection.element());
        return new LinkTable(collection, new Table(name, columns.list, 2), key, element);
    }

    /** The columns of one table while it is laid out. */
    private static final class Columns {

        private final List<Column> list = new ArrayList<>();
        private final Names names;

        Columns(Names names) {
            this.names = names;
        }

        int add(String name, ColumnType type, boolean nullable, boolean unique) {
            list.add(new Column(names.unique(name), type, nullable, unique));
            return list.size() - 1;
        }

        /** @param optional whether the columns may be null because the record they belong to may be missing */
        Slot addAttribute(String prefix, Attribute attribute, boolean optional) {
            String name = prefix + Names.snake(attribute.name());
            if (attribute instanceof ValueAttribute value) {
                return addValue(name, value.type(), optional || value.nullable(), value.unique());
            }
            if (attribute instanceof ReferenceAttribute reference) {
                return new Slot.ReferenceSlot(add(name + "_id", ColumnType.BIGINT, true, reference.unique()), reference.target());
            }
            if (attribute instanceof EmbeddedAttribute embedded) {
                return addEmbedded(name, name + "_", embedded.type());
            }
            throw new IllegalArgumentException(attribute.name() + " is a collection: it has a table of its own");
        }

        Slot addElement(String valueName, String referenceName, String embeddedPrefix, Element element) {
            if (element instanceof Element.Value value) {
                return addValue(valueName, value.type(), true, false);
            }
            if (element instanceof Element.Reference reference) {
                return new Slot.ReferenceSlot(add(referenceName, ColumnType.BIGINT, true, false), reference.target());
            }
            return addEmbedded(valueName, embeddedPrefix, ((Element.Embedded) element).type());
        }

        private Slot addValue(String name, ValueType type, boolean nullable, boolean unique) {
            int at = list.size();
            for (ValueType.Part part : type.parts()) {
                add(name + part.suffix(), part.type(), nullable, unique);
            }
            return new Slot.ValueSlot(at, type);
        }

        private Slot addEmbedded(String name, String prefix, EmbeddedType type) {
            int at = list.size();
            boolean presence = type.needsPresence();
            if (presence) {
                add(name, ColumnType.BOOLEAN, true, false);
            }
            List<Slot> components = new ArrayList<>();
            for (Attribute component : type.components()) {
                components.add(addAttribute(prefix, component, true));
            }
            return new Slot.EmbeddedSlot(at, list.size() - at, type, presence, components);
        }
    }
}
