package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.RecordTrial;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of a model's tables mean, as text that is kept in the database beside {@link StoredModel}'s, so that a database can be
 * checked without its classes. One fact a line; of what several programs have said of one subject, all words are kept.
 *
 * <pre>
 * class dog: Animal, Dog                      of which classes its objects are
 * refers dog.friend_id: Animal                becomes null when the object is gone
 * member zoo_animals.target: Animal           the row goes when the object is gone
 * needs shelf.label_at_y: label_at_x          not null where one of these columns is not
 * requires sale.buyer_id: buyer               the constructor of the record that has it may refuse null
 * owner zoo_animals: zoo                      the tables of its owners
 * distinct cat_prey: target                   what no two members have in common; "-" where they may
 * keys shelf_counts: key                      the same of a map's keys
 * index dog.ix_dog_name(name): values         at which levels it stands; "asked": at all
 * </pre>
 */
public final class StoredStructure {

    private static final String REQUIRES = "requires ";

    /** Members may be equal, or cannot be compared by SQL. */
    static final String ANY = "-";

    public static final String ASKED = "asked";
    static final String VALUES = "values";
    static final String RELATIONS = "relations";

    private final Schema schema;
    private final TreeMap<String, Set<String>> facts = new TreeMap<>();
    /** Those that the database has already, with their tables. */
    private final Set<String> columns = new HashSet<>();
    /** The tables of which there are facts already. */
    private final Set<String> described = new HashSet<>();

    private StoredStructure(Schema schema, String model) {
        this.schema = schema;
        StoredModel.tables(model)
                .values()
                .forEach(table -> table.columns().forEach(column -> columns.add(table.name() + "." + column.name())));
    }

    /**
     * Merges the stored text, which may be null, with the facts of the model.
     *
     * @param model the stored text of {@link StoredModel}
     * @param left the indexes for which a table has no room
     */
    public static String merged(@Nullable String stored, String model, Schema schema, Set<Index> left) {
        StoredStructure structure = new StoredStructure(schema, model);
        if (stored != null) {
            parse(stored).forEach((subject, words) -> structure.facts.put(subject, new TreeSet<>(words)));
            structure.facts.keySet().stream()
                    .filter(fact -> fact.startsWith("class ") || fact.startsWith("owner "))
                    .forEach(fact -> structure.described.add(fact.substring(fact.indexOf(' ') + 1)));
        }
        schema.classTables().forEach(table -> structure.classTable(table));
        schema.linkTables().forEach(link -> structure.linkTable(link));
        structure.indexes(left);
        structure.facts.values().removeIf(Set::isEmpty);
        return structure.facts.entrySet().stream()
                .map(fact -> fact.getKey() + ": " + String.join(", ", fact.getValue()))
                .collect(Collectors.joining("\n"));
    }

    /** The facts that tell what the constructors of the model's records may refuse to be without. */
    public static Set<String> requirements(Schema schema) {
        return parse(merged(null, "", schema, Set.of())).keySet().stream()
                .filter(fact -> fact.startsWith(REQUIRES))
                .collect(Collectors.toSet());
    }

    /** The words of each subject. */
    public static Map<String, List<String>> parse(String text) {
        Map<String, List<String>> facts = new TreeMap<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(": ");
            facts.put(
                    line.substring(0, colon), List.of(line.substring(colon + 2).split(", ")));
        });
        return facts;
    }

    private void add(String subject, String word) {
        facts.computeIfAbsent(subject, s -> new TreeSet<>()).add(word);
    }

    private void classTable(ClassTable type) {
        Table table = type.table();
        schema.model().classes().stream()
                .filter(type.type()::isSubclassOf)
                .forEach(above -> add("class " + table.name(), schema.nameOf(above)));
        Column id = table.columns().get(ClassTable.ID);
        for (Column column :
                table.columns().subList(ClassTable.FIRST_FIELD, table.columns().size())) {
            if (!column.nullable()) {
                needs(table, column, id);
            } else {
                // A primitive of an older program.
                facts.getOrDefault("needs " + table.name() + "." + column.name(), new TreeSet<>())
                        .remove(id.name());
            }
        }
        type.fields().forEach(field -> slot("refers ", table, field.slot()));
    }

    private void linkTable(LinkTable link) {
        Table table = link.table();
        CollectionAttribute attribute = link.attribute();
        for (PersistentClass owner : attribute.declaringClass().concreteClasses()) {
            add("owner " + table.name(), schema.table(owner).table().name());
        }
        boolean isSet = attribute.container() == Container.SET || attribute.container() == Container.SORTED_SET;
        if (link.key() != null) {
            slot("member ", table, link.key());
            distinct("keys ", table, link.key(), true);
            if (attribute.container() == Container.SORTED_MAP) {
                required(table, link.key());
            }
        } else {
            distinct("distinct ", table, link.element(), isSet);
        }
        slot("member ", table, link.element());
        if (attribute.container() == Container.SORTED_SET
                || !attribute.containers().takesNull()) {
            required(table, link.element());
        }
    }

    private void required(Table table, Slot slot) {
        int at = slot instanceof Slot.EmbeddedSlot embedded ? embedded.witness() : slot.at();
        needs(table, table.columns().get(at), table.columns().get(LinkTable.OWNER));
    }

    /** Arrays of bytes are equal only to themselves in Java. */
    private void distinct(String what, Table table, Slot slot, boolean isDistinct) {
        List<Column> columns = table.columns().subList(slot.at(), slot.at() + slot.width());
        if (!isDistinct || columns.stream().anyMatch(column -> column.type() == ColumnType.BINARY)) {
            add(what + table.name(), ANY);
        } else {
            columns.forEach(column -> add(what + table.name(), column.name()));
        }
    }

    private void needs(Table table, Column column, Column where) {
        add("needs " + table.name() + "." + column.name(), where.name());
    }

    private void slot(String reference, Table table, Slot slot) {
        Column first = table.columns().get(slot.at());
        if (slot instanceof Slot.ReferenceSlot refers) {
            add(reference + table.name() + "." + first.name(), schema.nameOf(refers.target()));
        } else if (slot instanceof Slot.EmbeddedSlot embedded) {
            embedded(table, embedded);
        } else {
            for (Column more : table.columns().subList(slot.at() + 1, slot.at() + slot.width())) {
                needs(table, more, first);
            }
        }
    }

    private void embedded(Table table, Slot.EmbeddedSlot slot) {
        Column witness = table.columns().get(slot.witness());
        for (Column column : table.columns().subList(slot.at(), slot.at() + slot.width())) {
            if (column != witness && isAsOld(table, witness)) {
                needs(table, witness, column);
            }
        }
        for (int i = 0; i < slot.components().size(); i++) {
            Slot component = slot.components().get(i);
            Column column = table.columns().get(component.at());
            if (slot.type().components().get(i) instanceof ValueAttribute value
                    && !value.nullable()
                    && column != witness
                    && isAsOld(table, witness)) {
                needs(table, column, witness);
            }
            slot("refers ", table, component);
            if (component instanceof Slot.ReferenceSlot reference
                    && schema.model().hasJavaClasses()
                    && RecordTrial.mayRequire(slot, reference)) {
                add(REQUIRES + table.name() + "." + column.name(), witness.name());
            }
        }
    }

    /** An older program writes records without a component that was added later, and does not clear it. */
    private boolean isAsOld(Table table, Column witness) {
        return !described.contains(table.name()) || !columns.contains(table.name() + "." + witness.name());
    }

    /**
     * The level at which an index stands.
     *
     * @param asked the indexes that single fields ask for
     * @param values those, and those on values
     */
    public static String level(Set<Index> asked, Set<Index> values, Index index) {
        return asked.contains(index) ? ASKED : values.contains(index) ? VALUES : RELATIONS;
    }

    private void indexes(Set<Index> left) {
        Set<Index> asked = Set.copyOf(schema.indexes(false, false));
        Set<Index> values = Set.copyOf(schema.indexes(true, false));
        Map<String, List<String>> before = new HashMap<>();
        facts.keySet().stream().filter(fact -> fact.startsWith("index ")).forEach(fact -> {
            int name = fact.indexOf('.') + 1;
            before.computeIfAbsent(
                            fact.substring(0, name)
                                    + fact.substring(name, name + 3)
                                    + fact.substring(fact.indexOf('(')),
                            key -> new ArrayList<>())
                    .add(fact);
        });
        for (Index index : schema.indexes(true, true)) {
            String table = "index " + index.table().name() + ".";
            String columns = index.columns().stream().map(Column::name).collect(Collectors.joining(" ", "(", ")"));
            String fact = table + index.name() + columns;
            String prefix = index.unique() ? "ux_" : "ix_";
            before.getOrDefault(table + prefix + columns, List.of()).stream()
                    .filter(old -> left.contains(index) || !old.equals(fact))
                    .forEach(facts::remove);
            if (!left.contains(index)) {
                add(fact, level(asked, values, index));
            }
        }
    }

    /** The names of indexes, by {@link KnownNames#index}, of which several may be of one table and its columns. */
    public static Map<String, String> indexNames(String text, Map<String, Table> tables) {
        Map<String, Table> byName = tables.values().stream().collect(Collectors.toMap(Table::name, table -> table));
        Map<String, String> names = new TreeMap<>();
        parse(text).keySet().stream().filter(fact -> fact.startsWith("index ")).forEach(fact -> {
            int dot = fact.indexOf('.');
            int open = fact.indexOf('(', dot);
            String name = fact.substring(dot + 1, open);
            Table table = byName.get(fact.substring("index ".length(), dot));
            if (table != null) {
                List<String> columns =
                        List.of(fact.substring(open + 1, fact.length() - 1).split(" "));
                names.put(
                        KnownNames.index(
                                table.name(),
                                table.columns().stream()
                                        .filter(column -> columns.contains(column.name()))
                                        .sorted(Comparator.comparingInt(column -> columns.indexOf(column.name())))
                                        .toList(),
                                name.startsWith("ux_")),
                        name);
            }
        });
        return names;
    }
}
