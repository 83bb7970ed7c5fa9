package dev.espalier.internal.plan;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A value in the form of the columns of a {@link FieldRef}, the most significant column first.
 *
 * @param columns values of the Java classes of {@link FieldRef#columnTypes()}, never null
 */
public record Constant(List<Object> columns) {

    public Constant {
        columns = List.copyOf(columns);
    }

    static Constant of(Object... columns) {
        return new Constant(Arrays.asList(columns));
    }

    @Override
    public String toString() {
        return columns.size() == 1 ? shown(columns.get(0)) : columns.toString();
    }

    private static String shown(Object column) {
        return column instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : column.toString();
    }
}
