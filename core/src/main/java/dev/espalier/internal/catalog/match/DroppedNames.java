package dev.espalier.internal.catalog.match;

import static dev.espalier.error.ErrorCode.DROPPED;

import dev.espalier.error.SchemaException;
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
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The classes, attributes and enum constants that were dropped for good, as text in the database. A program that still has one of them is refused: it would add it again,
 * empty. Lines are added only. None of these names of tables and columns is given again.
 *
 * <pre>
 * Order note as remark: #12 order.note 2026-11-23T09:30:12Z shop.jar (process 7 on host)
 * enum shop.Status LOST: #13 - 2026-11-23T09:30:12Z shop.jar (process 7 on host)
 * Order tags: #14 order_tags 2026-11-23T09:30:12Z shop.jar (process 7 on host)
 * </pre>
 */
public final class DroppedNames {

    private static final String NONE = "-";

    private final List<Entry> entries = new ArrayList<>();

    /**
     * One line.
     *
     * @param key the class, for an attribute a space and its path
     * @param names the further names in Java
     * @param storage the table, or the columns as {@code table.column}
     * @param when the time, and the program
     */
    private record Entry(String key, Set<String> names, Set<String> storage, String when) {
        boolean isNamed(String className, String path) {
            int dot = path.lastIndexOf('.') + 1;
            String prefix = className + " " + path.substring(0, dot);
            return key.equals(className + " " + path)
                    || key.startsWith(prefix)
                            && key.indexOf('.', prefix.length()) < 0
                            && names.contains(path.substring(dot));
        }
    }

    /** Reads a text; null for a database that has none. */
    public DroppedNames(@Nullable String text) {
        for (String line : text == null ? List.<String>of() : text.lines().toList()) {
            int colon = line.indexOf(": #");
            String[] key = line.substring(0, colon).split(" as ");
            String[] words = line.substring(colon + 3).split(" ", 3);
            entries.add(new Entry(
                    key[0],
                    key.length > 1 ? Set.of(key[1].split(",")) : Set.of(),
                    words[1].equals(NONE) ? Set.of() : Set.of(words[1].split(",")),
                    words[2]));
        }
    }

    /** One line of the text. */
    public static String line(String key, Set<String> names, int number, List<String> storage, String when) {
        return key + (names.isEmpty() ? "" : " as " + String.join(",", new TreeSet<>(names))) + ": #" + number + " "
                + (storage.isEmpty() ? NONE : String.join(",", storage)) + " " + when;
    }

    /** The names, with those that are not given again. */
    public KnownNames reserved(KnownNames names) {
        if (entries.isEmpty()) {
            return names;
        }
        Set<String> storage =
                entries.stream().flatMap(entry -> entry.storage().stream()).collect(Collectors.toSet());
        Set<String> classes = entries.stream()
                .filter(entry -> entry.storage().stream().noneMatch(name -> name.contains(".")))
                .map(entry -> entry.key().replace(' ', '.'))
                .collect(Collectors.toSet());
        return names.withDropped(
                classes,
                storage.stream().filter(name -> !name.contains(".")).collect(Collectors.toSet()),
                storage.stream().filter(name -> name.contains(".")).collect(Collectors.toSet()));
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
                                .filter(entry ->
                                        entry.key().equals(StoredAttributes.ENUM + " " + name + " " + constant))
                                .reduce((first, last) -> last)
                                .ifPresent(entry -> found.add(
                                        "the constant " + own + " of " + type.name() + ", dropped at " + entry.when()));
                    }
                }));
    }

    private void refuseClass(PersistentClass type, List<String> found) {
        if (type.formerNames() != null && type.formerNames().isEmpty()) {
            return;
        }
        entries.stream()
                .filter(entry -> entry.key().indexOf(' ') < 0
                        && (entry.names().isEmpty()
                                ? entry.key().equals(type.name())
                                : type.programNames().stream().anyMatch(entry.names()::contains)))
                .findFirst()
                .ifPresent(entry -> found.add("class " + ClassMatch.javaName(type) + ", dropped at " + entry.when()));
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
                        .ifPresent(entry -> found.add(type + "." + own + ", dropped at " + entry.when()));
            }
            if (isStored && attribute instanceof EmbeddedAttribute embedded) {
                refuse(type, embedded.type().components(), own + ".", className, stored, storedPaths, found);
            }
        }
    }
}
