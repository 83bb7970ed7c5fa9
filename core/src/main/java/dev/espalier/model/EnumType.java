package dev.espalier.model;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;

/** An enum: kept and ordered by its constants' names, so that the constants may be moved about. */
final class EnumType extends ValueType {

    /** So many constants a message lists. */
    private static final int LISTED = 12;

    private final Map<String, Enum<?>> constants;

    EnumType(Class<?> type) {
        super(type, 1, new Part("", ColumnType.NAME));
        constants = Arrays.stream(type.getEnumConstants()).map(c -> (Enum<?>) c).collect(toMap(Enum::name, Function.identity()));
    }

    @Override
    public void encode(Object value, Object[] row, int at) {
        row[at] = ((Enum<?>) value).name();
    }

    /** @throws IllegalArgumentException if the class has no such constant any more */
    @Override
    public Object decode(Object[] row, int at) {
        if (row[at] == null) {
            return null;
        }
        Enum<?> constant = constants.get((String) row[at]);
        if (constant == null) {
            throw new IllegalArgumentException("found '" + row[at] + "', which is no constant of " + javaClass().getName() + "; expected " + expected());
        }
        return constant;
    }

    @Override
    public Object parse(Literal form, String text) {
        Enum<?> constant = form == Literal.STRING ? constants.get(text) : null;
        if (constant == null) {
            throw new IllegalArgumentException(expected());
        }
        return constant;
    }

    private String expected() {
        Object[] all = javaClass().getEnumConstants();
        return Arrays.stream(all)
                .limit(LISTED)
                .map(c -> "'" + ((Enum<?>) c).name() + "'")
                .collect(joining(", ", "one of ", all.length > LISTED ? " ..." : ""));
    }
}
