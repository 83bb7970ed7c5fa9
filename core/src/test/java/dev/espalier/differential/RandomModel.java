package dev.espalier.differential;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** The source of a few classes that refer to each other at random, nested in one. */
final class RandomModel {

    static final String NAME = "dev.espalier.differential.generated.Models";

    private static final String[] CLASSES = {"Order", "ORDER", "Group", "Select", "Key", "Value", "Table", "User", "Index", "Gr\u00f6\u00dfe",
        "\u5b57", "Plain", "plain", "ClassWithANameThatIsLongerThanWhatMostEnginesTakeForTheNameOfATable"};
    private static final String[] FIELDS = {"order", "group", "select", "value", "vALUE", "key", "from", "where", "table", "index", "user", "limit",
        "offset", "merge", "ignore", "empty", "by", "asc", "\u00e4rger", "\u5b57", "$cost", "under_score", "underScore", "position", "owner",
        "member", "rank", "row", "date", "type", "aFieldWithANameThatIsLongerThanWhatMostEnginesTakeForTheNameOfAColumn"};
    private static final String[] VALUES = {"int", "long", "Integer", "boolean", "Boolean", "double", "String", "Kind", "BigDecimal", "LocalDate", "Instant",
        "UUID", "char", "Optional<String>"};
    private static final String[] MEMBERS = {"Integer", "Long", "String", "Kind", "LocalDate", "UUID"};

    private final Random random;
    private final List<String> classes = new ArrayList<>();
    private final boolean hasBase;
    private final boolean hasRecord;
    private final StringBuilder source = new StringBuilder();

    private RandomModel(Random random) {
        this.random = random;
        int count = 3 + random.nextInt(4);
        while (classes.size() < count) {
            String name = any(CLASSES);
            if (!classes.contains(name)) {
                classes.add(name);
            }
        }
        hasBase = random.nextBoolean();
        hasRecord = random.nextBoolean();
    }

    /** A class {@link #NAME} that holds the model's classes. */
    static String source(Random random) {
        return new RandomModel(random).write();
    }

    private String write() {
        source.append("package dev.espalier.differential.generated;\n\nimport java.math.*;\nimport java.time.*;\nimport java.util.*;\n\nclass Models {\n");
        source.append("    enum Kind { WILD, select, \u00c4ra }\n");
        if (hasRecord) {
            source.append("    record Part(").append(any("String", "int", "Kind")).append(" order, ").append(any("Integer", "LocalDate", "Optional<String>"))
                    .append(" \u00e4rger, ").append(reference()).append(" owner) {}\n");
        }
        // The first three are a base and its subclasses, if there is one; names of fields differ among those.
        Set<String> family = new HashSet<>();
        for (int i = 0; i < classes.size(); i++) {
            boolean isSub = hasBase && (i == 1 || i == 2);
            source.append("    ").append(hasBase && i == 0 ? "abstract " : "").append("static class ").append(classes.get(i))
                    .append(isSub ? " extends " + classes.get(0) : "").append(" {\n");
            if (!isSub && random.nextInt(3) > 0) {
                source.append("        ").append(any("long", "long", "Long")).append(" id;\n");
            }
            fields(hasBase && i < 3 ? family : new HashSet<>());
            source.append("    }\n");
        }
        return source.append("}\n").toString();
    }

    private void fields(Set<String> used) {
        field(any(VALUES), used);
        for (int i = random.nextInt(6); i >= 0; i--) {
            field(type(), used);
        }
    }

    private void field(String type, Set<String> used) {
        String name = any(FIELDS);
        while (!used.add(name)) {
            name = any(FIELDS);
        }
        source.append("        ").append(any("", "private ", "public ", "protected ")).append(type).append(' ').append(name).append(";\n");
    }

    private String type() {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> any(VALUES);
            case 3, 4 -> reference();
            case 5 -> "Optional<" + reference() + ">";
            case 6 -> any("List", "Set") + "<" + any(MEMBERS) + ">";
            case 7 -> any("List", "List", "Set") + "<" + reference() + ">";
            case 8 -> "Map<" + any("String", "Integer", "Kind") + ", " + any(any(MEMBERS), reference()) + ">";
            case 9 -> any("int", "String", "double", reference()) + "[]";
            default -> hasRecord ? any("Part", "List<Part>") : reference();
        };
    }

    private String reference() {
        return classes.get(random.nextInt(classes.size()));
    }

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
