package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.catalog.tables.Structure.Kind;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.RecordTrial;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Adds what a model says of its tables to what is stored. For one thread. */
public final class StructureOfModel {

    private final Schema schema;
    private final Structure stored;
    /** The subjects of which something else is said than before. */
    private final Map<Subject, Set<String>> changed = new HashMap<>();
    /** Those that the database has already, with their tables. */
    private final Set<String> columns = new HashSet<>();
    /** The tables of which there are facts already. */
    private final Set<String> described = new HashSet<>();

    /**
     * @param stored what the database says
     * @param tables that the database has already
     */
    public StructureOfModel(Structure stored, Map<TableSubject, Table> tables, Schema schema) {
        this.stored = stored;
        this.schema = schema;
        tables.values()
                .forEach(table -> table.columns().forEach(column -> columns.add(table.name() + "." + column.name())));
        stored.facts().keySet().stream()
                .filter(subject -> subject.kind() == Kind.CLASS || subject.kind() == Kind.OWNER)
                .forEach(subject -> described.add(subject.table()));
    }

    /** Returns the facts about the constructors of a model's records, without those of a database. */
    public static Structure requirements(Schema schema) {
        Map<Subject, Set<String>> requirements = new TreeMap<>(new StructureOfModel(Structure.NONE, Map.of(), schema)
                .merged(Set.of())
                .facts());
        requirements.keySet().removeIf(subject -> subject.kind() != Kind.REQUIRES && subject.kind() != Kind.FEWEST);
        return new Structure(requirements);
    }

    /** Returns the facts about parts, without those of a database. */
    public static Structure parts(Schema schema) {
        StructureOfModel model = new StructureOfModel(Structure.NONE, Map.of(), schema);
        model.parts();
        return new Structure(model.changed);
    }

    /**
     * Returns the stored facts together with those of the model.
     *
     * @param left the indexes for which a table has no room
     */
    public Structure merged(Set<Index> left) {
        schema.classTables().forEach(this::classTable);
        schema.linkTables().forEach(this::linkTable);
        parts();
        indexes(left);
        if (changed.isEmpty()) {
            return stored;
        }
        Map<Subject, Set<String>> facts = new HashMap<>(stored.facts());
        facts.putAll(changed);
        return new Structure(facts);
    }

    private void add(Subject subject, String word) {
        if (!words(subject).contains(word)) {
            toChange(subject).add(word);
        }
    }

    private void remove(Subject subject, String word) {
        if (words(subject).contains(word)) {
            toChange(subject).remove(word);
        }
    }

    private Set<String> words(Subject subject) {
        Set<String> words = changed.isEmpty() ? null : changed.get(subject);
        return words == null ? stored.of(subject) : words;
    }

    private Set<String> toChange(Subject subject) {
        return changed.computeIfAbsent(subject, s -> new HashSet<>(stored.of(s)));
    }

    private void classTable(ClassTable type) {
        Table table = type.table();
        Subject subject = Subject.of(Kind.CLASS, table);
        add(subject, schema.nameOf(type.type()));
        type.type().superclasses().forEach(above -> add(subject, schema.nameOf(above)));
        Column id = table.columns().get(ClassTable.ID);
        for (Column column :
                table.columns().subList(ClassTable.FIRST_FIELD, table.columns().size())) {
            if (!column.nullable()) {
                needs(table, column, id);
            } else {
                // A primitive of an older program.
                remove(Subject.of(Kind.NEEDS, table, column), id.name());
            }
        }
        type.fields().forEach(field -> slot(Kind.REFERS, table, field.slot()));
        if (type.type().isRecord()) {
            record(type, id);
        }
    }

    /** What the constructor of a record that is an object may refuse to be without. */
    private void record(ClassTable type, Column id) {
        for (ClassTable.Field field : type.fields()) {
            if (field.slot() instanceof Slot.ReferenceSlot reference && RecordTrial.mayRequire(type, reference)) {
                add(
                        Subject.of(
                                Kind.REQUIRES,
                                type.table(),
                                type.table().columns().get(reference.at())),
                        id.name());
            }
        }
        for (LinkTable link : type.links()) {
            int fewest = link.hasObjects() ? RecordTrial.fewest(type, link) : 0;
            if (fewest > 0) {
                add(Subject.of(Kind.FEWEST, link.table()), String.valueOf(fewest));
            }
        }
    }

    private void linkTable(LinkTable link) {
        Table table = link.table();
        CollectionAttribute attribute = link.attribute();
        for (PersistentClass owner : attribute.declaringClass().concreteClasses()) {
            add(Subject.of(Kind.OWNER, table), schema.table(owner).table().name());
        }
        boolean isSet = attribute.container() == Container.SET || attribute.container() == Container.SORTED_SET;
        if (link.key() != null) {
            slot(Kind.MEMBER, table, link.key());
            distinct(Kind.KEYS, table, link.key(), true);
            if (attribute.container() == Container.SORTED_MAP) {
                required(table, link.key());
            }
        } else {
            distinct(Kind.DISTINCT, table, link.element(), isSet);
        }
        slot(Kind.MEMBER, table, link.element());
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
    private void distinct(Kind kind, Table table, Slot slot, boolean isDistinct) {
        Subject subject = Subject.of(kind, table);
        Iterable<Column> columns = table.columns().subList(slot.at(), slot.at() + slot.width());
        boolean isComparable = isDistinct;
        for (Column column : columns) {
            isComparable &= column.type() != ColumnType.BINARY;
        }
        if (isComparable) {
            columns.forEach(column -> add(subject, column.name()));
        } else {
            add(subject, Structure.NO_COLUMN);
        }
    }

    private void needs(Table table, Column column, Column where) {
        add(Subject.of(Kind.NEEDS, table, column), where.name());
    }

    /** @param reference the kind of a reference there */
    private void slot(Kind reference, Table table, Slot slot) {
        Column first = table.columns().get(slot.at());
        if (slot instanceof Slot.ReferenceSlot refers) {
            add(Subject.of(reference, table, first), schema.nameOf(refers.target()));
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
            slot(Kind.REFERS, table, component);
            if (component instanceof Slot.ReferenceSlot reference
                    && schema.model().hasJavaClasses()
                    && RecordTrial.mayRequire(slot, reference)) {
                add(Subject.of(Kind.REQUIRES, table, column), witness.name());
            }
        }
    }

    /** An older program writes records without a component that was added later, and does not clear it. */
    private boolean isAsOld(Table table, Column witness) {
        return !described.contains(table.name()) || !columns.contains(table.name() + "." + witness.name());
    }

    private void parts() {
        for (ClassTable table : schema.classTables()) {
            for (ClassTable.Field field : table.fields()) {
                if (field.attribute() instanceof ReferenceAttribute reference) {
                    Subject subject = Subject.of(
                            Kind.PART,
                            table.table(),
                            table.table().columns().get(field.slot().at()));
                    part(subject, Structure.TO_PART, reference.isPart());
                    List<CollectionAttribute> inverses = table.type().inversesOfReferences().stream()
                            .filter(inverse -> inverse.reference().equals(reference.name()))
                            .toList();
                    if (!inverses.isEmpty()) { // else the program may know fewer fields
                        part(subject, Structure.TO_OWNER, inverses.stream().anyMatch(CollectionAttribute::isPart));
                    }
                }
            }
        }
        for (LinkTable link : schema.linkTables()) {
            if (link.element() instanceof Slot.ReferenceSlot element) {
                part(
                        Subject.of(
                                Kind.PART, link.table(), link.table().columns().get(element.at())),
                        Structure.TO_PART,
                        link.attribute().isPart());
            }
        }
    }

    private void part(Subject subject, String word, boolean isPart) {
        if (isPart) {
            add(subject, word);
        } else {
            remove(subject, word);
        }
    }

    /** Leaves out the facts of an index under another name: its table and its columns identify an index. */
    private void indexes(Set<Index> left) {
        Set<Index> asked = Set.copyOf(schema.indexes(false, false));
        Set<Index> values = Set.copyOf(schema.indexes(true, false));
        Map<Subject, Index> own = new LinkedHashMap<>();
        schema.indexes(true, true).forEach(index -> own.put(Subject.of(index), index));
        Map<Subject, Set<Subject>> others = new HashMap<>();
        stored.indexes().stream()
                .filter(subject -> !own.containsKey(subject))
                .forEach(subject -> others.computeIfAbsent(unnamed(subject), key -> new HashSet<>())
                        .add(subject));
        own.forEach((subject, index) -> {
            if (!others.isEmpty()) {
                others.getOrDefault(unnamed(subject), Set.of()).forEach(old -> changed.put(old, Set.of()));
            }
            if (!left.contains(index)) {
                add(subject, Structure.level(asked, values, index));
            } else if (!stored.of(subject).isEmpty()) {
                changed.put(subject, Set.of());
            }
        });
    }

    private static Subject unnamed(Subject index) {
        return new Subject(index.kind(), index.table(), "", index.columns());
    }
}
