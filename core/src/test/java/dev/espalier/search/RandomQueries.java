package dev.espalier.search;

import dev.espalier.model.Attribute;
import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.Element;
import dev.espalier.model.EmbeddedAttribute;
import dev.espalier.model.EmbeddedType;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import dev.espalier.model.ReferenceAttribute;
import dev.espalier.model.ValueAttribute;
import dev.espalier.model.ValueType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Queries of every form that a model allows, most of which find something. */
final class RandomQueries {

    private static final String[] WORDS = {"", "a", "b", "ab", "A%", "_", "\u00e4", "\ud83d\ude00", "\uffee", "Anna"};

    private final ObjectModel model;
    private final Random random;

    RandomQueries(ObjectModel model, Random random) {
        this.model = model;
        this.random = random;
    }

    /** One of the few values that random rows hold. */
    static Object value(ValueType type, Random random) {
        Class<?> java = type.javaClass();
        int number = random.nextInt(6) - 1;
        if (java.isEnum()) {
            return java.getEnumConstants()[random.nextInt(java.getEnumConstants().length)];
        }
        return java == String.class ? WORDS[random.nextInt(WORDS.length)]
                : java == Integer.class ? (Object) number
                : java == Long.class ? (Object) (long) number
                : java == Double.class ? (Object) (number / 2.0)
                : java == BigDecimal.class ? new BigDecimal(number).movePointLeft(random.nextInt(2))
                : java == Boolean.class ? (Object) random.nextBoolean()
                : java == LocalDate.class ? LocalDate.of(2026, 1, 2 + number)
                : java == Instant.class ? Instant.parse("2026-01-01T00:00:00Z").plusNanos(number * 500L)
                : java == UUID.class ? new UUID(number, number)
                : unknown(java);
    }

    private static Object unknown(Class<?> java) {
        throw new IllegalArgumentException(java + " has no random values");
    }

    private static String literal(ValueType type, Random random) {
        Object value = value(type, random);
        return value instanceof Number || value instanceof Boolean
                ? (random.nextInt(8) == 0 && value instanceof Integer ? value + ".5" : value.toString())
                : "'" + (value instanceof Enum<?> constant ? constant.name() : value.toString()) + "'";
    }

    /** A condition, at times a union, with an order and bounds. */
    String query(PersistentClass type) {
        String text = condition(type, 2);
        if (random.nextInt(6) == 0) {
            text = "(" + text + ") MERGE (" + condition(type, 1) + ")";
        }
        if (random.nextInt(4) == 0) {
            text += " ORDER BY " + order(type) + (random.nextBoolean() ? ", " + order(type) : "");
        }
        return text + (random.nextInt(4) == 0 ? " LIMIT " + random.nextInt(8) + " OFFSET " + random.nextInt(4) : "");
    }

    /** By a value of the objects themselves, or of what they refer to. */
    private String order(PersistentClass type) {
        Owner owner = new Owner(type, null);
        String path = "";
        while (true) {
            Attribute attribute = owner.attributes().get(random.nextInt(owner.attributes().size()));
            if (attribute instanceof ValueAttribute value && value.type().javaClass() != Boolean.class) {
                return path + attribute.name() + (random.nextBoolean() ? " DESC" : "");
            }
            if (attribute instanceof EmbeddedAttribute embedded) {
                path += attribute.name() + ".";
                owner = new Owner(null, embedded.type());
            } else if (attribute instanceof ReferenceAttribute reference) {
                path += attribute.name() + ".";
                owner = new Owner(reference.target(), null);
            }
        }
    }

    String condition(PersistentClass type, int depth) {
        return condition(new Owner(type, null), depth);
    }

    /** A class or an embedded record. */
    private record Owner(PersistentClass type, EmbeddedType record) {

        List<Attribute> attributes() {
            if (record != null) {
                return record.components();
            }
            List<Attribute> all = new ArrayList<>(type.attributes());
            for (PersistentClass sub : type.concreteClasses()) {
                sub.attributes().stream()
                        .filter(attribute -> all.stream().noneMatch(known -> known.name().equals(attribute.name())))
                        .forEach(all::add);
            }
            return all;
        }
    }

    private String condition(Owner owner, int depth) {
        int form = random.nextInt(depth > 0 ? 12 : 6);
        return switch (form) {
            case 6, 7 -> condition(owner, depth - 1) + " AND " + condition(owner, depth - 1);
            case 8 -> "(" + condition(owner, depth - 1) + " OR " + condition(owner, depth - 1) + ")";
            case 9 -> "NOT (" + condition(owner, depth - 1) + ")";
            case 10 -> condition(owner, depth - 1) + ", " + condition(owner, depth - 1);
            default -> predicate(owner, depth);
        };
    }

    /** A path so far, and what it leads to: a value's type, or an owner; whether through a collection at last. */
    private record End(String path, ValueType value, Owner owner, boolean collection) {
    }

    private String predicate(Owner owner, int depth) {
        End end = new End("", null, owner, false);
        int steps = 1 + random.nextInt(3);
        for (int i = 0; i < steps && end.owner() != null; i++) {
            end = step(end);
        }
        return end.value() != null ? onValue(end) : onObjects(end, depth);
    }

    private End step(End from) {
        String prefix = from.path().isEmpty() ? "" : from.path() + ".";
        Owner owner = from.owner();
        if (owner.type() != null && random.nextInt(8) == 0) {
            return inverse(prefix, owner.type());
        }
        List<Attribute> attributes = owner.attributes();
        Attribute attribute = attributes.get(random.nextInt(attributes.size()));
        String path = prefix + attribute.name();
        if (attribute instanceof ValueAttribute value) {
            return new End(path, value.type(), null, false);
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return new End(path, null, new Owner(null, embedded.type()), false);
        }
        if (attribute instanceof ReferenceAttribute reference) {
            return narrowed(path, reference.target(), false);
        }
        Element element = ((CollectionAttribute) attribute).element();
        return element instanceof Element.Value value ? new End(path, value.type(), null, true)
                : element instanceof Element.Embedded embedded ? new End(path, null, new Owner(null, embedded.type()), true)
                : narrowed(path, ((Element.Reference) element).target(), true);
    }

    private End narrowed(String path, PersistentClass target, boolean collection) {
        if (random.nextInt(5) == 0) {
            PersistentClass to = target.concreteClasses().get(random.nextInt(target.concreteClasses().size()));
            return new End(path + "[" + to + "]", null, new Owner(to, null), collection);
        }
        return new End(path, null, new Owner(target, null), collection);
    }

    private End inverse(String prefix, PersistentClass here) {
        List<End> ends = new ArrayList<>();
        for (PersistentClass owner : model.classes()) {
            for (Attribute attribute : owner.attributes()) {
                PersistentClass target = attribute instanceof ReferenceAttribute reference ? reference.target()
                        : attribute instanceof CollectionAttribute collection && collection.element() instanceof Element.Reference element
                                ? element.target() : null;
                if (target != null && (here.isSubclassOf(target) || target.isSubclassOf(here))) {
                    ends.add(new End(prefix + "<" + owner + "." + attribute.name(), null, new Owner(owner, null), true));
                }
            }
        }
        return ends.isEmpty() ? new End(prefix + "id", null, null, false) : ends.get(random.nextInt(ends.size()));
    }

    private String onValue(End end) {
        ValueType type = end.value();
        boolean ordered = type.javaClass() != Boolean.class;
        String path = end.path();
        return switch (random.nextInt(type.javaClass() == String.class ? 9 : 8)) {
            case 0, 1, 2 -> path + " = " + literal(type, random);
            case 3 -> path + " != " + literal(type, random);
            case 4 -> path + (ordered ? new String[] {" < ", " <= ", " > ", " >= "}[random.nextInt(4)] : " = ") + literal(type, random);
            case 5 -> path + (random.nextBoolean() ? " IN (" : " NOT IN (") + literal(type, random) + ", " + literal(type, random)
                    + (ordered ? ", [" + literal(type, random) + ".." + literal(type, random) + ")" : "") + ")";
            case 6 -> path + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
            case 7 -> path + (random.nextBoolean() ? " = NULL" : " != NULL");
            default -> path + (random.nextBoolean() ? " MATCH " : " NOT MATCH ")
                    + new String[] {"'a%'", "'%A%' IGNORE CASE", "'_'", "'A\\%'", "''"}[random.nextInt(5)];
        };
    }

    private String onObjects(End end, int depth) {
        String path = end.path();
        if (end.owner() == null) {
            return path + " > 20";
        }
        PersistentClass type = end.owner().type();
        return switch (random.nextInt(9)) {
            case 0 -> path + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
            case 1 -> end.collection() ? path + (random.nextBoolean() ? " IS EMPTY" : " IS NOT EMPTY") : "ANY " + path;
            case 2 -> "NO " + path;
            case 3 -> type == null ? "ANY " + path : path + ".id " + new String[] {"=", "!=", "<"}[random.nextInt(3)] + " " + random.nextInt(60);
            case 4 -> type == null ? "NO " + path
                    : path + (random.nextBoolean() ? " IS " : " IS NOT ") + type.concreteClasses().get(random.nextInt(type.concreteClasses().size()));
            case 5 -> type == null || !end.collection() ? "ANY " + path
                    : "COUNT(" + path + ") " + new String[] {"=", "!=", "<", ">="}[random.nextInt(4)] + " " + random.nextInt(4);
            case 6 -> "ALL " + path + "(" + condition(end.owner(), depth - 1) + ")";
            default -> path + "(" + condition(end.owner(), depth - 1) + ")";
        };
    }
}
