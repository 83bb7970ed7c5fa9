package dev.espalier.internal.catalog.match;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
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

    private static final String ENUM = "enum(";
    private static final String REFERENCE = "ref(";
    private static final String RECORD = "record(";

    private AttributeTypes() {}

    static String of(Attribute attribute, Function<PersistentClass, String> nameOf) {
        if (attribute instanceof ValueAttribute value) {
            return of(value.type(), value.nullable());
        }
        if (attribute instanceof ReferenceAttribute reference) {
            return reference(reference.target(), nameOf);
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return record(embedded.type());
        }
        return of(((CollectionAttribute) attribute).container());
    }

    /** The type in plain words, for messages. */
    static String described(String type) {
        String inner = type.substring(type.indexOf('(') + 1, type.length() - (type.endsWith(")") ? 1 : 0));
        return switch (type) {
            case "list" -> "a list";
            case "set" -> "a set";
            case "sorted-set" -> "a sorted set";
            case "map" -> "a map";
            case "sorted-map" -> "a sorted map";
            case "array" -> "an array";
            case "one" -> "the inverse of a reference";
            default ->
                type.startsWith(REFERENCE)
                        ? "a reference to " + inner
                        : type.startsWith(ENUM)
                                ? "the enum " + inner
                                : type.startsWith(RECORD) ? "the record " + inner : type;
        };
    }

    /** Whether the values of that type are embedded records. */
    static boolean isRecord(String type) {
        return type.startsWith(RECORD);
    }

    /**
     * Whether every value of one type is also one of the other, which is kept in other columns: whole numbers as {@code BigInteger} or {@code BigDecimal}.
     * Nobody needs to be asked for such a conversion.
     */
    static boolean isLossless(String wide, String narrow) {
        return wide.equals("BigDecimal") && (isWholeNumber(narrow) || narrow.equals("BigInteger"))
                || wide.equals("BigInteger") && isWholeNumber(narrow);
    }

    /** Whether a value of that type is never null. */
    public static boolean isPrimitive(String type) {
        return PRIMITIVES.containsValue(type);
    }

    /** Whether the values of that type are whole numbers in one column. */
    public static boolean isWholeNumber(String type) {
        return INTEGERS.contains(BOXED.getOrDefault(type, type));
    }

    /** The type of a collection's keys or members. */
    static String of(Element element, Function<PersistentClass, String> nameOf) {
        if (element instanceof Element.Value value) {
            return of(value.type(), true);
        }
        if (element instanceof Element.Reference reference) {
            return reference(reference.target(), nameOf);
        }
        return record(((Element.Embedded) element).type());
    }

    private static String of(ValueType type, boolean nullable) {
        Class<?> value = type.javaClass();
        if (type.isEnum()) {
            return ENUM + enumName(type) + ")";
        }
        if (!nullable) {
            return requireNonNull(PRIMITIVES.get(value));
        }
        return value.getPackageName().startsWith("java.sql") || value == java.util.Date.class
                ? value.getName()
                : value.getSimpleName();
    }

    /** The same type with the name that the database has for its enum. */
    static String withEnum(String type, Map<String, String> names) {
        return type.startsWith(ENUM)
                ? ENUM
                        + names.getOrDefault(
                                type.substring(ENUM.length(), type.length() - 1),
                                type.substring(ENUM.length(), type.length() - 1))
                        + ")"
                : type;
    }

    public static String enumName(ValueType type) {
        return type.fullName();
    }

    /** The type of references to a class. */
    static String reference(String className) {
        return REFERENCE + className + ")";
    }

    private static String reference(PersistentClass target, Function<PersistentClass, String> nameOf) {
        return reference(nameOf.apply(target));
    }

    private static String record(EmbeddedType type) {
        return RECORD + type.name() + ")";
    }

    private static String of(Container container) {
        return switch (container) {
            case LIST -> "list";
            case SET -> "set";
            case SORTED_SET -> "sorted-set";
            case MAP -> "map";
            case SORTED_MAP -> "sorted-map";
            case ARRAY -> "array";
            case ONE -> "one";
        };
    }

    /**
     * Whether an attribute of one type can hold each value of the other, and reads it from the same columns. References to other classes, other records
     * and other enums count as equal: their classes, components and constants are compared by themselves.
     */
    static boolean holds(String wide, String narrow) {
        if (kind(wide).equals(kind(narrow))) {
            return true;
        }
        boolean holdsNull = BOXED.containsKey(wide) || !BOXED.containsKey(narrow);
        String a = BOXED.getOrDefault(wide, wide);
        String b = BOXED.getOrDefault(narrow, narrow);
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
        String wanted = of(element, PersistentClass::name);
        return line == null || holds(wanted, line.type()) || line.types().contains(wanted);
    }

    private static boolean isWider(List<String> ascending, String wide, String narrow) {
        return ascending.contains(narrow) && ascending.indexOf(wide) > ascending.indexOf(narrow);
    }

    private static String kind(String type) {
        int open = type.indexOf('(');
        return switch (type) {
            case "array" -> "list";
            case "sorted-set" -> "set";
            case "sorted-map" -> "map";
            default -> open < 0 ? type : type.substring(0, open);
        };
    }
}
