package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.DeclaredBounds;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a database says of its model: the same on every engine. Immutable.
 *
 * @param level the name of the index level
 * @param tables of classes and collections
 * @param structure what the columns of these tables mean
 * @param javaNames what programs call classes and collections; those that no program has named are left out
 * @param numbered the classes and attributes with their permanent numbers
 * @param bounds those that classes declare for reads of their objects, by the classes' names
 * @param dropped the classes, attributes and constants that were dropped for good; entries are added only
 */
public record Description(
        String level,
        Map<TableSubject, Table> tables,
        Structure structure,
        Map<TableSubject, Set<String>> javaNames,
        StoredAttributes.Numbered numbered,
        Map<String, DeclaredBounds> bounds,
        List<DroppedName> dropped) {

    /** That of a database without a model. */
    public static final Description NONE = new Description(
            "", Map.of(), Structure.NONE, Map.of(), StoredAttributes.Numbered.NONE, Map.of(), List.of());

    public Description {
        requireNonNull(level);
        requireNonNull(structure);
        requireNonNull(numbered);
        // sorted ones, which a TreeMap takes over without comparing keys
        tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
        javaNames = Collections.unmodifiableSortedMap(new TreeMap<>(javaNames));
        bounds = Collections.unmodifiableSortedMap(new TreeMap<>(bounds));
        dropped = List.copyOf(dropped);
    }

    /** The classes and attributes, to be changed by the caller only. */
    public StoredAttributes attributes() {
        return new StoredAttributes(numbered);
    }

    /** The names of all tables. */
    public List<String> tableNames() {
        return tables.values().stream().map(Table::name).toList();
    }

    /** The same at another index level. */
    public Description with(String otherLevel, Structure otherStructure) {
        return new Description(otherLevel, tables, otherStructure, javaNames, numbered, bounds, dropped);
    }

    /** The same with other dropped names. */
    public Description with(List<DroppedName> otherDropped) {
        return new Description(level, tables, structure, javaNames, numbered, bounds, otherDropped);
    }

    /** The same with other attributes. */
    public Description with(StoredAttributes attributes) {
        return new Description(level, tables, structure, javaNames, attributes.numbered(), bounds, dropped);
    }

    /**
     * Names the parts that differ, for people.
     *
     * @param before null if there was none
     */
    public List<String> differences(@Nullable Description before) {
        Description other = before == null ? NONE : before;
        List<String> parts = new ArrayList<>();
        if (before == null) {
            parts.add("format");
        }
        if (!level.equals(other.level)) {
            parts.add("indexes");
        }
        if (!structure.equals(other.structure)) {
            parts.add("structure");
        }
        if (!javaNames.equals(other.javaNames)) {
            parts.add("classes");
        }
        if (!numbered.equals(other.numbered)) {
            parts.add("attributes");
        }
        if (!tables.equals(other.tables)) {
            parts.add("model");
        }
        if (!bounds.equals(other.bounds)) {
            parts.add("bounds");
        }
        if (!dropped.equals(other.dropped)) {
            parts.add("finished");
        }
        return parts;
    }
}
