package dev.espalier.contract.evolution;

import dev.espalier.Node;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Classes that change, and what each of their objects must hold: a map from attributes to values, in memory, that knows nothing of tables. */
final class ReferenceModel {

    final List<Type> types = new ArrayList<>();
    final Map<Long, Item> items = new TreeMap<>();

    /** A class. */
    static final class Type {
        String name;
        Type above;
        List<String> was;
        final List<Attribute> own = new ArrayList<>();

        List<Attribute> attributes() {
            List<Attribute> all = new ArrayList<>(above == null ? List.of() : above.attributes());
            all.addAll(own);
            return all;
        }

        boolean isOf(Type other) {
            return this == other || above == other;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** An attribute: what it is called and which type it has may change. */
    static final class Attribute {
        String name;
        String type;
        /** Of references. */
        Type target;

        List<String> was;
        /** Whether it must not be renamed or converted any more. */
        boolean isFixed;
        /** Whether it has had another type: its own name as an answer says then that it is the latest one, and otherwise that it is to be narrowed. */
        boolean isConverted;
        /** The types from which it was widened: a program that has one of them counts as an older one. */
        final List<String> narrower = new ArrayList<>();

        String type() {
            return type.replace("Ref", target == null ? "Ref" : target.name);
        }

        boolean isCollection() {
            return type.contains("<");
        }

        boolean isPrimitive() {
            return Character.isLowerCase(type.charAt(0));
        }

        @Override
        public String toString() {
            return name + ": " + type();
        }
    }

    /** An object. */
    static final class Item {
        final Type type;
        final Map<Attribute, Object> values = new LinkedHashMap<>();

        Item(Type type) {
            this.type = type;
        }
    }

    /** A reference. */
    record Ref(long id) {}

    ModelDraft draft() {
        List<ClassDraft> classes = new ArrayList<>();
        for (Type type : types) {
            classes.add(new ClassDraft(
                    type.name,
                    List.of(),
                    false,
                    type.above == null ? List.of() : List.of(type.above.name),
                    type.was,
                    type.own.stream()
                            .map(attribute -> AttributeDraft.of(attribute.name, attribute.type())
                                    .was(attribute.was))
                            .toList()));
        }
        return ModelDraft.of(classes, List.of(), List.of(EnumDraft.of("Tone", "LOW", "LOUD", "MUTE")));
    }

    /** What an attribute holds in an object that a program without the attribute has stored. */
    static Object nothing(Attribute attribute) {
        return switch (attribute.type) {
            case "int", "long", "short" -> 0L;
            case "float", "double" -> 0.0;
            case "boolean" -> false;
            default -> attribute.isCollection() ? List.of() : null;
        };
    }

    /** Objects that are without an attribute hold nothing in it from now on, whatever its type becomes. */
    void complete() {
        items.values()
                .forEach(item -> item.type
                        .attributes()
                        .forEach(attribute -> item.values.putIfAbsent(attribute, nothing(attribute))));
    }

    /** All that the object must hold. */
    static Map<String, Object> expected(Item item) {
        Map<String, Object> expected = new TreeMap<>();
        item.type.attributes().forEach(attribute -> expected.put(attribute.name, item.values.get(attribute)));
        return expected;
    }

    /** The same of a node. */
    static Map<String, Object> held(Node node) {
        Map<String, Object> held = new TreeMap<>();
        node.attributes().forEach(attribute -> held.put(attribute, plain(node.get(attribute))));
        return held;
    }

    static Object plain(Object value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Long) {
            return ((Number) value).longValue();
        }
        if (value instanceof Float || value instanceof Double) {
            return ((Number) value).doubleValue();
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.stripTrailingZeros();
        }
        if (value instanceof Node node) {
            return new Ref(node.id());
        }
        return value instanceof Collection<?> members
                ? members.stream().map(ReferenceModel::plain).toList()
                : value;
    }

    /** Removes an object, and all references to it. */
    void delete(long id) {
        items.remove(id);
        for (Item item : items.values()) {
            item.values.replaceAll((attribute, value) -> new Ref(id).equals(value)
                    ? null
                    : value instanceof List<?> members && members.contains(new Ref(id))
                            ? members.stream()
                                    .filter(member -> !member.equals(new Ref(id)))
                                    .toList()
                            : value);
        }
    }

    /** The value in the other type; {@link #NONE} where there is none. */
    static Object converted(Object value, String from, String to, boolean isPrimitive) {
        if (value == null) {
            return isPrimitive ? NONE : to.contains("<") ? List.of() : null;
        }
        if (from.contains("<") && to.contains("<")) {
            List<Object> members = new ArrayList<>();
            for (Object member : (List<?>) value) {
                Object one = to.contains("String") ? text(member) : member;
                if (to.startsWith("Set") && members.contains(one)) {
                    return NONE;
                }
                members.add(one);
            }
            return members;
        }
        if (to.contains("<")) {
            return List.of(value);
        }
        if (from.contains("<")) {
            List<?> members = (List<?>) value;
            return members.size() > 1 ? NONE : members.isEmpty() ? null : members.get(0);
        }
        return switch (to) {
            case "String" -> text(value);
            case "short" -> whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
            case "int" -> whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "long" -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
            default -> value;
        };
    }

    static final Object NONE = new Object();

    private static Object whole(Object value, long least, long most) {
        try {
            long number = Long.parseLong(value.toString());
            return number < least || number > most ? NONE : number;
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    private static Object text(Object value) {
        return value instanceof LocalDate date ? date.toString() : value == null ? null : value.toString();
    }
}
