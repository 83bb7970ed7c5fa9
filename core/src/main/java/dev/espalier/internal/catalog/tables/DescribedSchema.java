package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.MISSING_TABLE;
import static dev.espalier.error.ErrorCode.STRUCTURE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.Structure.Kind;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.model.ClassDescription;
import dev.espalier.internal.model.ClassDescription.Type;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.DeclaredBounds;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.IndexKey;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes the schema of a database from the rows of its catalog alone, without any Java class. An attribute has the name that the database has for it: the
 * one that the first program gave to it. For one opening, by one thread.
 */
public final class DescribedSchema {

    private final Place place;
    private final StoredAttributes attributes;
    private final StoredNames names;
    private final Map<TableSubject, Table> tables;
    private final Structure structure;
    private final Map<String, DeclaredBounds> bounds;
    private final DescribedParts parts;
    private final Map<IndexKey, String> indexNames;
    /** The subjects of the tables by the tables' names. */
    private final Map<String, TableSubject> subjects = new HashMap<>();
    /** The first columns of the indexes that single fields ask for, as {@code table.column}. */
    private final Set<String> asked = new HashSet<>();

    private final Map<String, List<String>> enums = new TreeMap<>();
    private final Map<String, List<String>> columns = new HashMap<>();
    private final Map<Field, TableSubject> lists = new HashMap<>();

    /** A field with a collection, by the stored name of the class that declares it. */
    private record Field(String declaringClass, String name) {}

    private DescribedSchema(Place place, Description description) {
        this.place = place;
        this.attributes = description.attributes();
        this.names = new StoredNames(description);
        this.tables = description.tables();
        this.structure = description.structure();
        this.bounds = description.bounds();
        this.parts = new DescribedParts(description);
        this.indexNames = structure.indexNames(tables);
        tables.forEach((subject, table) -> subjects.put(table.name(), subject));
        structure.indexes().forEach(index -> {
            if (structure.of(index).contains(Structure.ASKED)) {
                asked.add(index.table() + "." + index.columns().get(0));
            }
        });
    }

    /**
     * Makes the schema.
     *
     * @param place the database, for messages
     * @throws SchemaException {@code no-model}, {@code format}, {@code lost-row}, {@code missing-table} or {@code structure}
     */
    public static Schema of(Found found, Nodes nodes, Place place) {
        Schema schema = new DescribedSchema(place, found.catalog().described(place)).schema(nodes);
        List<String> gone = schema.tables().stream()
                .filter(table -> !found.has(table))
                .map(Table::name)
                .toList();
        if (!gone.isEmpty()) {
            throw new SchemaException(
                    MISSING_TABLE,
                    place + ": the tables " + NameList.of(gone) + " are not there, though the database had them;"
                            + " restore them from a backup");
        }
        return schema;
    }

    private Schema schema(Nodes nodes) {
        List<ClassDescription> described = new ArrayList<>();
        for (String name : attributes.classes()) {
            described.add(new ClassDescription(
                    name,
                    names.javaNames(name),
                    !tables.containsKey(TableSubject.ofClass(name)),
                    Set.copyOf(attributes.line(name).columns()),
                    bounds.get(name),
                    attributes(name, "", tables.get(TableSubject.ofClass(name)))));
        }
        ObjectModel model = ObjectModel.of(described, enums, nodes);
        Map<PersistentClass, String> classNames = new HashMap<>();
        model.classes().forEach(type -> classNames.put(type, type.name()));
        Map<KnownNames.Field, TableSubject> listNames = new HashMap<>();
        lists.forEach((field, list) -> listNames.put(
                new KnownNames.Field(requireNonNull(model.find(field.declaringClass())), field.name()), list));
        Set<String> taken = new TreeSet<>(names.classes());
        names.lists().forEach(list -> taken.add(list.name()));
        Schema schema = Schema.of(
                model,
                new KnownNames(
                        classNames,
                        listNames,
                        taken,
                        tables,
                        columns,
                        Set.of(),
                        indexNames,
                        new TreeSet<>(indexNames.values())));
        schema.classTables()
                .forEach(table -> requireStored(TableSubject.ofClass(schema.nameOf(table.type())), table.table()));
        schema.linkTables().forEach(link -> requireStored(schema.subjectOf(link.attribute()), link.table()));
        return schema;
    }

    /** Whatever the description says, no program without classes makes a table or a column. */
    private void requireStored(TableSubject subject, Table table) {
        Table stored = tables.get(subject);
        List<Column> missing = new ArrayList<>(table.columns());
        if (stored != null && stored.name().equals(table.name())) {
            missing.removeAll(stored.columns());
        }
        if (!missing.isEmpty()) {
            throw damaged(subject + " with the columns "
                    + missing.stream().map(Column::name).toList());
        }
    }

    private SchemaException damaged(String what) {
        return new SchemaException(
                STRUCTURE,
                place + ": the table " + SystemTables.ATTRIBUTES.name() + " describes " + what + ", and "
                        + SystemTables.COLUMNS.name() + " does not; open the database with its classes once");
    }

    // ---- attributes

    /** @param table where their columns stand; null for an abstract class */
    private List<ClassDescription.Attribute> attributes(String type, String path, @Nullable Table table) {
        List<ClassDescription.Attribute> found = new ArrayList<>();
        attributes
                .children(type, path)
                .forEach((name, line) ->
                        found.add(attribute(type, path.isEmpty() ? name : path + "." + name, name, line, table)));
        return found;
    }

    private ClassDescription.Attribute attribute(
            String type, String path, String name, StoredAttributes.Line line, @Nullable Table table) {
        Container container = line.container();
        if (container != null) {
            return collection(type, name, line, container);
        }
        columns.put(KnownNames.attribute(type, path), line.columns());
        String below = table == null ? concrete(type) : null;
        StoredAttributes.Line stored =
                below == null ? line : Objects.requireNonNullElse(attributes.find(below, path), line);
        Table indexed = below == null ? table : tables.get(TableSubject.ofClass(below));
        boolean isPart = parts.has(type, path);
        return new ClassDescription.Attribute(
                name,
                type(type, path, line, table),
                null,
                !isPart && isIndexed(indexed, stored), // the index of a part is always there
                isUnique(indexed, stored),
                null,
                isPart);
    }

    /** A class with a table below an abstract one: only tables describe indexes. Null for none. */
    private @Nullable String concrete(String type) {
        return attributes.classes().stream()
                .filter(name -> attributes.line(name).columns().contains(type)
                        && tables.containsKey(TableSubject.ofClass(name)))
                .findFirst()
                .orElse(null);
    }

    private boolean isUnique(@Nullable Table table, StoredAttributes.Line line) {
        return table != null
                && table.columns().stream().anyMatch(column -> column.name().equals(first(line)) && column.unique());
    }

    private boolean isIndexed(@Nullable Table table, StoredAttributes.Line line) {
        return table != null && !isUnique(table, line) && asked.contains(table.name() + "." + first(line));
    }

    private static String first(StoredAttributes.Line line) {
        return line.columns().isEmpty() ? "" : line.columns().get(0);
    }

    private Type type(String type, String path, StoredAttributes.Line line, @Nullable Table table) {
        StoredType stored = line.type();
        if (stored.isReference()) {
            return new Type.Reference(stored.target());
        }
        if (stored.isEnum()) {
            enums.computeIfAbsent(stored.target(), this::constants);
            return new Type.Constant(stored.target());
        }
        return stored.isRecord()
                ? new Type.Embedded(stored.target(), attributes(type, path, table))
                : new Type.Value(stored.word());
    }

    private List<String> constants(String name) {
        StoredAttributes.Line line = attributes.findEnum(name);
        if (line == null) {
            throw damaged("the enum " + name);
        }
        return line.columns();
    }

    private ClassDescription.Attribute collection(
            String type, String name, StoredAttributes.Line line, Container container) {
        String stored = line.columns().isEmpty() ? "" : line.columns().get(0);
        String declaring = declaring(type, name, line);
        if (line.isInverse()) {
            return new ClassDescription.Attribute(
                    name,
                    many(type, name, container, null),
                    declaring,
                    false,
                    false,
                    line.inverseOf(),
                    parts.has(type, name));
        }
        TableSubject subject = subjects.get(stored);
        Table table = subject == null ? null : tables.get(subject);
        if (subject == null || table == null) {
            throw damaged("the collection " + type + "." + name);
        }
        lists.put(new Field(declaring, name), subject);
        boolean isPart = parts.has(type, name);
        boolean indexed = !isPart && asked.stream().anyMatch(column -> column.startsWith(stored + "."));
        return new ClassDescription.Attribute(
                name, many(type, name, container, table), declaring, indexed, false, null, isPart);
    }

    private Type many(String type, String name, Container container, @Nullable Table table) {
        Type key = element(type, name + Schema.KEY, table);
        Type element = element(type, name + Schema.MEMBER, table);
        if (element == null) {
            throw new SchemaException(
                    STRUCTURE,
                    place + ": the table " + SystemTables.ATTRIBUTES.name()
                            + " describes the collection " + type + "." + name
                            + ", and not its members; open the database with its classes once");
        }
        return new Type.Many(container, key, element);
    }

    /** Null if there is no such line: only maps have keys. */
    private @Nullable Type element(String type, String path, @Nullable Table table) {
        StoredAttributes.Line line = attributes.find(type, path);
        if (line == null) {
            return null;
        }
        columns.put(KnownNames.attribute(type, path), line.columns());
        Type element = type(type, path, line, table);
        boolean isPrimitive = element instanceof Type.Value
                && !line.columns().isEmpty()
                && table != null
                && attributes
                                .line(type, path.substring(0, path.lastIndexOf('.')))
                                .container()
                        == Container.ARRAY
                && !structure
                        .of(new Subject(Kind.NEEDS, table.name(), line.columns().get(0), List.of()))
                        .isEmpty();
        return isPrimitive ? new Type.Value(primitive(line.type().word())) : element;
    }

    /** The topmost class that has the same collection. */
    private String declaring(String type, String name, StoredAttributes.Line own) {
        String topmost = type;
        for (String above : attributes.line(type).columns()) {
            StoredAttributes.Line line = attributes.find(above, name);
            if (line != null
                    && line.columns().equals(own.columns())
                    && Objects.equals(line.inverseOf(), own.inverseOf())
                    && attributes.line(topmost).columns().contains(above)) {
                topmost = above;
            }
        }
        return topmost;
    }

    /** An array of primitives is distinguished from one of objects by the members' column, which is never null. */
    private static String primitive(String boxed) {
        return switch (boxed) {
            case "Integer" -> "int";
            case "Character" -> "char";
            default -> boxed.toLowerCase(java.util.Locale.ROOT);
        };
    }
}
