package dev.espalier.evolution;

import static dev.espalier.error.ErrorCode.RENAMED;

import dev.espalier.Settings;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.Insides;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.opening.OpeningSettings;
import dev.espalier.internal.opening.Openings;
import dev.espalier.internal.store.ObjectStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes down the catalog of a database as a draft. For one database, by one thread. */
final class DraftOfDatabase {

    private final String url;
    private final Settings settings;
    /** Of each class the attributes that were converted, and what they were converted to. */
    private final Map<String, Map<String, String>> converted;

    private final List<StoredClass> stored;
    /** By the names in the database. */
    private final Map<String, String> namesOfConverted = new HashMap<>();

    DraftOfDatabase(String url, Settings settings) {
        this.url = url;
        this.settings = settings;
        SchemaAdmin schema = SchemaAdmin.at(url, settings);
        this.stored = schema.classes();
        this.converted = schema.converted();
    }

    /** @throws SchemaException {@code renamed} if programs call an attribute by the name that the database has for another one */
    ModelDraft read() {
        List<String> swapped = stored.stream().flatMap(this::swapped).distinct().toList();
        if (!swapped.isEmpty()) {
            Place place = Place.of(url);
            throw place.at(new SchemaException(
                    RENAMED,
                    place + ": found names that programs and the database use for different attributes: "
                            + NameList.of(swapped) + "; expected none. Make the model from the classes"));
        }
        ModelDraft all;
        OpeningSettings inside = Insides.of(Settings.class, settings, OpeningSettings.class);
        try (ObjectStore store = Openings.described(url, inside)) {
            all = new DraftReader(store.model()).read();
        }
        Map<String, String> same = new HashMap<>();
        List<RecordDraft> records = merged(all.records(), same);
        return ModelDraft.of(
                all.classes().stream().map(this::withoutConverted).toList().stream() // all names are known
                        .map(type -> type.withAttributes(renamed(type.attributes(), same)))
                        .map(type -> type.withBounds(renamed(type.bounds())))
                        .toList(),
                records,
                all.enums());
    }

    /**
     * The indexes of a record's components are not known if the record stands in a collection. So records that differ by their indexes only are one.
     *
     * @param same gets the names of those that are left out, and the names of those that stand for them
     */
    private static List<RecordDraft> merged(List<RecordDraft> records, Map<String, String> same) {
        Map<String, RecordDraft> merged = new LinkedHashMap<>();
        for (RecordDraft written : records) { // a record stands behind those that it contains
            RecordDraft type = written.withComponents(renamed(written.components(), same));
            RecordDraft other = merged.values().stream()
                    .filter(one -> one.simpleName().equals(type.simpleName())
                            && withoutIndexes(one.components()).equals(withoutIndexes(type.components())))
                    .findFirst()
                    .orElse(null);
            if (other == null) {
                merged.put(type.name(), type);
            } else {
                same.put(type.name(), other.name());
                merged.put(other.name(), other.withComponents(withIndexes(other.components(), type.components())));
            }
        }
        return List.copyOf(merged.values());
    }

    private static List<AttributeDraft> withoutIndexes(List<AttributeDraft> components) {
        return components.stream().map(AttributeDraft::withoutIndex).toList();
    }

    private static List<AttributeDraft> withIndexes(List<AttributeDraft> components, List<AttributeDraft> others) {
        List<AttributeDraft> all = new ArrayList<>();
        for (int i = 0; i < components.size(); i++) {
            AttributeDraft component = components.get(i).withoutIndex();
            if (components.get(i).unique() || others.get(i).unique()) {
                component = component.withUnique();
            } else if (components.get(i).index() || others.get(i).index()) {
                component = component.withIndex();
            }
            all.add(component);
        }
        return all;
    }

    private static List<AttributeDraft> renamed(List<AttributeDraft> attributes, Map<String, String> names) {
        return attributes.stream()
                .map(attribute -> new AttributeDraft(
                        attribute.name(),
                        renamed(DraftType.parse(attribute.type()), names).toString(),
                        attribute.index(),
                        attribute.unique(),
                        attribute.inverse(),
                        attribute.part(),
                        attribute.formerNames()))
                .toList();
    }

    private static DraftType renamed(DraftType type, Map<String, String> names) {
        return new DraftType(
                names.getOrDefault(type.name(), type.name()),
                type.arguments().stream()
                        .map(argument -> renamed(argument, names))
                        .toList(),
                type.isArray());
    }

    /** With the names that attributes get which were converted from others. */
    private @Nullable DefaultBounds renamed(@Nullable DefaultBounds bounds) {
        return bounds == null
                ? null
                : new DefaultBounds(
                        bounds.depth(),
                        renamedPaths(bounds.only()),
                        renamedPaths(bounds.stopAt()),
                        renamedPaths(bounds.follow()));
    }

    private List<String> renamedPaths(List<String> paths) {
        return paths.stream()
                .map(path -> Stream.of(path.split("\\."))
                        .map(name -> namesOfConverted.getOrDefault(name, name))
                        .collect(Collectors.joining(".")))
                .toList();
    }

    private ClassDraft withoutConverted(ClassDraft type) {
        Map<String, String> next = converted.getOrDefault(type.name(), Map.of());
        List<AttributeDraft> left = new ArrayList<>();
        for (AttributeDraft attribute : type.attributes()) {
            if (!next.containsKey(attribute.name())) {
                boolean hasNameOfFormer = next.containsValue(attribute.name());
                AttributeDraft named =
                        hasNameOfFormer ? named(attribute, otherNames(type, attribute), next) : attribute;
                if (!named.name().equals(attribute.name())) {
                    namesOfConverted.put(attribute.name(), named.name());
                }
                left.add(named);
            }
        }
        return type.withAttributes(left);
    }

    /** The name that programs have for it, if that of the attribute that it was converted from is free. */
    private static AttributeDraft named(AttributeDraft attribute, List<String> otherNames, Map<String, String> next) {
        String name = otherNames.stream().filter(next::containsKey).findFirst().orElse(attribute.name());
        return new AttributeDraft(
                name,
                attribute.type(),
                attribute.index(),
                attribute.unique(),
                attribute.inverse(),
                attribute.part(),
                attribute.formerNames());
    }

    private List<String> otherNames(ClassDraft type, AttributeDraft attribute) {
        return stored.stream()
                .filter(one -> one.name().equals(type.name()))
                .flatMap(one -> one.attributes().stream())
                .filter(one -> one.path().equals(attribute.name()))
                .flatMap(one -> one.otherNames().stream())
                .toList();
    }

    /** The attributes that programs call as the database calls another one of the same type in the same class or record. The type distinguishes others. */
    private Stream<String> swapped(StoredClass type) {
        Map<String, StoredClass.Attribute> all = type.attributes().stream()
                .collect(Collectors.toMap(StoredClass.Attribute::path, attribute -> attribute));
        Map<String, String> next = converted.getOrDefault(type.name(), Map.of());
        return type.attributes().stream()
                .flatMap(attribute -> attribute.otherNames().stream()
                        .map(name -> all.get(
                                attribute.path().substring(0, attribute.path().lastIndexOf('.') + 1) + name))
                        .filter(other -> other != null
                                && other != attribute
                                && !next.containsKey(other.path())
                                && !Collections.disjoint(other.types(), attribute.types()))
                        .map(other -> type.name() + "." + other.path()));
    }
}
