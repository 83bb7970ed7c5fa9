package dev.espalier.internal.catalog.match;

import static dev.espalier.error.ErrorCode.DROPPED;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.DroppedName;
import dev.espalier.internal.catalog.tables.DroppedName.Storage;
import dev.espalier.internal.catalog.tables.LineKey;
import dev.espalier.internal.catalog.tables.LineKey.Kind;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.KnownNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Refuses a program that still has what was dropped for good: it would add it again, empty. None of the names of its tables and columns is given again. */
public final class DroppedNames {

    private final List<DroppedName> entries;

    public DroppedNames(List<DroppedName> entries) {
        this.entries = List.copyOf(entries);
    }

    /** The names, with those that are not given again. */
    public KnownNames reserved(KnownNames names) {
        if (entries.isEmpty()) {
            return names;
        }
        Set<String> classes = entries.stream()
                .filter(entry -> entry.storage().stream().noneMatch(Storage::isColumn))
                .map(DroppedName::key)
                .filter(key -> key.kind() == Kind.CLASS || key.kind() == Kind.ATTRIBUTE)
                .map(key -> key.kind() == Kind.CLASS ? key.owner() : key.owner() + "." + key.path())
                .collect(Collectors.toSet());
        return names.withDropped(classes, storage(false), storage(true));
    }

    private Set<String> storage(boolean areColumns) {
        return entries.stream()
                .flatMap(entry -> entry.storage().stream())
                .filter(storage -> storage.isColumn() == areColumns)
                .map(Storage::toString)
                .collect(Collectors.toSet());
    }

    /**
     * Refuses a program that would add what was dropped.
     *
     * @param known what the database calls its classes
     * @param stored the attributes before its opening
     * @param storedPaths of the attributes that the database knows
     * @throws SchemaException {@code dropped}
     */
    public void refuse(
            ObjectModel model,
            KnownNames known,
            StoredAttributes stored,
            Map<String, String> storedPaths,
            Place place) {
        List<String> found = new ArrayList<>();
        for (PersistentClass type : entries.isEmpty() ? List.<PersistentClass>of() : model.classes()) {
            String name = known.classes().get(type);
            if (name == null || stored.find(name) == null) {
                refuseClass(type, found);
            } else {
                refuse(type, type.attributes(), "", name, stored, storedPaths, found);
            }
        }
        if (!entries.isEmpty()) {
            refuseConstants(model, stored, found);
        }
        if (!found.isEmpty()) {
            throw new SchemaException(
                    DROPPED,
                    place + ": this program has what was dropped for good:\n  " + String.join("\n  ", found)
                            + "\nUse a newer version of the program. To add it again, empty, write @Was({}) on it");
        }
    }

    private void refuseConstants(ObjectModel model, StoredAttributes stored, List<String> found) {
        ConstantMatch.enums(model)
                .forEach((name, type) -> type.storedNames().forEach((own, constant) -> {
                    if (stored.constant(name, constant) == null
                            && !type.newConstants().contains(own)) {
                        entries.stream()
                                .filter(entry -> entry.key().equals(LineKey.ofConstant(name, constant)))
                                .reduce((first, last) -> last)
                                .ifPresent(entry -> found.add("the constant " + own + " of " + type.name()
                                        + ", dropped at " + entry.occasion()));
                    }
                }));
    }

    private void refuseClass(PersistentClass type, List<String> found) {
        if (type.formerNames() != null && type.formerNames().isEmpty()) {
            return;
        }
        entries.stream()
                .filter(entry -> entry.key().kind() == Kind.CLASS
                        && (entry.names().isEmpty()
                                ? entry.key().owner().equals(type.name())
                                : type.programNames().stream().anyMatch(entry.names()::contains)))
                .findFirst()
                .ifPresent(entry -> found.add("class " + ProgramNames.of(type) + ", dropped at " + entry.occasion()));
    }

    private void refuse(
            PersistentClass type,
            List<Attribute> attributes,
            String path,
            String className,
            StoredAttributes stored,
            Map<String, String> storedPaths,
            List<String> found) {
        for (Attribute attribute : attributes) {
            String own = path + attribute.name();
            boolean isSaidToBeNew = attribute.access().formerNames() != null
                    && attribute.access().formerNames().isEmpty();
            boolean isStored =
                    stored.find(className, storedPaths.getOrDefault(KnownNames.attribute(type.name(), own), own))
                            != null;
            if (!isStored && !isSaidToBeNew) {
                entries.stream()
                        .filter(entry -> entry.isNamed(className, own))
                        .findFirst()
                        .ifPresent(entry -> found.add(type + "." + own + ", dropped at " + entry.occasion()));
            }
            if (isStored && attribute instanceof EmbeddedAttribute embedded) {
                refuse(type, embedded.type().components(), own + ".", className, stored, storedPaths, found);
            }
        }
    }
}
