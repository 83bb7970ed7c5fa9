package dev.espalier.internal.catalog.match;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.Origin;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes down the attributes of one class of a program, with the columns that they have now. For one opening, by one thread. */
public final class AttributeLines {

    private final StoredAttributes stored;
    private final Map<String, String> storedPaths;
    private final Map<String, Origin> origins;
    private final Schema schema;
    private final PersistentClass type;
    private final String className;
    /** The stored names of the program's enums. */
    private final Map<String, String> enums;
    /** Gets the enums that are written down, by their full names. */
    private final Set<String> recordedEnums;
    /** Gets the stored names of the attributes of classes, by the keys of {@link KnownNames#attribute}. */
    private final Map<String, String> recorded;

    private AttributeLines(
            StoredAttributes stored,
            AttributeMatch match,
            Schema schema,
            PersistentClass type,
            Map<String, String> enums,
            Set<String> recordedEnums,
            Map<String, String> recorded) {
        this.enums = enums;
        this.recordedEnums = recordedEnums;
        this.recorded = recorded;
        this.stored = stored;
        this.storedPaths = match.storedPaths();
        this.origins = match.origins();
        this.schema = schema;
        this.type = type;
        this.className = schema.nameOf(type);
    }

    /**
     * Writes down all classes of a program.
     *
     * @param match the attributes that the database knows already, and where the others get their values from
     * @param recorded gets the paths in the database of all attributes, by the keys of {@link KnownNames#attribute}
     * @return the paths in the database of the attributes that get values from elsewhere, by the keys of {@link KnownNames#attribute}
     */
    public static Map<String, String> record(
            StoredAttributes stored, AttributeMatch match, Schema schema, Map<String, String> recorded) {
        Map<String, String> filled = new HashMap<>();
        Map<String, String> enums =
                stored.enumsOf(ConstantMatch.enums(schema.model()).keySet());
        Set<String> recordedEnums = new HashSet<>();
        for (PersistentClass type : schema.model().classes()) {
            boolean isNew = stored.find(schema.nameOf(type)) == null;
            stored.putClass(
                    schema.nameOf(type),
                    type.isAbstract() ? StoredType.ABSTRACT : StoredType.CLASS,
                    type.superclasses().stream().map(schema::nameOf).toList());
            new AttributeLines(stored, match, schema, type, enums, recordedEnums, recorded)
                    .record(type, type.attributes(), "", "", isNew, filled);
        }
        schema.model().classes().forEach(type -> recordInverses(stored, schema, type, recorded));
        return filled;
    }

    /** Now each reference has its name in the database: programs may call it otherwise. */
    private static void recordInverses(
            StoredAttributes stored, Schema schema, PersistentClass type, Map<String, String> recorded) {
        for (Attribute attribute : type.attributes()) {
            if (attribute instanceof CollectionAttribute inverse && inverse.isInverse()) {
                stored.putInverse(
                        schema.nameOf(type),
                        requireNonNull(recorded.get(KnownNames.attribute(type.name(), inverse.name()))),
                        requireNonNull(recorded.get(
                                KnownNames.attribute(inverse.members().name(), inverse.reference()))));
            }
        }
    }

    /**
     * @param holder the class of whose table, or of whose collection's table, the columns are
     * @param isFilled whether all objects have the values of new attributes
     * @param filled gets the paths of attributes that get values from elsewhere
     */
    private void record(
            PersistentClass holder,
            List<Attribute> attributes,
            String path,
            String storedPath,
            boolean isFilled,
            Map<String, String> filled) {
        for (Attribute attribute : attributes) {
            String own = path + attribute.name();
            // The components of a collection's records are matched for the class that declares the collection.
            String known =
                    storedPaths.getOrDefault(key(own), storedPaths.get(KnownNames.attribute(holder.name(), own)));
            String name = known != null ? known : free(attribute, storedPath);
            recorded.put(key(own), name);
            StoredAttributes.Line before = stored.find(className, name);
            Set<String> names = before == null ? Set.of() : before.names();
            if ((attribute.access().formerNames() != null || !name.equals(storedPath + attribute.name()))
                    && !names.contains(attribute.name())) {
                names = new HashSet<>(names);
                names.add(attribute.name());
            }
            if (attribute instanceof CollectionAttribute collection) {
                put(
                        name,
                        collectionType(collection),
                        collection.isInverse()
                                ? List.of()
                                : List.of(schema.link(collection).table().name()),
                        collection.inverseOf(),
                        names);
                if (collection.key() != null) {
                    record(collection.declaringClass(), collection.key(), own + Schema.KEY, name + Schema.KEY);
                }
                record(collection.declaringClass(), collection.element(), own + Schema.MEMBER, name + Schema.MEMBER);
            } else {
                put(name, AttributeTypes.of(attribute, schema::nameOf), schema.columnsOf(holder, own), null, names);
                if (attribute instanceof ValueAttribute value) {
                    record(value.type());
                }
                if (attribute instanceof EmbeddedAttribute embedded) {
                    record(holder, embedded.type().components(), own + ".", name + ".", true, filled);
                }
            }
            Origin origin = origins.get(key(own));
            if (origin != null) {
                stored.putOrigin(className, name, origin, isFilled);
                filled.put(key(own), name);
            }
        }
    }

    private void record(PersistentClass declaring, Element element, String own, String name) {
        put(name, AttributeTypes.of(element, schema::nameOf), schema.columnsOf(declaring, own), null, Set.of());
        if (element instanceof Element.Value value) {
            record(value.type());
        }
        if (element instanceof Element.Embedded embedded) {
            record(declaring, embedded.type().components(), own + ".", name + ".", true, Map.of());
        }
    }

    private void record(ValueType type) {
        if (type.isEnum()) {
            String own = AttributeTypes.enumName(type);
            if (recordedEnums.add(own)) {
                stored.putEnum(enums.getOrDefault(own, own), own, type.storedNames());
            }
        }
    }

    private StoredType collectionType(CollectionAttribute collection) {
        return AttributeTypes.of(collection, schema::nameOf);
    }

    /** An attribute that is new has the name that it has in the program, unless an older one has it. */
    private String free(Attribute attribute, String storedPath) {
        String wanted = storedPath + attribute.name();
        if (attribute instanceof CollectionAttribute collection && !collection.isInverse()) {
            return schema.subjectOf(collection).collection();
        }
        String name = wanted;
        for (int i = 2; stored.find(className, name) != null; i++) {
            name = wanted + "_" + i;
        }
        return name;
    }

    private void put(
            String path, StoredType inProgram, List<String> columns, @Nullable String inverseOf, Set<String> names) {
        StoredType wanted = AttributeTypes.withEnum(inProgram, enums);
        StoredAttributes.Line before = stored.find(className, path);
        List<StoredType> types = new ArrayList<>(before == null ? List.of() : before.types());
        if (!types.contains(wanted)) {
            types.add(0, wanted);
        }
        stored.put(
                className,
                path,
                types,
                before != null && columns.isEmpty() ? before.columns() : columns,
                inverseOf,
                names);
    }

    private String key(String path) {
        return KnownNames.attribute(type.name(), path);
    }
}
