package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.TableSubject;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** A class of the program and the stored class that it is, with the names of its attributes in both. */
final class ClassPair {

    private final StoredAttributes stored;
    private final KnownNames known;
    private final BiPredicate<PersistentClass, String> computed;
    private final PersistentClass type;
    private final String className;
    private final List<CollectionAttribute> collections;
    /** The attributes of the stored class itself. */
    private final StoredLevel attributes;

    /**
     * @param known what the database calls the classes and the collections
     * @param computed whether a migration computes an attribute of a class
     * @param className the database's name of the class
     */
    ClassPair(
            StoredAttributes stored,
            KnownNames known,
            BiPredicate<PersistentClass, String> computed,
            PersistentClass type,
            String className) {
        this.stored = stored;
        this.known = known;
        this.computed = computed;
        this.type = type;
        this.className = className;
        this.collections = type.attributes().stream()
                .filter(CollectionAttribute.class::isInstance)
                .map(CollectionAttribute.class::cast)
                .toList();
        this.attributes = new StoredLevel(stored.children(className, ""));
    }

    /** The same class of the program, with another stored one. */
    ClassPair with(String otherName) {
        return otherName.equals(className) ? this : new ClassPair(stored, known, computed, type, otherName);
    }

    StoredAttributes stored() {
        return stored;
    }

    PersistentClass type() {
        return type;
    }

    String className() {
        return className;
    }

    /**
     * Returns the attributes of the stored class, or the components of a record.
     *
     * @param storedPath the record's in the database, and a dot; empty for the class
     */
    StoredLevel level(String storedPath) {
        return storedPath.isEmpty()
                ? attributes
                : new StoredLevel(stored.children(className, storedPath.substring(0, storedPath.length() - 1)));
    }

    /** Returns the path of the attribute that has that name, or had it in a program, and was not converted to another one since; or null. */
    @Nullable
    String latest(String name) {
        String first =
                stored.find(className, name) != null ? name : attributes.all().oldestCalled(name);
        return first == null ? null : stored.latest(className, first);
    }

    boolean isComputed(Attribute attribute, String path) {
        return path.isEmpty() && computed.test(type, attribute.name());
    }

    /** The type of an attribute as the database names it. */
    StoredType typeOf(Attribute attribute) {
        return AttributeTypes.of(attribute, this::nameOf);
    }

    StoredType typeOf(Element element) {
        return AttributeTypes.of(element, this::nameOf);
    }

    /** Returns the stored name of a class. */
    String nameOf(PersistentClass other) {
        return known.classes().getOrDefault(other, other.name());
    }

    /** Returns the stored collection; null if it is new. */
    @Nullable
    TableSubject listOf(CollectionAttribute collection, PersistentClass declaring) {
        return known.lists().get(new KnownNames.Field(declaring, collection.name()));
    }

    /** The table in which the columns of that path are; null for a collection that is new or that a superclass declares. */
    @Nullable
    TableSubject subject(String path) {
        if (!path.isEmpty()) {
            for (CollectionAttribute collection : collections) {
                if (path.startsWith(collection.name() + ".")) {
                    return listOf(collection, type);
                }
            }
        }
        return TableSubject.ofClass(className);
    }

    /** The key of a path in the program. */
    String key(String path) {
        return KnownNames.attribute(type.name(), path);
    }

    /** An attribute with its class, for messages. */
    String place(String path, Attribute attribute) {
        return type + "." + path + attribute.name();
    }

    /** Whether an attribute is a collection with a table of its own. */
    static boolean isCollection(Attribute attribute) {
        return attribute instanceof CollectionAttribute collection && !collection.isInverse();
    }
}
