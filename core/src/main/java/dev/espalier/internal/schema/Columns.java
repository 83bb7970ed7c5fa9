package dev.espalier.internal.schema;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.OlderType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of one table while it is laid out. An attribute that the database has already keeps its columns, in whatever order they stand there and
 * whatever the attribute was called then; a new attribute gets new columns with free names.
 */
final class Columns {

    private final List<Column> list = new ArrayList<>();
    private final Names names;
    private final String className;
    private final KnownNames known;
    private final Map<String, Column> stored = new LinkedHashMap<>();
    private final Map<String, List<String>> paths = new HashMap<>();

    /** @param table as it is stored; null for a new one */
    Columns(Names names, PersistentClass type, KnownNames known, @Nullable Table table) {
        this.names = names;
        this.className = type.name();
        this.known = known;
        if (table != null) {
            table.columns().forEach(column -> stored.put(column.name(), column));
            table.columns().forEach(column -> names.take(column.name()));
            String prefix = table.name() + ".";
            known.droppedColumns().stream()
                    .filter(column -> column.startsWith(prefix))
                    .forEach(column -> names.take(column.substring(prefix.length())));
        }
    }

    List<Column> list() {
        return list;
    }

    /** The columns of each attribute by the keys of {@link KnownNames#attribute}; of an embedded record the one that shows whether it is there. */
    Map<String, List<String>> paths() {
        return paths;
    }

    /** Adds the stored columns that the program does not know, behind its own. */
    void addOthers() {
        stored.values().stream()
                .filter(column -> list.stream().noneMatch(own -> own.name().equals(column.name())))
                .forEach(list::add);
    }

    /** Adds one of the first columns of a table, which never change. */
    void addKey(String name, ColumnType type) {
        names.take(name);
        list.add(Column.required(name, type));
    }

    /** Adds the columns of a field that is no collection. */
    Slot addField(Attribute attribute) {
        return add(attribute.name(), "", attribute, false);
    }

    /** Adds the columns of a collection's keys or members. */
    Slot addElement(String path, String valueName, String referenceName, String embeddedPrefix, Element element) {
        if (element instanceof Element.Value value) {
            return addValue(path, valueName, value.type(), true, false);
        }
        if (element instanceof Element.Reference reference) {
            return addReference(path, referenceName, reference.target(), false);
        }
        return addEmbedded(path, valueName, embeddedPrefix, ((Element.Embedded) element).type());
    }

    /** @param optional whether the columns may be null because the record they belong to may be missing */
    private Slot add(String path, String prefix, Attribute attribute, boolean optional) {
        String name = prefix + Names.snake(attribute.name());
        if (attribute instanceof ValueAttribute value) {
            return addValue(path, name, value.type(), optional || value.nullable(), value.unique());
        }
        if (attribute instanceof ReferenceAttribute reference) {
            return addReference(path, name + "_id", reference.target(), reference.unique());
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return addEmbedded(path, name, name + "_", embedded.type());
        }
        throw new IllegalArgumentException(attribute.name() + " is a collection: it has a table of its own");
    }

    private Slot addValue(String path, String name, ValueType type, boolean nullable, boolean unique) {
        int at = list.size();
        String key = KnownNames.attribute(className, path);
        List<String> columns = known.columns().getOrDefault(key, List.of());
        for (int i = 0; i < type.parts().size(); i++) {
            ValueType.Part part = type.parts().get(i);
            add(i < columns.size() ? columns.get(i) : null, name + part.suffix(), part.type(), nullable, unique);
        }
        paths.put(key, Index.names(list.subList(at, list.size())));
        boolean isOlder = known.olderTypes().contains(key);
        return new Slot.ValueSlot(at, isOlder ? new OlderType(type, nullable) : type);
    }

    private Slot addReference(String path, String name, PersistentClass target, boolean unique) {
        int at = list.size();
        add(columns(path).stream().findFirst().orElse(null), name, ColumnType.BIGINT, true, unique);
        put(path, list.subList(at, list.size()));
        return new Slot.ReferenceSlot(at, target);
    }

    private Slot addEmbedded(String path, String name, String prefix, EmbeddedType type) {
        int at = list.size();
        String witness = columns(path).stream().findFirst().orElse(null);
        boolean presence = witness == null
                ? type.needsPresence()
                : type.components().stream()
                        .noneMatch(component ->
                                columns(path + "." + component.name()).contains(witness));
        if (presence) {
            add(witness, name, ColumnType.BOOLEAN, true, false);
        }
        List<Slot> components = new ArrayList<>();
        for (Attribute component : type.components()) {
            components.add(add(path + "." + component.name(), prefix, component, true));
        }
        int presenceAt = presence ? at : witness(witness, type, components);
        put(path, list.subList(presenceAt, presenceAt + 1));
        return new Slot.EmbeddedSlot(at, list.size() - at, type, presence, presenceAt, components);
    }

    private int witness(@Nullable String stored, EmbeddedType type, List<Slot> components) {
        for (int i = 0; i < components.size(); i++) {
            int at = components.get(i).at();
            if (stored != null
                    ? list.get(at).name().equals(stored)
                    : type.components().get(i) instanceof ValueAttribute value && !value.nullable()) {
                return at;
            }
        }
        throw new IllegalStateException(type.name() + " has no column that shows whether it is there");
    }

    private void put(String path, List<Column> columns) {
        paths.put(KnownNames.attribute(className, path), Index.names(columns));
    }

    private List<String> columns(String path) {
        return known.columns().getOrDefault(KnownNames.attribute(className, path), List.of());
    }

    /** @param own the column's name in the database; null for a new one */
    private void add(@Nullable String own, String wanted, ColumnType type, boolean nullable, boolean unique) {
        Column standing = own == null ? null : stored.get(own);
        Column column = new Column(own != null ? own : names.unique(wanted), type, nullable, unique);
        list.add(standing == null ? column : standing.widened(column));
    }
}
