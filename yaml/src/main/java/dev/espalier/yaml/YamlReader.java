package dev.espalier.yaml;

import static dev.espalier.error.ErrorCode.BAD_MODEL;

import dev.espalier.Model;
import dev.espalier.error.ModelException;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.DefaultBounds;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads a model file. It collects all mistakes, each with its line and column. For one file, by one thread. */
final class YamlReader {

    /** More than a file of 100,000 attributes has. */
    private static final int MAX_CHARACTERS = 50_000_000;

    private static final String DEPTH = "a number of steps, at least 0";

    /** A mistake at a line and a column, which count from 0. */
    private record Mistake(int line, int column, String message) {}

    private final String file;
    private final @Nullable Node root;
    private final Places places = new Places();
    private final List<Mistake> mistakes = new ArrayList<>();
    private String prefix = "";

    /** @param file its name, for messages */
    YamlReader(String file, String text) {
        this.file = file;
        this.root = compose(text);
    }

    private @Nullable Node compose(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MAX_CHARACTERS);
        try {
            return new Yaml(options).compose(new StringReader(text));
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark();
            add(mark, e.getProblem() + (e.getContext() == null ? "" : " (" + e.getContext() + ")") + "; expected YAML");
            throw failed();
        } catch (YAMLException e) {
            add(null, e.getMessage() + "; expected YAML");
            throw failed();
        }
    }

    /** The root of the file; null for an empty one. */
    @Nullable
    Node root() {
        return root;
    }

    /** The package of classes and enums that do not name their own, with a dot behind it; empty for none. */
    String prefix() {
        return prefix;
    }

    /** @throws ModelException {@code bad-model} with all mistakes */
    ModelDraft draft() {
        List<ClassDraft> classes = new ArrayList<>();
        List<RecordDraft> records = new ArrayList<>();
        List<EnumDraft> enums = new ArrayList<>();
        if (root != null) {
            Map<String, NodeTuple> parts = entries(root, "the file", Keys.OF_FILE);
            format(parts.get(Keys.FORMAT));
            String name = scalar(parts.get(Keys.PACKAGE), "the name of a package");
            prefix = name == null || name.isEmpty() ? "" : name + ".";
            each(parts.get(Keys.CLASSES), (type, entry) -> classes.add(type(type, entry)));
            each(parts.get(Keys.RECORDS), (type, entry) -> records.add(record(type, entry)));
            each(parts.get(Keys.ENUMS), (type, entry) -> enums.add(constants(type, entry)));
        }
        throwIfAny();
        ModelDraft draft = ModelDraft.of(classes, records, enums);
        draft.problems().stream()
                .filter(problem -> !problem.place().isEmpty())
                .forEach(problem -> add(places.find(problem.place(), problem.part()), problem.toString()));
        throwIfAny();
        return draft;
    }

    /** @throws ModelException with the position of each mistake */
    Model model() {
        ModelDraft draft = draft();
        try {
            return draft.toModel();
        } catch (ModelException e) {
            for (String line : String.valueOf(e.getMessage()).lines().toList()) {
                int colon = line.indexOf(": ");
                add(colon < 0 ? null : places.find(line.substring(0, colon), ""), line);
            }
            throw failed(e);
        }
    }

    private void format(@Nullable NodeTuple entry) {
        String version = scalar(entry, "the version of the format, " + Keys.VERSION);
        if (entry != null && version != null && !version.equals(Keys.VERSION)) {
            add(
                    entry.getValueNode().getStartMark(),
                    "found the format " + version + "; expected " + Keys.VERSION
                            + ", which this version of Espalier reads");
        }
    }

    // ---- types

    private ClassDraft type(String name, NodeTuple entry) {
        places.put(name, "", entry.getKeyNode());
        Map<String, NodeTuple> parts = entries(entry.getValueNode(), "the class " + name, Keys.OF_CLASS);
        parts.forEach((key, part) -> places.put(name, key, part.getValueNode()));
        List<String> javaNames = names(parts.get(Keys.JAVA));
        return new ClassDraft(
                name,
                javaNames == null ? List.of(inJava(name)) : javaNames,
                isTrue(parts.get(Keys.ABSTRACT)),
                orEmpty(names(parts.get(Keys.EXTENDS))),
                names(parts.get(Keys.WAS)),
                bounds(name, parts.get(Keys.BOUNDS)),
                attributes(name, parts.get(Keys.ATTRIBUTES)));
    }

    private @Nullable DefaultBounds bounds(String owner, @Nullable NodeTuple entry) {
        if (entry == null) {
            return null;
        }
        Map<String, NodeTuple> parts = entries(entry.getValueNode(), "the bounds of " + owner, Keys.OF_BOUNDS);
        return new DefaultBounds(
                depth(parts.get(Keys.DEPTH)),
                orEmpty(names(parts.get(Keys.ONLY))),
                orEmpty(names(parts.get(Keys.STOP_AT))),
                orEmpty(names(parts.get(Keys.FOLLOW))));
    }

    private int depth(@Nullable NodeTuple entry) {
        String text = scalar(entry, DEPTH);
        if (entry == null || text == null) {
            return DefaultBounds.ANY_DEPTH;
        }
        try {
            int depth = Integer.parseInt(text);
            if (depth >= 0) {
                return depth;
            }
        } catch (NumberFormatException e) {
            // the same mistake
        }
        add(entry.getValueNode().getStartMark(), "found '" + text + "'; expected " + DEPTH);
        return DefaultBounds.ANY_DEPTH;
    }

    private RecordDraft record(String name, NodeTuple entry) {
        places.put(name, "", entry.getKeyNode());
        Map<String, NodeTuple> parts = entries(entry.getValueNode(), "the record " + name, Keys.OF_RECORD);
        String simpleName = scalar(parts.get(Keys.JAVA), "the simple name of a record in Java");
        return new RecordDraft(
                name, simpleName == null ? name : simpleName, attributes(name, parts.get(Keys.COMPONENTS)));
    }

    private EnumDraft constants(String name, NodeTuple entry) {
        places.put(name, "", entry.getKeyNode());
        if (entry.getValueNode() instanceof SequenceNode) {
            places.put(name, Keys.CONSTANTS, entry.getValueNode());
            return new EnumDraft(name, inJava(name), orEmpty(names(entry)), Map.of());
        }
        Map<String, NodeTuple> parts = entries(entry.getValueNode(), "the enum " + name, Keys.OF_ENUM);
        parts.forEach((key, part) -> places.put(name, key, part.getValueNode()));
        String javaName = scalar(parts.get(Keys.JAVA), "the full name of an enum in Java");
        Map<String, String> formerNames = new LinkedHashMap<>();
        each(parts.get(Keys.WAS), (constant, former) -> {
            String text = scalar(former, "the former name of a constant");
            if (text != null) {
                formerNames.put(constant, text);
            }
        });
        return new EnumDraft(
                name,
                javaName == null ? inJava(name) : javaName,
                orEmpty(names(parts.get(Keys.CONSTANTS))),
                formerNames);
    }

    private List<AttributeDraft> attributes(String owner, @Nullable NodeTuple entry) {
        List<AttributeDraft> attributes = new ArrayList<>();
        each(entry, (name, attribute) -> {
            String place = owner + "." + name;
            places.put(place, "", attribute.getKeyNode());
            if (attribute.getValueNode() instanceof ScalarNode) {
                places.put(place, Keys.TYPE, attribute.getValueNode());
                attributes.add(AttributeDraft.of(name, type(attribute, place)));
                return;
            }
            Map<String, NodeTuple> parts =
                    entries(attribute.getValueNode(), "the attribute " + place, Keys.OF_ATTRIBUTE);
            parts.forEach((key, part) -> places.put(place, key, part.getValueNode()));
            if (!parts.containsKey(Keys.TYPE)) {
                add(
                        attribute.getKeyNode().getStartMark(),
                        place + ": found no type; expected the key 'type', or the type alone as in 'name: String'");
                return;
            }
            String inverse = scalar(parts.get(Keys.INVERSE), "the name of a reference in the members' class");
            attributes.add(new AttributeDraft(
                    name,
                    type(parts.get(Keys.TYPE), place),
                    isTrue(parts.get(Keys.INDEX)),
                    isTrue(parts.get(Keys.UNIQUE)),
                    inverse,
                    isTrue(parts.get(Keys.PART)),
                    names(parts.get(Keys.WAS))));
        });
        return attributes;
    }

    private String type(@Nullable NodeTuple entry, String place) {
        String type = scalar(entry, "a type such as String, Customer or List<Line>");
        if (entry != null && type != null && type.isEmpty()) {
            add(
                    entry.getKeyNode().getStartMark(),
                    place + ": found no type; expected one such as String, Customer or List<Line>");
        }
        return type == null ? "" : type;
    }

    private String inJava(String name) {
        return name.indexOf('.') >= 0 ? name : prefix + name;
    }

    // ---- YAML

    /** Takes the entries of a mapping. */
    @FunctionalInterface
    private interface Entries {
        void accept(String key, NodeTuple entry);
    }

    private void each(@Nullable NodeTuple mapping, Entries entries) {
        if (mapping != null) {
            entries(mapping.getValueNode(), "'" + ((ScalarNode) mapping.getKeyNode()).getValue() + "'", null)
                    .forEach(entries::accept);
        }
    }

    /** @param known the keys that are possible; null for any name */
    private Map<String, NodeTuple> entries(Node node, String what, @Nullable List<String> known) {
        Map<String, NodeTuple> entries = new LinkedHashMap<>();
        if (isEmpty(node)) {
            return entries;
        }
        if (!(node instanceof MappingNode mapping)) {
            add(
                    node.getStartMark(),
                    "found " + described(node) + " for " + what + "; expected "
                            + (known == null ? "names with a colon behind each" : "keys: " + String.join(", ", known)));
            return entries;
        }
        for (NodeTuple entry : mapping.getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                add(
                        entry.getKeyNode().getStartMark(),
                        "found " + described(entry.getKeyNode()) + " as a key in " + what + "; expected a name");
            } else if (known != null && !known.contains(key.getValue())) {
                add(
                        key.getStartMark(),
                        "found the key '" + key.getValue() + "' in " + what + "; expected one of "
                                + String.join(", ", known)
                                + (key.getValue().endsWith(">")
                                        ? ". Within braces a type with a comma stands in quotes"
                                        : ""));
            } else if (entries.putIfAbsent(key.getValue(), entry) != null) {
                add(
                        key.getStartMark(),
                        "found the key '" + key.getValue() + "' in " + what + " twice; expected it once, as in line "
                                + (entries.get(key.getValue())
                                                .getKeyNode()
                                                .getStartMark()
                                                .getLine()
                                        + 1));
            }
        }
        return entries;
    }

    private @Nullable String scalar(@Nullable NodeTuple entry, String expected) {
        if (entry == null) {
            return null;
        }
        if (entry.getValueNode() instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        add(entry.getValueNode().getStartMark(), "found " + described(entry.getValueNode()) + "; expected " + expected);
        return null;
    }

    private boolean isTrue(@Nullable NodeTuple entry) {
        String text = scalar(entry, "true or false");
        if (entry != null && text != null && !text.equals("true") && !text.equals("false")) {
            add(entry.getValueNode().getStartMark(), "found '" + text + "'; expected true or false");
        }
        return "true".equals(text);
    }

    /** One name or a list of names; null if there is no such key. */
    private @Nullable List<String> names(@Nullable NodeTuple entry) {
        if (entry == null) {
            return null;
        }
        List<String> names = new ArrayList<>();
        List<Node> nodes = entry.getValueNode() instanceof SequenceNode sequence
                ? sequence.getValue()
                : isEmpty(entry.getValueNode()) ? List.of() : List.of(entry.getValueNode());
        for (Node node : nodes) {
            if (node instanceof ScalarNode scalar && !scalar.getValue().isEmpty()) {
                names.add(scalar.getValue());
            } else {
                add(
                        node.getStartMark(),
                        "found " + described(node) + "; expected a name or a list of names such as [a, b]");
            }
        }
        return names;
    }

    private static List<String> orEmpty(@Nullable List<String> names) {
        return names == null ? List.of() : names;
    }

    private static boolean isEmpty(Node node) {
        return node instanceof ScalarNode scalar && scalar.getValue().isEmpty() && scalar.isPlain();
    }

    private static String described(Node node) {
        return node instanceof MappingNode
                ? "keys with values"
                : node instanceof SequenceNode
                        ? "a list"
                        : ((ScalarNode) node).getValue().isEmpty()
                                ? "nothing"
                                : "'" + ((ScalarNode) node).getValue() + "'";
    }

    // ---- mistakes

    private void add(@Nullable Mark mark, String message) {
        mistakes.add(new Mistake(mark == null ? 0 : mark.getLine(), mark == null ? 0 : mark.getColumn(), message));
    }

    private void throwIfAny() {
        if (!mistakes.isEmpty()) {
            throw failed();
        }
    }

    private ModelException failed() {
        return new ModelException(BAD_MODEL, text());
    }

    private ModelException failed(ModelException cause) {
        return new ModelException(cause.errorCode(), text(), cause);
    }

    private String text() {
        return mistakes.stream()
                .sorted(Comparator.comparingInt(Mistake::line).thenComparingInt(Mistake::column))
                .map(mistake ->
                        file + ":" + (mistake.line() + 1) + ":" + (mistake.column() + 1) + ": " + mistake.message())
                .distinct()
                .collect(Collectors.joining("\n"));
    }
}
