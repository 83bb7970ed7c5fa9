package dev.espalier.corpus;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Reads a parameter's value: {@code 'text'}, {@code 30}, {@code 30L}, {@code 2.5}, {@code 2.5d}, {@code TRUE}, {@code NULL}, a list
 * {@code [1, 'a']}, the numbers {@code 1..40000}, {@code LocalDate 2026-01-01} and other classes that parse, a constant
 * {@code Colour RED}, {@code Optional 5}, {@code new Person}, or the name of an object.
 */
final class HeaderValue {

    private static final List<String> TIMES =
            List.of("LocalDate", "LocalTime", "LocalDateTime", "Instant", "OffsetDateTime", "Duration");

    private final String text;
    private final CorpusModel model;
    private final Population population;

    HeaderValue(String text, CorpusModel model, Population population) {
        this.text = text;
        this.model = model;
        this.population = population;
    }

    Object read() {
        return read(text);
    }

    private Object read(String value) {
        if (value.startsWith("'")) {
            return value.substring(1, value.length() - 1).replace("''", "'");
        }
        if (value.startsWith("[")) {
            return list(value.substring(1, value.length() - 1));
        }
        if (value.matches("\\d+\\.\\.\\d+")) {
            String[] ends = value.split("\\.\\.");
            return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[1]))
                    .toArray();
        }
        if (value.matches("[-+]?\\d.*")) {
            return number(value);
        }
        return switch (value) {
            case "TRUE" -> Boolean.TRUE;
            case "FALSE" -> Boolean.FALSE;
            case "NULL" -> null;
            default ->
                value.indexOf(' ') < 0
                        ? population.object(value)
                        : ofClass(value.substring(0, value.indexOf(' ')), value.substring(value.indexOf(' ') + 1));
        };
    }

    private List<Object> list(String items) {
        List<Object> list = new ArrayList<>();
        for (String item : items.isEmpty() ? new String[0] : items.split(", ")) {
            list.add(read(item));
        }
        return list;
    }

    private static Object number(String value) {
        if (value.endsWith("L")) {
            return Long.valueOf(value.substring(0, value.length() - 1));
        }
        if (value.endsWith("d")) {
            return Double.valueOf(value.substring(0, value.length() - 1));
        }
        return value.matches("[-+]?\\d{1,9}") ? (Object) Integer.valueOf(value) : new BigDecimal(value);
    }

    private Object ofClass(String name, String rest) {
        try {
            if (TIMES.contains(name)) {
                return Class.forName("java.time." + name)
                        .getMethod("parse", CharSequence.class)
                        .invoke(null, rest);
            }
            if (name.equals("new")) {
                return model.type(rest).getDeclaredConstructor().newInstance();
            }
            if (name.equals("Optional")) {
                return Optional.ofNullable(read(rest));
            }
            if (name.equals("UUID")) {
                return java.util.UUID.fromString(rest);
            }
            return constant(model.classes().get(0).getEnclosingClass(), name, rest);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no value: " + text, e);
        }
    }

    private static Object constant(Class<?> outer, String name, String constant) {
        for (Class<?> nested : outer.getDeclaredClasses()) {
            if (nested.getSimpleName().equals(name) && nested.isEnum()) {
                for (Object one : nested.getEnumConstants()) {
                    if (((Enum<?>) one).name().equals(constant)) {
                        return one;
                    }
                }
            }
        }
        throw new IllegalArgumentException("no value: " + name + " " + constant);
    }
}
