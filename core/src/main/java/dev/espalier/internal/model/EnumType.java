package dev.espalier.internal.model;

import static java.util.stream.Collectors.joining;

import dev.espalier.annotation.Was;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An enum: kept by its constants' names, and ordered as the constants stand in the source, so that the constants may be moved about. In a model
 * without Java classes its values are the names themselves.
 */
final class EnumType extends ValueType {

    /** So many constants a message lists. */
    private static final int LISTED = 12;

    /** The full name. */
    private final String name;
    /** The values by the names under which they are stored, in order. */
    private final Map<String, Object> constants;
    /** The stored names by the names in the program. */
    private final Map<String, String> storedNames;
    /** The stored names of the constants of which the program says that they are no other renamed. */
    private final Set<String> newConstants;

    private EnumType(
            Class<?> javaClass,
            String name,
            Map<String, Object> constants,
            Map<String, String> storedNames,
            Set<String> newConstants) {
        super(javaClass, 1, new Part("", ColumnType.NAME));
        this.name = name;
        this.constants = constants;
        this.storedNames = storedNames;
        this.newConstants = Set.copyOf(newConstants);
    }

    /** The type of a Java enum. A constant that was renamed is stored under its former name, so that programs of both versions read it. */
    static EnumType of(Class<?> type) {
        Map<String, Object> constants = new LinkedHashMap<>();
        Map<String, String> storedNames = new LinkedHashMap<>();
        Set<String> newConstants = new LinkedHashSet<>();
        for (Object constant : type.getEnumConstants()) {
            String own = ((Enum<?>) constant).name();
            List<String> former = former(type, own);
            String stored = former == null || former.isEmpty() ? own : former.get(0);
            if (former != null && former.isEmpty()) {
                newConstants.add(own);
            }
            storedNames.put(own, stored);
            constants.putIfAbsent(stored, constant);
        }
        return new EnumType(type, type.getName(), constants, storedNames, newConstants);
    }

    /** Returns the mistake in the former names of an enum's constants; null if there is none. */
    static @Nullable String mistake(Class<?> type) {
        Map<String, String> owners = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            String own = ((Enum<?>) constant).name();
            List<String> former = Objects.requireNonNullElse(former(type, own), List.of());
            String other = owners.put(former.isEmpty() ? own : former.get(0), own);
            if (former.size() > 1 || other != null) {
                return "@Was on the constant " + own + " of " + type.getSimpleName() + ": found "
                        + (former.size() > 1
                                ? former.size() + " names; expected one"
                                : "the name of " + other
                                        + ", which is still there; expected one that no other constant has");
            }
        }
        return null;
    }

    /** The former names of a constant; none for one that is said to be new; null if nothing is said. */
    private static @Nullable List<String> former(Class<?> type, String constant) {
        try {
            Was was = type.getField(constant).getAnnotation(Was.class);
            return was == null ? null : List.of(was.value());
        } catch (NoSuchFieldException e) {
            throw new AssertionError(type + " has the constant " + constant, e);
        }
    }

    /** The type of an enum of which only the names are known. */
    static EnumType named(String name, ClassDescription.Constants names) {
        Map<String, Object> values = new LinkedHashMap<>();
        names.storedNames().forEach((constant, stored) -> values.put(stored, constant));
        return new EnumType(String.class, name, values, new LinkedHashMap<>(names.storedNames()), names.newConstants());
    }

    @Override
    public String name() {
        return javaClass().isEnum() ? super.name() : name.substring(name.lastIndexOf('.') + 1);
    }

    @Override
    public String fullName() {
        return javaClass().isEnum() ? super.fullName() : name;
    }

    @Override
    public Map<String, String> storedNames() {
        return Collections.unmodifiableMap(storedNames);
    }

    @Override
    public Set<String> newConstants() {
        return newConstants;
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
    public void encode(Object value, @Nullable Object[] row, int at) {
        row[at] = storedNames.get(
                value instanceof Enum<?> constant ? constant.name() : parse(Literal.STRING, (String) value));
    }

    /** @throws IllegalArgumentException if the class has no such constant any more */
    @Override
    public @Nullable Object decode(@Nullable Object[] row, int at) {
        if (row[at] == null) {
            return null;
        }
        Object constant = constants.get((String) row[at]);
        if (constant == null) {
            throw new IllegalArgumentException(
                    "found '" + row[at] + "', which is no constant of " + name + "; expected " + expected());
        }
        return constant;
    }

    @Override
    public Object parse(Literal form, String text) {
        Object constant =
                form == Literal.STRING && storedNames.containsKey(text) ? constants.get(storedNames.get(text)) : null;
        if (constant == null) {
            throw new IllegalArgumentException(expected());
        }
        return constant;
    }

    private String expected() {
        return storedNames.keySet().stream()
                .limit(LISTED)
                .map(constant -> "'" + constant + "'")
                .collect(joining(", ", "one of ", storedNames.size() > LISTED ? " ..." : ""));
    }
}
