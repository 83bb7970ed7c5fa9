package dev.espalier.differential;

import dev.espalier.naive.Objects;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Objects as lines of text, and back: {@code #1 Person name='a' age=3 home={street='b' number=2} friends=[#2 #3] marks=['a':1]}. What is
 * missing, zero or empty is left out.
 */
final class ObjectText {

    private ObjectText() {}

    // ---- to text

    /** A line for each object. */
    static List<String> write(List<?> objects) {
        Map<Object, Integer> numbers = new IdentityHashMap<>();
        objects.forEach(object -> numbers.put(object, numbers.size() + 1));
        List<String> lines = new ArrayList<>();
        for (Object object : objects) {
            lines.add("#" + numbers.get(object) + " " + object.getClass().getSimpleName() + fields(object, numbers));
        }
        return lines;
    }

    private static String fields(Object object, Map<Object, Integer> numbers) {
        StringBuilder text = new StringBuilder();
        for (Field field : Objects.fields(object.getClass())) {
            Object value = Objects.get(field, object);
            if (!field.getName().equals("id") && !isNothing(field, value)) {
                text.append(' ').append(field.getName()).append('=').append(value(value, numbers));
            }
        }
        return text.toString();
    }

    private static boolean isNothing(Field field, Object value) {
        return value == null
                || field.getType().isPrimitive() && (value.equals(0) || value.equals(false))
                || value instanceof Map<?, ?> map && map.isEmpty()
                || Objects.isMany(value.getClass()) && Objects.members(value).isEmpty();
    }

    /** @param numbers of the objects that it may refer to */
    static String value(Object value, Map<Object, Integer> numbers) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof Map<?, ?> map) {
            List<String> entries = new ArrayList<>();
            map.forEach((key, member) -> entries.add(value(key, numbers) + ":" + value(member, numbers)));
            return "[" + String.join(" ", entries) + "]";
        }
        if (Objects.isMany(value.getClass())) {
            return "["
                    + String.join(
                            " ",
                            Objects.members(value).stream()
                                    .map(member -> value(member, numbers))
                                    .toList()) + "]";
        }
        if (numbers.containsKey(value)) {
            return "#" + numbers.get(value);
        }
        return Objects.isStructure(value)
                ? "{" + fields(value, numbers).strip() + "}"
                : quoted(RandomValues.text(value));
    }

    private static String quoted(String text) {
        return "'" + escaped(text.replace("\\", "\\u005c")).replace("'", "\\u0027") + "'";
    }

    /** On one line of ASCII; a backslash stays one. */
    static String escaped(String text) {
        StringBuilder line = new StringBuilder();
        text.chars()
                .forEach(unit ->
                        line.append(unit < ' ' || unit > '~' ? "\\u%04x".formatted(unit) : Character.toString(unit)));
        return line.toString();
    }

    static String unescaped(String line) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            boolean escape = line.startsWith("\\u", i) && i + 6 <= line.length();
            text.append(escape ? (char) Integer.parseInt(line.substring(i + 2, i + 6), 16) : line.charAt(i));
            i += escape ? 5 : 0;
        }
        return text.toString();
    }

    // ---- from text

    /**
     * The objects of these lines. What the classes do not have, and references to objects that are not there, are left out.
     *
     * @param classes by their simple names
     */
    static Map<Integer, Object> read(List<String> lines, Collection<Class<?>> classes) {
        Map<Integer, Object> objects = new LinkedHashMap<>();
        Map<Integer, Reader> readers = new LinkedHashMap<>();
        Map<Integer, Class<?>> types = new HashMap<>();
        for (String line : lines) {
            Reader reader = new Reader(line, objects);
            int number = reader.number();
            String name = reader.word();
            classes.stream()
                    .filter(type -> type.getSimpleName().equals(name))
                    .findFirst()
                    .ifPresent(type -> {
                        types.put(number, type);
                        readers.put(number, reader);
                        // Keeps the place of a record, which is made when all that it may refer to is there.
                        objects.put(number, type.isRecord() ? null : create(type, new Class<?>[0]));
                    });
        }
        types.keySet().stream()
                .sorted()
                .filter(number -> types.get(number).isRecord())
                .forEach(number -> objects.put(number, readers.get(number).record(types.get(number))));
        objects.forEach((number, object) -> {
            if (!(object instanceof Record)) {
                readers.get(number).fields(object);
            }
        });
        return objects;
    }

    /** A value of a class. */
    static Object read(String text, Class<?> type, Map<Integer, Object> objects) {
        return new Reader(text, objects).value(type);
    }

    private static final class Reader {

        private final String text;
        private final Map<Integer, Object> objects;
        private int at;

        Reader(String text, Map<Integer, Object> objects) {
            this.text = text;
            this.objects = objects;
        }

        int number() {
            expect('#');
            return Integer.parseInt(word());
        }

        String word() {
            skipSpace();
            int start = at;
            while (at < text.length() && " =:[]{}#'".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(start, at);
        }

        private String quoted() {
            int end = text.indexOf('\'', at + 1);
            String content = unescaped(text.substring(at + 1, end));
            at = end + 1;
            return content;
        }

        private boolean accept(char mark) {
            skipSpace();
            boolean found = at < text.length() && text.charAt(at) == mark;
            at += found ? 1 : 0;
            return found;
        }

        private void expect(char mark) {
            if (!accept(mark)) {
                throw new IllegalArgumentException("expected " + mark + " at " + at + " of " + text);
            }
        }

        private void skipSpace() {
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
        }

        void fields(Object object) {
            for (Map.Entry<Field, Object> entry : values(object.getClass()).entrySet()) {
                try {
                    entry.getKey().set(object, entry.getValue());
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        Object record(Class<?> type) {
            Map<Field, Object> given = values(type);
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            Object[] values = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                Object value = given.get(Objects.field(type, components[i].getName()));
                values[i] = value != null ? value : nothing(types[i]);
            }
            return create(type, types, values);
        }

        private static Object nothing(Class<?> type) {
            return type == Optional.class
                    ? Optional.empty()
                    : List.class.isAssignableFrom(type) ? new ArrayList<>() : type.isPrimitive() ? zero(type) : null;
        }

        private static Object zero(Class<?> primitive) {
            return Array.get(Array.newInstance(primitive, 1), 0);
        }

        private Map<Field, Object> values(Class<?> type) {
            Map<Field, Object> values = new LinkedHashMap<>();
            while (at < text.length() && !accept('}')) {
                Field field = Objects.field(type, word());
                expect('=');
                Object value = value(field == null ? Unknown.class : field.getGenericType());
                if (field != null && !(value == null && field.getType().isPrimitive())) {
                    values.put(field, value);
                }
                skipSpace();
            }
            return values;
        }

        /** Stands for the type of a field that is no longer there. */
        private static final class Unknown {}

        Object value(Type type) {
            skipSpace();
            Class<?> raw = RandomObjects.raw(type);
            if (raw == Unknown.class) {
                return skipped();
            }
            if (raw == Optional.class) {
                return Optional.ofNullable(value(RandomObjects.argument(type, 0)));
            }
            if (accept('#')) {
                return objects.get(Integer.parseInt(word()));
            }
            if (accept('[')) {
                return Map.class.isAssignableFrom(raw) ? map(type) : members(type, raw);
            }
            if (accept('{')) {
                return record(raw);
            }
            return at < text.length() && text.charAt(at) == '\'' ? plain(quoted(), raw) : bare(word(), raw);
        }

        private Object skipped() {
            if (at < text.length() && text.charAt(at) == '\'') {
                return quoted();
            }
            boolean bracket = accept('[') || accept('{') || accept('#');
            int open = bracket && text.charAt(at - 1) != '#' ? 1 : 0;
            if (open == 0) {
                return word();
            }
            for (; open > 0; at++) {
                char mark = text.charAt(at);
                if (mark == '\'') {
                    at = text.indexOf('\'', at + 1);
                }
                open += mark == '[' || mark == '{' ? 1 : mark == ']' || mark == '}' ? -1 : 0;
            }
            return null;
        }

        private Object map(Type type) {
            Map<Object, Object> map = new LinkedHashMap<>();
            while (!accept(']')) {
                Object key = value(RandomObjects.argument(type, 0));
                expect(':');
                map.put(key, value(RandomObjects.argument(type, 1)));
            }
            return map;
        }

        private Object members(Type type, Class<?> raw) {
            List<Object> members = new ArrayList<>();
            Type element = raw.isArray() ? raw.getComponentType() : RandomObjects.argument(type, 0);
            boolean isReference = Objects.isStructure(RandomObjects.raw(element));
            while (!accept(']')) {
                Object member = value(element);
                if (!(isReference && member == null)) {
                    members.add(member);
                }
            }
            if (raw.isArray()) {
                Object array = Array.newInstance(raw.getComponentType(), members.size());
                for (int i = 0; i < members.size(); i++) {
                    Array.set(array, i, members.get(i));
                }
                return array;
            }
            return SortedSet.class.isAssignableFrom(raw)
                    ? new TreeSet<>(members)
                    : java.util.Set.class.isAssignableFrom(raw) ? new LinkedHashSet<>(members) : members;
        }
    }

    private static Object bare(String word, Class<?> type) {
        return switch (word) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            default ->
                switch (type.getSimpleName()) {
                    case "byte", "Byte" -> Byte.valueOf(word);
                    case "short", "Short" -> Short.valueOf(word);
                    case "int", "Integer" -> Integer.valueOf(word);
                    case "long", "Long" -> Long.valueOf(word);
                    case "float", "Float" -> Float.valueOf(word);
                    case "double", "Double" -> Double.valueOf(word);
                    case "BigInteger" -> new BigInteger(word);
                    default -> new BigDecimal(word);
                };
        };
    }

    private static Object plain(String text, Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(each -> ((Enum<?>) each).name().equals(text))
                    .findFirst()
                    .orElseThrow();
        }
        if (type == String.class) {
            return text;
        }
        if (type == char.class || type == Character.class) {
            return text.charAt(0);
        }
        if (type == UUID.class) {
            return UUID.fromString(text);
        }
        if (type == Date.class) {
            return Date.from(Instant.parse(text));
        }
        if (type == byte[].class) {
            return HexFormat.of().parseHex(text);
        }
        try {
            return type.getMethod("parse", CharSequence.class).invoke(null, text);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no value of " + type + ": " + text, e);
        }
    }

    private static Object create(Class<?> type, Class<?>[] parameters, Object... values) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
