package dev.espalier.yaml;

import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.DefaultBounds;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A draft as the content of a model file: maps, lists of texts, texts, and {@code true}. A map stands in lines of its own; a {@link Flow} in braces.
 */
final class Tree {

    /** A map that stands in one line. */
    record Flow(Map<String, Object> entries) {}

    private final String prefix;

    private Tree(String prefix) {
        this.prefix = prefix;
    }

    /** @param prefix the package of classes and enums that need not name their own, with a dot behind it; empty for none */
    static Map<String, Object> of(ModelDraft draft, String prefix) {
        return new Tree(prefix).file(draft);
    }

    /** The package that most classes and enums have, with a dot behind it. */
    static String prefix(ModelDraft draft) {
        Map<String, Integer> uses = new HashMap<>();
        Stream.concat(
                        draft.classes().stream()
                                .filter(type -> type.javaNames().size() == 1)
                                .map(type -> type.javaNames().get(0)),
                        draft.enums().stream().map(EnumDraft::javaName))
                .forEach(name -> uses.merge(name.substring(0, name.lastIndexOf('.') + 1), 1, Integer::sum));
        return uses.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    private Map<String, Object> file(ModelDraft draft) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put(Keys.FORMAT, Keys.VERSION);
        if (!prefix.isEmpty()) {
            file.put(Keys.PACKAGE, prefix.substring(0, prefix.length() - 1));
        }
        Map<String, Object> classes = new LinkedHashMap<>();
        draft.classes().forEach(type -> classes.put(type.name(), type(type)));
        file.put(Keys.CLASSES, classes);
        Map<String, Object> records = new LinkedHashMap<>();
        draft.records().forEach(type -> records.put(type.name(), record(type)));
        if (!records.isEmpty()) {
            file.put(Keys.RECORDS, records);
        }
        Map<String, Object> enums = new LinkedHashMap<>();
        draft.enums().forEach(type -> enums.put(type.name(), constants(type)));
        if (!enums.isEmpty()) {
            file.put(Keys.ENUMS, enums);
        }
        return file;
    }

    private Map<String, Object> type(ClassDraft type) {
        Map<String, Object> parts = new LinkedHashMap<>();
        if (!type.javaNames().equals(List.of(inJava(type.name())))) {
            parts.put(Keys.JAVA, one(type.javaNames()));
        }
        if (type.isAbstract()) {
            parts.put(Keys.ABSTRACT, true);
        }
        if (!type.superclasses().isEmpty()) {
            parts.put(Keys.EXTENDS, one(type.superclasses()));
        }
        if (type.formerNames() != null) {
            parts.put(Keys.WAS, one(type.formerNames()));
        }
        if (type.bounds() != null) {
            parts.put(Keys.BOUNDS, bounds(type.bounds()));
        }
        if (!type.attributes().isEmpty()) {
            parts.put(Keys.ATTRIBUTES, attributes(type.attributes()));
        }
        return parts;
    }

    private static Flow bounds(DefaultBounds bounds) {
        Map<String, Object> parts = new LinkedHashMap<>();
        if (bounds.depth() != DefaultBounds.ANY_DEPTH) {
            parts.put(Keys.DEPTH, bounds.depth());
        }
        putPaths(parts, Keys.ONLY, bounds.only());
        putPaths(parts, Keys.STOP_AT, bounds.stopAt());
        putPaths(parts, Keys.FOLLOW, bounds.follow());
        return new Flow(parts);
    }

    private static void putPaths(Map<String, Object> parts, String key, List<String> paths) {
        if (!paths.isEmpty()) {
            parts.put(key, one(paths));
        }
    }

    private Map<String, Object> record(RecordDraft type) {
        Map<String, Object> parts = new LinkedHashMap<>();
        if (!type.simpleName().equals(type.name())) {
            parts.put(Keys.JAVA, type.simpleName());
        }
        parts.put(Keys.COMPONENTS, attributes(type.components()));
        return parts;
    }

    private Object constants(EnumDraft type) {
        boolean isSaidByPackage = type.javaName().equals(inJava(type.name()));
        if (isSaidByPackage && type.formerNames().isEmpty()) {
            return type.constants();
        }
        Map<String, Object> parts = new LinkedHashMap<>();
        if (!isSaidByPackage) {
            parts.put(Keys.JAVA, type.javaName());
        }
        parts.put(Keys.CONSTANTS, type.constants());
        if (!type.formerNames().isEmpty()) {
            parts.put(Keys.WAS, new Flow(new LinkedHashMap<>(type.formerNames())));
        }
        return parts;
    }

    private static Map<String, Object> attributes(List<AttributeDraft> attributes) {
        Map<String, Object> entries = new LinkedHashMap<>();
        attributes.forEach(attribute -> entries.put(attribute.name(), attribute(attribute)));
        return entries;
    }

    private static Object attribute(AttributeDraft attribute) {
        if (attribute.equals(AttributeDraft.of(attribute.name(), attribute.type()))) {
            return attribute.type();
        }
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put(Keys.TYPE, attribute.type());
        if (attribute.index()) {
            parts.put(Keys.INDEX, true);
        }
        if (attribute.unique()) {
            parts.put(Keys.UNIQUE, true);
        }
        if (attribute.inverse() != null) {
            parts.put(Keys.INVERSE, attribute.inverse());
        }
        if (attribute.part()) {
            parts.put(Keys.PART, true);
        }
        if (attribute.formerNames() != null) {
            parts.put(Keys.WAS, one(attribute.formerNames()));
        }
        return new Flow(parts);
    }

    private String inJava(String name) {
        return name.indexOf('.') >= 0 ? name : prefix + name;
    }

    /** One name stands without brackets. */
    private static Object one(List<String> names) {
        return names.size() == 1 ? names.get(0) : names;
    }
}
