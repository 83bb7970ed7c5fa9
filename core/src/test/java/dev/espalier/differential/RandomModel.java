package dev.espalier.differential;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The source of a few classes that refer to each other at random, nested in one. In most of them some occur by intention: a class that
 * refers to itself, a circle of several classes, a family of subclasses with fields of their own, and one of its members that is composed
 * of others.
 */
final class RandomModel {

    static final String NAME = "dev.espalier.differential.generated.Models";

    private static final String[] CLASSES = {
        "Order",
        "ORDER",
        "Group",
        "Select",
        "Key",
        "Value",
        "Table",
        "User",
        "Index",
        "Gr\u00f6\u00dfe",
        "\u5b57",
        "Plain",
        "plain",
        "ClassWithANameThatIsLongerThanWhatMostEnginesTakeForTheNameOfATable"
    };
    private static final String[] FIELDS = {
        "order",
        "group",
        "select",
        "value",
        "vALUE",
        "key",
        "from",
        "where",
        "table",
        "index",
        "user",
        "limit",
        "offset",
        "merge",
        "ignore",
        "empty",
        "by",
        "asc",
        "\u00e4rger",
        "\u5b57",
        "$cost",
        "under_score",
        "underScore",
        "position",
        "owner",
        "member",
        "rank",
        "row",
        "date",
        "type",
        "aFieldWithANameThatIsLongerThanWhatMostEnginesTakeForTheNameOfAColumn"
    };
    private static final String[] VALUES = {
        "int",
        "long",
        "Integer",
        "boolean",
        "Boolean",
        "double",
        "Double",
        "String",
        "Kind",
        "BigDecimal",
        "LocalDate",
        "Instant",
        "UUID",
        "char",
        "Optional<String>",
        "float",
        "Long",
        "short",
        "BigInteger",
        "Duration",
        "byte[]",
        "OffsetDateTime",
        "Optional<Integer>"
    };
    private static final String[] MEMBERS = {
        "Integer", "Long", "String", "Kind", "LocalDate", "UUID", "Double", "BigDecimal"
    };

    /** The first is the base of the second and the third, and the second of the fourth, as far as there are so many. */
    private enum Family {
        NONE,
        ABSTRACT,
        CONCRETE,
        INTERFACE
    }

    private static final class Type {

        final String name;
        final Type base;
        final List<String> fields = new ArrayList<>();
        final Set<String> names = new HashSet<>();

        Type(String name, Type base) {
            this.name = name;
            this.base = base;
        }

        boolean isBelow(Type other) {
            return this == other || base != null && base.isBelow(other);
        }
    }

    private final Random random;
    private final Family family;
    private final boolean hasRecord;
    private final List<Type> types = new ArrayList<>();

    private RandomModel(Random random) {
        this.random = random;
        family = Family.values()[random.nextInt(4)];
        hasRecord = random.nextBoolean();
        int count = 3 + random.nextInt(4);
        Set<String> names = new HashSet<>();
        while (types.size() < count) {
            String name = any(CLASSES);
            if (names.add(name)) {
                int at = types.size();
                Type base = family == Family.NONE
                        ? null
                        : at == 1 || at == 2 ? types.get(0) : at == 3 && random.nextBoolean() ? types.get(1) : null;
                types.add(new Type(name, base));
            }
        }
    }

    /** A class {@link #NAME} that holds the model's classes, a line for each field. */
    static String source(Random random) {
        return new RandomModel(random).write();
    }

    private String write() {
        // Fields of sibling classes may be called alike.
        for (Type type : types) {
            if (!isInterface(type)) {
                if (type.base == null && random.nextInt(3) > 0
                        || type.base != null && isInterface(type.base) && random.nextBoolean()) {
                    type.fields.add(any("long", "long", "Long") + " id;");
                }
                field(type, any(VALUES));
                for (int i = random.nextInt(6); i >= 0; i--) {
                    field(type, type());
                }
            }
        }
        if (random.nextInt(3) > 0) {
            Type self = classes().get(random.nextInt(classes().size()));
            field(self, relation(self.name));
        }
        if (random.nextInt(3) > 0) {
            int length = 2 + random.nextInt(2);
            int first = random.nextInt(types.size());
            for (int i = 0; i < length; i++) {
                Type from = types.get((first + i) % types.size());
                field(
                        isInterface(from) ? types.get(1) : from,
                        relation(types.get((first + (i + 1) % length) % types.size()).name));
            }
        }
        if (family != Family.NONE && random.nextInt(3) > 0) {
            field(types.get(1 + random.nextInt(2)), any("List", "Set") + "<" + types.get(0).name + ">");
        }
        if (random.nextInt(3) == 0) {
            List<Type> ends = classes().stream()
                    .filter(type -> types.stream().noneMatch(other -> other.base == type))
                    .toList();
            relationOfTwoSides(any(ends), any(classes()), false);
        }
        if (random.nextInt(3) == 0) {
            relationOfTwoSides(any(classes()), any(classes()), true);
        }
        return source();
    }

    /** A reference, and its inverse at the other end: one object, or the members of a collection. */
    private void relationOfTwoSides(Type from, Type to, boolean isMany) {
        String reference = field(from, any(to.name, to.name, "Optional<" + to.name + ">"));
        field(
                to,
                "@InverseOf(\"" + reference + "\") "
                        + (isMany
                                ? any("List", "Set") + "<" + from.name + ">"
                                : any(from.name, from.name, "Optional<" + from.name + ">")));
    }

    private Type any(List<Type> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private List<Type> classes() {
        return types.stream().filter(type -> !isInterface(type)).toList();
    }

    private boolean isInterface(Type type) {
        return family == Family.INTERFACE && type == types.get(0);
    }

    private String field(Type type, String kind) {
        String name = any(FIELDS);
        while (isTaken(name, type)) {
            name = any(FIELDS);
        }
        type.names.add(name);
        type.fields.add(any("", "private ", "public ", "protected ") + kind + " " + name + ";");
        return name;
    }

    private boolean isTaken(String name, Type type) {
        return types.stream()
                .anyMatch(other -> (other.isBelow(type) || type.isBelow(other)) && other.names.contains(name));
    }

    private String type() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> any(VALUES);
            case 3, 4, 5 -> relation(reference());
            case 6 -> any("List", "Set") + "<" + any(MEMBERS) + ">";
            case 7 -> "Map<" + any("String", "Integer", "Kind") + ", " + any(MEMBERS) + ">";
            case 8 -> any("int", "String", "double", "Integer") + "[]";
            default -> hasRecord ? any("Part", "List<Part>") : relation(reference());
        };
    }

    private String relation(String to) {
        return any(
                to,
                to,
                "Optional<" + to + ">",
                "List<" + to + ">",
                "List<" + to + ">",
                "Set<" + to + ">",
                to + "[]",
                "Map<" + any("String", "Integer", "Kind") + ", " + to + ">");
    }

    private String reference() {
        return types.get(random.nextInt(types.size())).name;
    }

    private String source() {
        StringBuilder source = new StringBuilder();
        source.append(
                "package dev.espalier.differential.generated;\n\nimport dev.espalier.annotation.*;\nimport java.math.*;\nimport java.time.*;\nimport java.util.*;\n\nclass Models {\n");
        source.append("    enum Kind { WILD, select, \u00c4ra }\n");
        if (hasRecord) {
            source.append("    record Part(")
                    .append(any("String", "int", "Kind"))
                    .append(" order, ")
                    .append(any("Integer", "LocalDate", "Optional<String>"))
                    .append(" \u00e4rger, ")
                    .append(reference())
                    .append(" owner) {}\n");
        }
        for (Type type : types) {
            String kind = isInterface(type)
                    ? "interface "
                    : type == types.get(0) && family == Family.ABSTRACT ? "abstract static class " : "static class ";
            String base =
                    type.base == null ? "" : (isInterface(type.base) ? " implements " : " extends ") + type.base.name;
            source.append("    ").append(kind).append(type.name).append(base).append(" {\n");
            type.fields.forEach(field -> source.append("        ").append(field).append('\n'));
            source.append("    }\n");
        }
        return source.append("}\n").toString();
    }

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
