package dev.espalier.differential;

import dev.espalier.naive.Objects;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Queries of every form that the language has and this version answers. */
final class RandomQueries {

    private static final String[] PATTERNS = {"a%", "%b", "_", "__", "a\\%", "A_B", "%''%", "%", "", "\u00c4", "\u00df", "[a]", "a\\\\b", "*", "^%", "k_", "i", "ab"};

    private final Random random;
    private final List<Class<?>> roots;

    /** @param roots all classes of objects, abstract ones too */
    RandomQueries(Random random, List<Class<?>> roots) {
        this.random = random;
        this.roots = roots;
    }

    /** A whole query, mostly with an order and sometimes with bounds. */
    String query(Class<?> root) {
        String text = condition(root, 2);
        if (random.nextInt(6) == 0) {
            text = "(" + text + ") MERGE (" + condition(root, 1) + ")";
        }
        if (random.nextInt(3) == 0) {
            text += " ORDER BY " + order(root) + (random.nextBoolean() ? ", " + order(root) : "");
        }
        if (random.nextInt(5) == 0) {
            text += " LIMIT " + random.nextInt(6) + (random.nextBoolean() ? " OFFSET " + random.nextInt(4) : "");
        }
        return text;
    }

    /** A query with no bounds and mostly with an order, often of all objects. */
    String ordered(Class<?> root) {
        String condition = switch (random.nextInt(5)) {
            case 0 -> condition(root, 1);
            case 1 -> predicate(root, 1);
            case 2 -> "(" + condition(root, 1) + ") MERGE (" + condition(root, 1) + ")";
            default -> "";
        };
        int keys = random.nextInt(4);
        StringBuilder text = new StringBuilder(condition);
        for (int i = 0; i < keys; i++) {
            text.append(i == 0 ? " ORDER BY " : ", ").append(random.nextInt(12) == 0 ? "id DESC" : order(root));
        }
        return text.toString();
    }

    private String order(Class<?> root) {
        String path = "";
        Class<?> at = root;
        while (true) {
            Field field = pick(at);
            Class<?> type = content(field.getGenericType());
            if (!isMany(field)) {
                path += (path.isEmpty() ? "" : ".") + field.getName();
                if (!Objects.isStructure(type)) {
                    return path + (random.nextBoolean() ? "" : random.nextBoolean() ? " ASC" : " DESC");
                }
                at = type;
            }
        }
    }

    private String condition(Class<?> type, int depth) {
        return switch (random.nextInt(depth > 0 ? 12 : 6)) {
            case 6 -> condition(type, depth - 1) + " AND " + condition(type, depth - 1);
            case 7 -> condition(type, depth - 1) + ", " + condition(type, depth - 1);
            case 8, 9 -> "(" + condition(type, depth - 1) + " or " + condition(type, depth - 1) + ")";
            case 10 -> "NOT (" + condition(type, depth - 1) + ")";
            case 11 -> "(" + condition(type, depth - 1) + " MERGE " + condition(type, depth - 1) + ")";
            default -> predicate(type, depth);
        };
    }

    /** Where a path leads to. */
    private record End(String path, Class<?> type, boolean many, boolean collection) {

        boolean isObject() {
            return Objects.isStructure(type);
        }

        /** Not an embedded record. */
        boolean isEntity() {
            return isObject() && !(type.isRecord() && Objects.field(type, "id") == null);
        }
    }

    private String predicate(Class<?> type, int depth) {
        End end = path(type, 1 + random.nextInt(3));
        return end.isObject() ? onObjects(type, end, depth) : onValues(type, end);
    }

    private End path(Class<?> type, int steps) {
        End end = new End("", type, false, false);
        for (int i = 0; i < steps && end.isObject(); i++) {
            end = step(end);
        }
        return end;
    }

    private End step(End from) {
        String prefix = from.path().isEmpty() ? "" : from.path() + ".";
        if (from.isEntity() && random.nextInt(10) == 0) {
            End inverse = inverse(prefix, from.type());
            if (inverse != null) {
                return inverse;
            }
        }
        Field field = pick(from.type());
        Class<?> content = content(field.getGenericType());
        End end = new End(prefix + field.getName(), content, from.many() || isMany(field), isMany(field));
        if (end.isEntity() && random.nextInt(6) == 0) {
            List<Class<?>> below = roots.stream().filter(root -> content.isAssignableFrom(root)).toList();
            Class<?> narrowed = below.get(random.nextInt(below.size()));
            return new End(end.path() + "[" + narrowed.getSimpleName() + "]", narrowed, end.many(), end.collection());
        }
        return end;
    }

    /** Backwards along a field of some class that refers to this one. */
    private End inverse(String prefix, Class<?> target) {
        List<End> ends = new ArrayList<>();
        for (Class<?> owner : roots) {
            for (Field field : Objects.fields(owner)) {
                if (content(field.getGenericType()).isAssignableFrom(target) && Objects.isStructure(content(field.getGenericType()))) {
                    ends.add(new End(prefix + "<" + owner.getSimpleName() + "." + field.getName(), owner, true, false));
                }
            }
        }
        return ends.isEmpty() ? null : ends.get(random.nextInt(ends.size()));
    }

    /** One of the fields, those of subclasses included. */
    private Field pick(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        roots.stream().filter(type::isAssignableFrom).forEach(sub -> fields.addAll(Objects.fields(sub)));
        if (fields.isEmpty()) {
            fields.addAll(Objects.fields(type));
        }
        return fields.get(random.nextInt(fields.size()));
    }

    private static boolean isMany(Field field) {
        return Objects.isMany(field.getType());
    }

    /** What a field holds, or each of its members. */
    private static Class<?> content(Type type) {
        Class<?> raw = RandomObjects.raw(type);
        if (raw == Optional.class || Collection.class.isAssignableFrom(raw)) {
            return content(RandomObjects.argument(type, 0));
        }
        if (Map.class.isAssignableFrom(raw)) {
            return content(RandomObjects.argument(type, 1));
        }
        return raw.isArray() ? raw.getComponentType() : raw;
    }

    private String onValues(Class<?> root, End end) {
        String path = end.path();
        Class<?> type = end.type();
        boolean ordered = type != boolean.class && type != Boolean.class;
        return switch (random.nextInt(type == String.class ? 12 : 9)) {
            case 0, 1 -> path + " = " + RandomValues.literal(type, random);
            case 2 -> path + " != " + RandomValues.literal(type, random);
            case 3, 4 -> path + (ordered ? any(" < ", " <= ", " > ", " >= ") : " <> ") + RandomValues.literal(type, random);
            case 5 -> path + any(" IN (", " NOT IN (") + list(type, ordered) + ")";
            case 6 -> path + any(" IS NULL", " IS NOT NULL", " = NULL", " != NULL");
            case 7 -> end.collection() ? path + any(" IS EMPTY", " IS NOT EMPTY") : path + " is null";
            case 8 -> compared(root, end, ordered && !type.isEnum());
            default -> path + any(" MATCH '", " NOT MATCH '") + any(PATTERNS) + "'" + any("", " IGNORE CASE");
        };
    }

    /** Two paths of one type, where another one is found soon. */
    private String compared(Class<?> root, End end, boolean ordered) {
        for (int i = 0; i < 20; i++) {
            End other = path(root, 1 + random.nextInt(2));
            if (other.type() == end.type()) {
                return end.path() + (ordered ? any(" = ", " != ", " < ", " >= ") : any(" = ", " != ")) + other.path();
            }
        }
        return "ANY " + end.path();
    }

    private String list(Class<?> type, boolean ordered) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            items.add(ordered && random.nextInt(3) == 0
                    ? any("(", "[") + RandomValues.literal(type, random) + ".." + any("", RandomValues.literal(type, random)) + any(")", "]")
                    : RandomValues.literal(type, random));
        }
        return String.join(", ", items);
    }

    private String onObjects(Class<?> root, End end, int depth) {
        String path = end.path();
        return switch (random.nextInt(11)) {
            case 0 -> path + any(" IS NULL", " IS NOT NULL");
            case 1 -> end.collection() && !path.endsWith("]") ? path + any(" IS EMPTY", " IS NOT EMPTY") : "ANY " + path;
            case 2 -> "NO " + path;
            case 3 -> end.isEntity() ? path + ".id" + any(" = ", " != ", " < ", " >= ") + random.nextInt(60) : "ANY " + path;
            case 4 -> end.isEntity() ? path + any(" IS ", " IS NOT ") + subclass(end.type()) : "NO " + path;
            case 5 -> end.collection() && end.isEntity() ? "COUNT(" + path + any("", "(" + condition(end.type(), 0) + ")") + ")"
                    + any(" = ", " != ", " < ", " >= ") + random.nextInt(4) : "ANY " + path;
            case 6 -> "ALL " + path + "(" + condition(end.type(), depth - 1) + ")";
            case 7 -> "NO " + path + "(" + condition(end.type(), depth - 1) + ")";
            case 8 -> end.isEntity() ? compared(root, end, false) : "ANY " + path;
            default -> path + "(" + condition(end.type(), depth - 1) + ")";
        };
    }

    private String subclass(Class<?> type) {
        List<Class<?>> below = roots.stream().filter(type::isAssignableFrom).toList();
        return below.get(random.nextInt(below.size())).getSimpleName();
    }

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
