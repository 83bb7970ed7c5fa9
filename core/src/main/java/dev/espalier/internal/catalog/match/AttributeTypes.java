package dev.espalier.internal.catalog.match;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The types of attributes as the database names them, and which of them hold all that another one holds. */
public final class AttributeTypes {

    private static final Map<Class<?>, String> PRIMITIVES = Map.of(
            Byte.class,
            "byte",
            Short.class,
            "short",
            Integer.class,
            "int",
            Long.class,
            "long",
            Float.class,
            "float",
            Double.class,
            "double",
            Boolean.class,
            "boolean",
            Character.class,
            "char");
    private static final Map<String, String> BOXED = Map.of(
            "Byte",
            "byte",
            "Short",
            "short",
            "Integer",
            "int",
            "Long",
            "long",
            "Float",
            "float",
            "Double",
            "double",
            "Boolean",
            "boolean",
            "Character",
            "char");
    private static final List<String> INTEGERS = List.of("byte", "short", "int", "long");
    private static final List<String> FLOATS = List.of("float", "double");

    private AttributeTypes() {}

    static StoredType of(Attribute attribute, Function<PersistentClass, String> nameOf) {
        if (attribute instanceof ValueAttribute value) {
            return of(value.type(), value.nullable());
        }
        if (attribute instanceof ReferenceAttribute reference) {
            return StoredType.reference(nameOf.apply(reference.target()));
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return StoredType.record(embedded.type().name());
        }
        return of(((CollectionAttribute) attribute).container());
    }

    /** The type in plain words, for messages. */
    static String described(StoredType type) {
        return switch (type.word()) {
            case "list" -> "a list";
            case "set" -> "a set";
            case "sorted-set" -> "a sorted set";
            case "map" -> "a map";
            case "sorted-map" -> "a sorted map";
            case "array" -> "an array";
            case "one" -> "the inverse of a reference";
            case StoredType.REFERENCE -> "a reference to " + type.target();
            case StoredType.ENUM -> "the enum " + type.target();
            case StoredType.RECORD -> "the record " + type.target();
            default -> type.word();
        };
    }

    /**
     * Whether every value of one type is also one of the other, which is kept in other columns: whole numbers as {@code BigInteger} or {@code BigDecimal}.
     * Nobody needs to be asked for such a conversion.
     */
    static boolean isLossless(StoredType wide, StoredType narrow) {
        return wide.word().equals("BigDecimal")
                        && (isWholeNumber(narrow) || narrow.word().equals("BigInteger"))
                || wide.word().equals("BigInteger") && isWholeNumber(narrow);
    }

    /** Whether a value of that type is never null. */
    public static boolean isPrimitive(StoredType type) {
        return PRIMITIVES.containsValue(type.word());
    }

    /** Whether the values of that type are whole numbers in one column. */
    public static boolean isWholeNumber(StoredType type) {
        return INTEGERS.contains(BOXED.getOrDefault(type.word(), type.word()));
    }

    /** The type of a collection's keys or members. */
    static StoredType of(Element element, Function<PersistentClass, String> nameOf) {
        if (element instanceof Element.Value value) {
            return of(value.type(), true);
        }
        if (element instanceof Element.Reference reference) {
            return StoredType.reference(nameOf.apply(reference.target()));
        }
        return StoredType.record(((Element.Embedded) element).type().name());
    }

    private static StoredType of(ValueType type, boolean nullable) {
        Class<?> value = type.javaClass();
        if (type.isEnum()) {
            return StoredType.ofEnum(enumName(type));
        }
        if (!nullable) {
            return StoredType.of(requireNonNull(PRIMITIVES.get(value)));
        }
        return StoredType.of(
                value.getPackageName().startsWith("java.sql") || value == java.util.Date.class
                        ? value.getName()
                        : value.getSimpleName());
    }

    /** The same type with the name that the database has for its enum. */
    static StoredType withEnum(StoredType type, Map<String, String> names) {
        return type.isEnum() ? StoredType.ofEnum(names.getOrDefault(type.target(), type.target())) : type;
    }

    public static String enumName(ValueType type) {
        return type.fullName();
    }

    private static StoredType of(Container container) {
        return StoredType.of(
                switch (container) {
                    case LIST -> "list";
                    case SET -> "set";
                    case SORTED_SET -> "sorted-set";
                    case MAP -> "map";
                    case SORTED_MAP -> "sorted-map";
                    case ARRAY -> "array";
                    case ONE -> "one";
                });
    }

    /**
     * Whether an attribute of one type can hold each value of the other, and reads it from the same columns. References to other classes, other records
     * and other enums count as equal: their classes, components and constants are compared by themselves.
     */
    static boolean holds(StoredType wide, StoredType narrow) {
        if (kind(wide).equals(kind(narrow))) {
            return true;
        }
        boolean holdsNull = BOXED.containsKey(wide.word()) || !BOXED.containsKey(narrow.word());
        String a = BOXED.getOrDefault(wide.word(), wide.word());
        String b = BOXED.getOrDefault(narrow.word(), narrow.word());
        return holdsNull && (a.equals(b) || isWider(INTEGERS, a, b) || isWider(FLOATS, a, b));
    }

    /**
     * Whether a collection can hold all that a stored one holds, and reads it from the same table.
     *
     * @param path of the stored one
     * @param line the stored lines by their paths
     */
    static boolean holds(CollectionAttribute collection, String path, Function<String, StoredAttributes.Line> line) {
        StoredAttributes.Line stored = line.apply(path);
        return stored == null
                || holds(of(collection.container()), stored.type())
                        && holds(collection.element(), line.apply(path + Schema.MEMBER))
                        && (collection.key() == null || holds(collection.key(), line.apply(path + Schema.KEY)));
    }

    private static boolean holds(Element element, StoredAttributes.Line line) {
        StoredType wanted = of(element, PersistentClass::name);
        return line == null || holds(wanted, line.type()) || line.types().contains(wanted);
    }

    private static boolean isWider(List<String> ascending, String wide, String narrow) {
        return ascending.contains(narrow) && ascending.indexOf(wide) > ascending.indexOf(narrow);
    }

    private static String kind(StoredType type) {
        return switch (type.word()) {
            case "array" -> "list";
            case "sorted-set" -> "set";
            case "sorted-map" -> "map";
            default -> type.word();
        };
    }
}
