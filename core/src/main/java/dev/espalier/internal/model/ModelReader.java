package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.BAD_BOUNDS;
import static dev.espalier.error.ErrorCode.BAD_ID;
import static dev.espalier.error.ErrorCode.BAD_INVERSE;
import static dev.espalier.error.ErrorCode.BAD_PART;
import static dev.espalier.error.ErrorCode.BAD_VERSION;
import static dev.espalier.error.ErrorCode.CLASS_LOADED_TWICE;
import static dev.espalier.error.ErrorCode.EMPTY_MODEL;
import static dev.espalier.error.ErrorCode.ENDLESS_RECORD;
import static dev.espalier.error.ErrorCode.MISPLACED_ANNOTATION;
import static dev.espalier.error.ErrorCode.NO_CONCRETE_CLASS;
import static dev.espalier.error.ErrorCode.SHADOWED_FIELD;
import static dev.espalier.error.ErrorCode.UNSUPPORTED_COLLECTION;
import static dev.espalier.error.ErrorCode.UNSUPPORTED_TYPE;
import static java.util.Objects.requireNonNull;

import dev.espalier.annotation.Index;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.annotation.Unique;
import dev.espalier.annotation.Version;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.ModelException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads Java classes by reflection: finds all that can be reached, names them, reads their fields. It collects everything that cannot be kept, so that one
 * error lists all of it.
 */
final class ModelReader {

    private static final String MISPLACED_INVERSE =
            "@InverseOf has to stand on an object, or on a List, Collection or Set of objects, that have an identity"
                    + " of their own, in a class that is no record";

    private static final String MISPLACED_PART =
            "@Part has to stand on an object, on a collection or an array of objects, or on a map with objects as values,"
                    + " that have an identity of their own, in a class that is no record; found ";

    private final Problems problems = new Problems();
    private final Reach reach = new Reach(problems);
    private final Map<Class<?>, PersistentClass> classes = new LinkedHashMap<>();
    /** By resolved type, because a generic record has other components for other arguments. */
    private final Map<JavaType, EmbeddedType> embeddedTypes = new HashMap<>();
    /** The embedded records that are being read, each with its type where it was met last. */
    private final Map<Class<?>, JavaType> open = new HashMap<>();

    private final Class<?>[] roots;

    ModelReader(Class<?>... roots) {
        this.roots = roots.clone();
    }

    ObjectModel read() {
        if (roots.length == 0) {
            throw new ModelException(EMPTY_MODEL, "no class is named; name at least one whose objects shall be kept");
        }
        for (Class<?> root : roots) {
            reach.addNamed(root);
        }
        refuseTwins(reach.persistent());
        nameAll(reach.persistent());
        classes.values().forEach(this::readClass);
        List<PersistentClass> byName = classes.values().stream()
                .sorted(Comparator.comparing(PersistentClass::name))
                .toList();
        byName.forEach(type -> type.completeSuperclasses(superclasses(type.javaClass())));
        findSubclasses(byName);
        byName.forEach(this::requireConcrete);
        byName.forEach(this::checkBounds);
        byName.forEach(type -> type.inverses().forEach(inverse -> InverseRules.check(type, inverse, problems)));
        List<CollectionAttribute> inverses = PersistentClass.inverses(byName);
        byName.forEach(type -> type.findInverses(inverses));
        problems.throwIfAny();
        return new ObjectModel(byName, null);
    }

    /** Their names could not distinguish them: not in the database, not in a query, not in a message. */
    private void refuseTwins(Set<Class<?>> types) {
        Map<String, Class<?>> first = new HashMap<>();
        for (Class<?> type : types) {
            Class<?> twin = first.putIfAbsent(type.getName(), type);
            if (twin != null) {
                throw new ModelException(
                        CLASS_LOADED_TWICE,
                        type.getName() + ": two class loaders have it, " + twin.getClassLoader() + " and "
                                + type.getClassLoader() + "; expected classes of one loader");
            }
        }
    }

    private void nameAll(Set<Class<?>> types) {
        Map<String, Integer> uses = new HashMap<>();
        types.forEach(type -> uses.merge(caseless(type), 1, Integer::sum));
        for (Class<?> type : types) {
            boolean isAlone = requireNonNull(uses.get(caseless(type))) == 1;
            classes.put(type, new PersistentClass(type, isAlone ? type.getSimpleName() : type.getCanonicalName()));
        }
    }

    /** Two names that differ only in case would be one table on many engines. */
    private static String caseless(Class<?> type) {
        return type.getSimpleName().toLowerCase(Locale.ROOT);
    }

    private Set<PersistentClass> superclasses(Class<?> javaClass) {
        Set<PersistentClass> found = new HashSet<>();
        Stream.concat(Stream.ofNullable(javaClass.getSuperclass()), Stream.of(javaClass.getInterfaces()))
                .forEach(above -> {
                    PersistentClass type = classes.get(above);
                    if (type != null) {
                        found.add(type);
                    }
                    found.addAll(superclasses(above));
                });
        return found;
    }

    private static void findSubclasses(List<PersistentClass> all) {
        Map<PersistentClass, List<PersistentClass>> concrete = new HashMap<>();
        all.stream()
                .filter(type -> !type.isAbstract())
                .forEach(type -> Stream.concat(Stream.of(type), type.superclasses().stream())
                        .forEach(above -> concrete.computeIfAbsent(above, key -> new ArrayList<>())
                                .add(type)));
        all.forEach(type -> type.completeSubclasses(concrete.getOrDefault(type, List.of())));
    }

    private void requireConcrete(PersistentClass type) {
        if (type.concreteClasses().isEmpty()
                && Modifier.isAbstract(type.javaClass().getModifiers())) {
            String name = type.javaClass().getSimpleName();
            String place = reach.place(type.javaClass());
            problems.add(
                    NO_CONCRETE_CLASS,
                    (name.equals(place) ? "" : place + ": ") + name + " is abstract and no class of the " + "model "
                            + (type.javaClass().isInterface() ? "implements" : "extends")
                            + " it; name its classes in Model.of");
        }
    }

    /** Paths are checked when a database is opened, as those of settings. */
    private void checkBounds(PersistentClass type) {
        String problem = type.bounds() == null ? null : type.bounds().problem();
        if (problem != null) {
            problems.add(BAD_BOUNDS, type + ": " + problem);
        }
    }

    // ---- classes

    private void readClass(PersistentClass type) {
        Class<?> javaClass = type.javaClass();
        try {
            if (javaClass.isRecord()) {
                readRecord(type);
            } else {
                readFields(type);
            }
        } catch (ModelException e) {
            problems.add(e.errorCode(), requireNonNull(e.getMessage()));
        }
    }

    private void readRecord(PersistentClass type) {
        Components components = components(JavaType.of(type.javaClass()), type);
        type.complete(
                components.instantiator(type.javaClass()), components.id, components.version, components.attributes);
    }

    private void readFields(PersistentClass type) {
        boolean isAbstract = isAbstract(type.javaClass());
        List<Attribute> attributes = new ArrayList<>();
        Map<String, Field> byName = new HashMap<>();
        IdAccess id = null;
        VersionAccess version = null;
        for (JavaType level : JavaType.of(type.javaClass()).lineage()) {
            for (Field field : KeptFields.of(level.raw())) {
                Field shadowed = byName.put(field.getName(), field);
                if (shadowed != null) {
                    problems.add(
                            SHADOWED_FIELD,
                            place(field) + ": " + shadowed.getDeclaringClass().getSimpleName()
                                    + " has a field of the same name; rename one of them, or mark the one that is not stored @Transient");
                } else if (field.getName().equals(KeptFields.ID)) {
                    JavaType held = level.resolve(field.getGenericType());
                    // What the id of a generic class is, only the classes below it say.
                    id = isAbstract && !held.isSettled() ? null : id(field, held);
                } else if (field.isAnnotationPresent(Version.class)) {
                    JavaType held = level.resolve(field.getGenericType());
                    version = isAbstract && !held.isSettled() ? version : version(field, held, version);
                } else if (!isAbstract || level.resolve(field.getGenericType()).isSettled()) {
                    Attribute attribute = attribute(level, field, type);
                    if (attribute != null) {
                        attributes.add(attribute);
                    }
                }
            }
        }
        type.complete(
                isAbstract ? null : new Instantiator.OfClass(ObjectFactory.of(type.javaClass())),
                id,
                version,
                attributes);
    }

    /** A generic class that only serves as the superclass of others counts as abstract: what its own objects hold is not known. */
    private boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers())
                || (reach.isOnlyExtended(type)
                        && JavaType.of(type).lineage().stream()
                                .anyMatch(level -> KeptFields.of(level.raw()).stream()
                                        .anyMatch(field -> !level.resolve(field.getGenericType())
                                                .isSettled())));
    }

    /** @param held the field's type where it is seen: {@code Long} in a class that extends {@code Base<Long>} */
    private @Nullable IdAccess id(Field field, JavaType held) {
        if (held.raw() == long.class || held.raw() == Long.class) {
            return FieldId.of(field);
        }
        problems.add(
                BAD_ID,
                place(field) + ": the field id is the object's identity and has to be long or Long, not "
                        + held.raw().getTypeName() + "; rename it");
        return null;
    }

    /**
     * @param held the field's type where it is seen
     * @param other the class's other field of that kind; null for none
     */
    private @Nullable VersionAccess version(Field field, JavaType held, @Nullable VersionAccess other) {
        if (!VersionAccess.canBe(held.raw())) {
            problems.add(
                    BAD_VERSION,
                    place(field) + ": a version has to be int, Integer, long or Long, not "
                            + held.raw().getTypeName());
            return null;
        }
        if (other != null) {
            problems.add(BAD_VERSION, place(field) + ": the class has another @Version field; keep one of them");
        }
        return VersionAccess.of(field, held.raw());
    }

    // ---- records

    /** The components of a record, collected in the order of its constructor. */
    private static final class Components {
        final List<Attribute> attributes = new ArrayList<>();
        final List<Integer> attributeAt = new ArrayList<>();
        final List<Object> empty = new ArrayList<>();

        @Nullable
        IdAccess id;

        int idAt = -1;

        @Nullable
        VersionAccess version;

        int versionAt = -1;

        Instantiator.OfRecord instantiator(Class<?> type) {
            int[] places = attributeAt.stream().mapToInt(Integer::intValue).toArray();
            return new Instantiator.OfRecord(new RecordConstructor(type), idAt, versionAt, places, empty.toArray());
        }
    }

    /** @param owner the persistent class, if the record is one; null if it is embedded */
    private Components components(JavaType type, @Nullable PersistentClass owner) {
        Components components = new Components();
        Map<String, Field> kept = new HashMap<>();
        KeptFields.of(type.raw()).forEach(field -> kept.put(field.getName(), field));
        for (RecordComponent component : type.raw().getRecordComponents()) {
            int at = components.empty.size();
            components.empty.add(FieldAccess.zero(component.getType()));
            Field field = kept.get(component.getName());
            if (field == null) {
                continue;
            }
            if (owner != null && field.getName().equals(KeptFields.ID)) {
                components.id = id(field, type.resolve(field.getGenericType()));
                components.idAt = at;
                continue;
            }
            if (field.isAnnotationPresent(Version.class)) {
                if (owner == null) {
                    refuse(
                            MISPLACED_ANNOTATION,
                            field,
                            "@Version has to stand in a class whose objects have an identity of their own");
                    continue;
                }
                components.version = version(field, type.resolve(field.getGenericType()), components.version);
                components.versionAt = at;
                continue;
            }
            Attribute attribute = attribute(type, field, owner);
            if (attribute != null) {
                components.attributes.add(attribute);
                components.attributeAt.add(at);
            }
        }
        return components;
    }

    private @Nullable EmbeddedType embedded(JavaType type, String place) {
        Class<?> record = type.raw();
        EmbeddedType known = embeddedTypes.get(type);
        if (known != null) {
            return known;
        }
        JavaType outer = open.get(record);
        // Pair<Pair<A, B>, C> holds a Pair<A, B>. A record that contains itself meets a type that is not smaller.
        if (outer != null && type.size() >= outer.size()) {
            problems.add(
                    ENDLESS_RECORD,
                    place + ": the record " + record.getSimpleName()
                            + " contains itself; give it an id (long id), so that it becomes an object of its own");
            return null;
        }
        open.put(record, type);
        try {
            Components components = components(type, null);
            EmbeddedType read = new EmbeddedType(record, components.attributes, components.instantiator(record));
            embeddedTypes.put(type, read);
            return read;
        } catch (ModelException e) {
            problems.add(e.errorCode(), requireNonNull(e.getMessage()));
            return null;
        } finally {
            if (outer == null) {
                open.remove(record);
            } else {
                open.put(record, outer);
            }
        }
    }

    // ---- fields

    /** The attribute, or null after a problem was added. */
    private @Nullable Attribute attribute(JavaType level, Field field, @Nullable PersistentClass owner) {
        JavaType held = level.resolve(field.getGenericType());
        JavaType type = held;
        Kind kind = Kind.of(type);
        if (kind instanceof Kind.Maybe maybe) {
            type = maybe.content();
            kind = Kind.of(type);
            if (kind instanceof Kind.Maybe || kind instanceof Kind.Many) {
                return refuse(
                        UNSUPPORTED_TYPE,
                        field,
                        "an Optional can hold a value, a record or an object; use "
                                + type.raw().getSimpleName() + " alone");
            }
        }
        if (kind instanceof Kind.Refused refused) {
            return refuse(refused.code(), field, refused.reason());
        }
        String kotlin = KotlinTypes.refusal(field);
        if (kotlin != null) {
            return refuse(UNSUPPORTED_TYPE, field, kotlin);
        }
        String notPart = field.isAnnotationPresent(Part.class) ? notPart(kind, owner) : null;
        if (notPart != null) {
            return refuse(BAD_PART, field, MISPLACED_PART + notPart);
        }
        if (kind instanceof Kind.Many many) {
            return collection(field, type, owner, many);
        }
        if (field.isAnnotationPresent(InverseOf.class)) {
            return inverse(
                    field,
                    held,
                    owner,
                    kind,
                    field.getAnnotation(InverseOf.class).value());
        }
        boolean indexed = field.isAnnotationPresent(Index.class);
        boolean unique = field.isAnnotationPresent(Unique.class);
        if (kind instanceof Kind.Value value) {
            boolean nullable = !field.getType().isPrimitive();
            return new ValueAttribute(field.getName(), access(field, held), value.type(), nullable, indexed, unique);
        }
        Class<?> target = ((Kind.Structure) kind).javaClass();
        if (isEmbedded(target)) {
            if (indexed || unique) {
                return refuse(
                        MISPLACED_ANNOTATION,
                        field,
                        "@Index and @Unique have to stand on the components of " + target.getSimpleName());
            }
            EmbeddedType embedded = embedded(type, place(field));
            return embedded == null ? null : new EmbeddedAttribute(field.getName(), access(field, held), embedded);
        }
        PersistentClass persistent = classes.get(target);
        // A class that is missing here has been refused as a whole.
        return persistent == null
                ? null
                : new ReferenceAttribute(
                        field.getName(),
                        access(field, held),
                        persistent,
                        indexed,
                        unique,
                        field.isAnnotationPresent(Part.class));
    }

    /** The kind of a field that cannot have parts; null if it can. */
    private @Nullable String notPart(Kind kind, @Nullable PersistentClass owner) {
        if (owner == null) {
            return "a component of a record without an id";
        }
        if (owner.isRecord()) {
            return "a component of a record";
        }
        Kind held = kind instanceof Kind.Many many ? Kind.of(many.element()) : kind;
        if (held instanceof Kind.Structure structure) {
            return isEmbedded(structure.javaClass())
                    ? "the record " + structure.javaClass().getSimpleName() + " without an id"
                    : null;
        }
        // What a collection cannot hold at all is refused as such.
        return held instanceof Kind.Value ? "a value" : null;
    }

    /** A field that is the inverse of a reference and holds one object. */
    private @Nullable Attribute inverse(
            Field field, JavaType held, @Nullable PersistentClass owner, Kind kind, String reference) {
        if (owner == null
                || owner.isRecord()
                || !(kind instanceof Kind.Structure structure)
                || isEmbedded(structure.javaClass())) {
            return refuse(BAD_INVERSE, field, MISPLACED_INVERSE);
        }
        if (field.isAnnotationPresent(Unique.class) || field.isAnnotationPresent(Index.class)) {
            return refuse(
                    MISPLACED_ANNOTATION, field, "@Index and @Unique cannot stand on an inverse, which has no column");
        }
        PersistentClass target = classes.get(structure.javaClass());
        return target == null
                ? null
                : new CollectionAttribute(
                        field.getName(),
                        access(field, held),
                        declaringClass(field, owner),
                        Container.ONE,
                        Containers.ofInverse(Container.ONE),
                        null,
                        new Element.Reference(target),
                        false,
                        reference,
                        field.isAnnotationPresent(Part.class));
    }

    private @Nullable Attribute collection(
            Field field, JavaType type, @Nullable PersistentClass owner, Kind.Many many) {
        InverseOf inverse = field.getAnnotation(InverseOf.class);
        if (inverse != null) {
            Class<?> made =
                    many.container() == Container.SET ? InverseMembers.OfSet.class : InverseMembers.OfList.class;
            if (owner == null
                    || owner.isRecord()
                    || many.container() != Container.LIST && many.container() != Container.SET
                    || !type.raw().isAssignableFrom(made)
                    || Kind.of(many.element()) instanceof Kind.Refused
                    || !(Kind.of(many.element()) instanceof Kind.Structure)) {
                return refuse(BAD_INVERSE, field, MISPLACED_INVERSE);
            }
        }
        if (owner == null) {
            return refuse(
                    UNSUPPORTED_COLLECTION,
                    field,
                    "a record without an id is kept in its owner's columns and cannot hold a " + "collection; give "
                            + field.getDeclaringClass().getSimpleName() + " an id (long id)");
        }
        if (field.isAnnotationPresent(Unique.class)) {
            return refuse(MISPLACED_ANNOTATION, field, "@Unique cannot stand on a collection");
        }
        boolean isSorted = many.container() == Container.SORTED_SET || many.container() == Container.SORTED_MAP;
        boolean isPriorityQueue = PriorityQueue.class.isAssignableFrom(type.raw())
                || PriorityBlockingQueue.class.isAssignableFrom(type.raw());
        boolean isSet = many.container() == Container.SET || many.container() == Container.SORTED_SET;
        Element key = many.key() == null ? null : element(field, many.key(), true, isSorted);
        Element element = element(field, many.element(), isSet, isSorted && isSet || isPriorityQueue);
        if (element == null || (many.key() != null && key == null)) {
            return null;
        }
        if (inverse != null && !(element instanceof Element.Reference)) {
            return refuse(BAD_INVERSE, field, MISPLACED_INVERSE);
        }
        return new CollectionAttribute(
                field.getName(),
                access(field, type),
                declaringClass(field, owner),
                many.container(),
                inverse == null ? Containers.of(many.container(), type.raw()) : Containers.ofInverse(many.container()),
                key,
                element,
                field.isAnnotationPresent(Index.class),
                inverse == null ? null : inverse.value(),
                field.isAnnotationPresent(Part.class));
    }

    /** The element, or null after a problem was added. */
    private @Nullable Element element(Field field, JavaType type, boolean isDistinct, boolean isSorted) {
        Kind kind = Kind.of(type);
        Class<?> raw = type.raw();
        if (kind instanceof Kind.Refused refused) {
            refuse(refused.code(), field, refused.reason());
            return null;
        }
        if (kind instanceof Kind.Many || kind instanceof Kind.Maybe) {
            refuse(
                    UNSUPPORTED_COLLECTION,
                    field,
                    "a collection cannot hold " + raw.getSimpleName() + " directly; put it into a class of its own");
            return null;
        }
        if (isDistinct && raw == byte[].class) {
            refuse(
                    UNSUPPORTED_COLLECTION,
                    field,
                    "arrays are equal only to themselves and cannot be keys; use String or UUID");
            return null;
        }
        if (isSorted && !Comparable.class.isAssignableFrom(raw)) {
            refuse(
                    UNSUPPORTED_COLLECTION,
                    field,
                    raw.getSimpleName() + " is not Comparable, and sorted collections are given back "
                            + "in natural order; let it implement Comparable, or use Set or Map");
            return null;
        }
        if (kind instanceof Kind.Value value) {
            return new Element.Value(value.type());
        }
        if (isEmbedded(raw)) {
            EmbeddedType embedded = embedded(type, place(field));
            return embedded == null ? null : new Element.Embedded(embedded);
        }
        PersistentClass target = classes.get(raw);
        return target == null ? null : new Element.Reference(target);
    }

    private boolean isEmbedded(Class<?> type) {
        return type.isRecord() && !reach.persistent().contains(type) && !KeptFields.hasId(type);
    }

    /** The topmost class between the field's own and {@code owner} in which the field's type is known. */
    private PersistentClass declaringClass(Field field, PersistentClass owner) {
        PersistentClass topmost = owner;
        for (Class<?> type = owner.javaClass();
                field.getDeclaringClass().isAssignableFrom(type);
                type = type.getSuperclass()) {
            PersistentClass persistent = classes.get(type);
            if (persistent != null
                    && JavaType.of(type)
                            .as(field.getDeclaringClass())
                            .resolve(field.getGenericType())
                            .isSettled()) {
                topmost = persistent;
            }
        }
        return topmost;
    }

    private static Access access(Field field, JavaType held) {
        return FieldAccess.of(field, held.raw());
    }

    private @Nullable Attribute refuse(ErrorCode code, Field field, String reason) {
        problems.add(code, place(field) + ": " + reason);
        return null;
    }

    private static String place(Field field) {
        return field.getDeclaringClass().getSimpleName() + "." + field.getName();
    }
}
