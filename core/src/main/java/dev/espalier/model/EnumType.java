package dev.espalier.model;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An enum: kept by its constants' names, and ordered as the constants stand in the source, so that the constants may be moved about. In a model
 * without Java classes its values are the names themselves.
 */
final class EnumType extends ValueType {

    /** So many constants a message lists. */
    private static final int LISTED = 12;

    /** The full name. */
    private final String name;
    /** The values by their names, in order. */
    private final Map<String, Object> constants;

    private EnumType(Class<?> javaClass, String name, Map<String, Object> constants) {
        super(javaClass, 1, new Part("", ColumnType.NAME));
        this.name = name;
        this.constants = constants;
    }

    /** The type of a Java enum. */
    static EnumType of(Class<?> type) {
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            constants.put(((Enum<?>) constant).name(), constant);
        }
        return new EnumType(type, type.getName(), constants);
    }

    /** The type of an enum of which only the names are known. */
    static EnumType named(String name, List<String> constants) {
        Map<String, Object> values = new LinkedHashMap<>();
        constants.forEach(constant -> values.put(constant, constant));
        return new EnumType(String.class, name, values);
    }

    @Override
    public String name() {
        return javaClass().isEnum() ? super.name() : name.substring(name.lastIndexOf('.') + 1);
    }

    @Override
    public boolean isEnum() {
        return true;
    }

    @Override
    public List<String> constants() {
        return List.copyOf(constants.keySet());
    }

    @Override
    public boolean isSameAs(ValueType other) {
        ValueType same = other instanceof OlderType older ? older.original() : other;
        return same instanceof EnumType type && type.javaClass() == javaClass() && type.name.equals(name);
    }

    @Override
    public void encode(Object value, Object[] row, int at) {
        row[at] = value instanceof Enum<?> constant ? constant.name() : parse(Literal.STRING, (String) value);
    }

    /** @throws IllegalArgumentException if the class has no such constant any more */
    @Override
    public Object decode(Object[] row, int at) {
        if (row[at] == null) {
            return null;
        }
        Object constant = constants.get((String) row[at]);
        if (constant == null) {
            throw new IllegalArgumentException("found '" + row[at] + "', which is no constant of " + name
                    + "; expected " + expected());
        }
        return constant;
    }

    @Override
    public Object parse(Literal form, String text) {
        Object constant = form == Literal.STRING ? constants.get(text) : null;
        if (constant == null) {
            throw new IllegalArgumentException(expected());
        }
        return constant;
    }

    private String expected() {
        return constants.keySet().stream().limit(LISTED).map(constant -> "'" + constant + "'")
                .collect(joining(", ", "one of ", constants.size() > LISTED ? " ..." : ""));
    }
}
