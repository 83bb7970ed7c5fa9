package dev.espalier.internal.catalog.match;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An attribute of a program that stored objects are still without: its values have to be converted from another attribute, or computed.
 *
 * @param className the database's name of the class
 * @param path the path of the attribute in the database
 * @param from the path of the attribute in the database that it is converted from; null if a migration computes it
 * @param fromLine the line of that attribute, or null
 * @param isNew whether this opening adds the attribute
 * @param components what the components of converted records are called in the database
 */
public record Fill(
        PersistentClass type,
        Attribute attribute,
        String className,
        String path,
        @Nullable String from,
        @Nullable Line fromLine,
        boolean isNew,
        Map<Attribute, String> components) {

    public Fill {
        requireNonNull(type);
        requireNonNull(attribute);
        requireNonNull(className);
        requireNonNull(path);
        components = Map.copyOf(components);
    }

    /** An attribute of all objects of a class, whatever they hold. */
    public static Fill computed(PersistentClass type, Attribute attribute, String className) {
        return new Fill(type, attribute, className, attribute.name(), null, null, false, Map.of());
    }

    /** The same, for an attribute that has this path in the database. */
    public Fill at(String storedPath) {
        return new Fill(type, attribute, className, storedPath, from, fromLine, isNew, components);
    }

    /** Whether every former value is also one of the new type, so that nobody is asked. */
    public boolean isLossless() {
        return fromLine != null
                && AttributeTypes.isLossless(AttributeTypes.of(attribute, PersistentClass::name), fromLine.type());
    }

    /** The attribute with its class, for messages. */
    public String name() {
        return type + "." + attribute.name();
    }

    /** Describes the change for people: {@code convert Order.due from String to LocalDate}. */
    public String description() {
        if (from == null) {
            return "compute " + name();
        }
        String former = className + "." + formerName(from);
        String end = former.equals(name()) ? "" : " to " + name();
        if (fromLine == null) {
            return "convert " + former + end;
        }
        String was = AttributeTypes.described(fromLine.type());
        String is = AttributeTypes.described(AttributeTypes.of(attribute, PersistentClass::name));
        if (was.equals(is)) {
            return "convert the " + (attribute instanceof CollectionAttribute ? "members" : "components") + " of "
                    + former + end;
        }
        return end.isEmpty()
                ? "convert " + former + " from " + was + " to " + is
                : "convert " + former + " (" + was + ") to " + name() + " (" + is + ")";
    }

    /** The name in programs of an attribute that has a number in its stored name, because it was converted before. */
    private String formerName(String path) {
        String plain = path.replaceFirst("_\\d+$", "");
        return fromLine != null && fromLine.names().contains(plain) ? plain : path;
    }
}
