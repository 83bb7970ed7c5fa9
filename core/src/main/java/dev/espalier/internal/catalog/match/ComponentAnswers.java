package dev.espalier.internal.catalog.match;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The components of records that {@code @Was} converts to another type. A record is converted as a whole: its field becomes a new attribute, with columns or a
 * table of its own. For one opening, by one thread.
 */
final class ComponentAnswers {

    private final StoredAttributes stored;

    ComponentAnswers(StoredAttributes stored) {
        this.stored = stored;
    }

    /**
     * Whether an answer on a component asks for another type than the stored one has.
     *
     * @param path of the stored attribute whose values are the records, or a collection of them
     */
    boolean areConverted(String className, Attribute attribute, String path) {
        if (attribute instanceof EmbeddedAttribute embedded) {
            return areConverted(className, embedded.type().components(), path);
        }
        return attribute instanceof CollectionAttribute collection
                && !collection.isInverse()
                && (isConverted(className, collection.element(), path + Schema.MEMBER)
                        || collection.key() != null && isConverted(className, collection.key(), path + Schema.KEY));
    }

    private boolean isConverted(String className, Element element, String path) {
        return element instanceof Element.Embedded embedded
                && areConverted(className, embedded.type().components(), path);
    }

    private boolean areConverted(String className, List<Attribute> components, String path) {
        Map<String, StoredAttributes.Line> lines = stored.children(className, path);
        return components.stream().anyMatch(component -> {
            String name = name(component, lines);
            if (name == null) {
                return false;
            }
            if (component instanceof EmbeddedAttribute
                    && line(lines, name).type().isRecord()) {
                return areConverted(className, component, path + "." + name);
            }
            StoredType wanted = AttributeTypes.of(component, PersistentClass::name);
            return component.access().formerNames() != null
                    && !component.access().formerNames().isEmpty()
                    && !AttributeTypes.holds(wanted, line(lines, name).type())
                    && !line(lines, name).types().contains(wanted);
        });
    }

    /**
     * The number of components that the stored records have with a type that the program reads. Of a record that was converted, and the former one, the one with
     * more of them is the program's.
     */
    int fitting(String className, Attribute attribute, String path) {
        return attribute instanceof EmbeddedAttribute embedded
                ? fitting(className, embedded.type().components(), path)
                : attribute instanceof CollectionAttribute collection
                        ? fitting(className, collection.element(), path + Schema.MEMBER)
                                + fitting(className, collection.key(), path + Schema.KEY)
                        : 0;
    }

    private int fitting(String className, @Nullable Element element, String path) {
        return element instanceof Element.Embedded embedded
                ? fitting(className, embedded.type().components(), path)
                : 0;
    }

    private int fitting(String className, List<Attribute> components, String path) {
        Map<String, StoredAttributes.Line> lines = stored.children(className, path);
        return components.stream()
                .mapToInt(component -> {
                    String name = name(component, lines);
                    StoredType wanted = AttributeTypes.of(component, PersistentClass::name);
                    return name == null
                                    || !AttributeTypes.holds(
                                                    wanted, line(lines, name).type())
                                            && !line(lines, name).types().contains(wanted)
                            ? 0
                            : 1 + fitting(className, component, path + "." + name);
                })
                .sum();
    }

    /**
     * The names that the components of a record have in the database, also of records within it; empty for a new one.
     *
     * @param path of the stored attribute whose values are the records, or a collection of them
     */
    Map<Attribute, String> names(String className, Attribute attribute, String path) {
        Map<Attribute, String> names = new HashMap<>();
        if (attribute instanceof EmbeddedAttribute embedded) {
            names(className, embedded.type().components(), path, names);
        } else if (attribute instanceof CollectionAttribute collection) {
            names(className, collection.element(), path + Schema.MEMBER, names);
            names(className, collection.key(), path + Schema.KEY, names);
        }
        return names;
    }

    private void names(String className, @Nullable Element element, String path, Map<Attribute, String> names) {
        if (element instanceof Element.Embedded embedded) {
            names(className, embedded.type().components(), path, names);
        }
    }

    private void names(String className, List<Attribute> components, String path, Map<Attribute, String> names) {
        Map<String, StoredAttributes.Line> lines = stored.children(className, path);
        for (Attribute component : components) {
            String name = name(component, lines);
            if (name == null && !lines.isEmpty()) {
                names.put(component, ""); // it is new
            }
            if (name != null) {
                names.put(component, name);
                if (component instanceof EmbeddedAttribute embedded) {
                    names(className, embedded.type().components(), path + "." + name, names);
                }
            }
        }
    }

    private static StoredAttributes.Line line(Map<String, StoredAttributes.Line> lines, String name) {
        return requireNonNull(lines.get(name), name);
    }

    /** The name of a record's component in the database: by its answer, else by a name in earlier programs, else by its own name. Null for a new component. */
    private static @Nullable String name(Attribute component, Map<String, StoredAttributes.Line> lines) {
        List<String> former = component.access().formerNames();
        if (former != null && former.isEmpty()) {
            return null;
        }
        List<String> wanted = former == null ? List.of(component.name()) : former;
        return wanted.stream()
                .map(one -> lines.entrySet().stream()
                        .filter(line -> line.getValue().names().contains(one))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse(lines.containsKey(one) ? one : null))
                .filter(one -> one != null)
                .findFirst()
                .orElse(null);
    }
}
