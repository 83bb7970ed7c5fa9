package dev.espalier.internal.query;

import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.FormulaType;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;

/** The values of formulas in the content of page keys. What is read is a value that a formula of the type can have. */
final class FormulaKeyValues {

    /** No number of a formula has so many digits behind the point, or zeros before it. */
    private static final int MOST_DIGITS = 1_000_000;

    private final KeyValues columns;

    FormulaKeyValues(Limits limits) {
        this.columns = new KeyValues(limits);
    }

    /** Numbers compare whatever their class. A computed one need not fit any column. */
    static void write(DataOutputStream out, FormulaType type, Object value) throws IOException {
        switch (type.kind()) {
            case WHOLE -> out.writeLong(((Number) value).longValue());
            case DECIMAL ->
                KeyValues.write(
                        out,
                        value instanceof BigDecimal decimal
                                ? decimal
                                : value instanceof BigInteger whole
                                        ? new BigDecimal(whole)
                                        : BigDecimal.valueOf(((Number) value).longValue()));
            case FLOAT -> out.writeDouble(((Number) value).doubleValue());
            case TEXT, TRUTH -> KeyValues.write(out, value);
            case OTHER -> {
                ValueType values = Objects.requireNonNull(type.values());
                Object[] parts = new Object[values.parts().size()];
                values.encode(value, parts, 0);
                for (Object part : parts) {
                    out.writeBoolean(part != null);
                    if (part != null) {
                        KeyValues.write(out, part);
                    }
                }
            }
            case ROWS, MISSING -> throw new IllegalStateException(type + " is no sort key");
        }
    }

    /** @throws IllegalArgumentException or another exception of values, if there is none of the type */
    Object value(DataInputStream in, FormulaType type) throws IOException {
        return switch (type.kind()) {
            case WHOLE -> in.readLong();
            case DECIMAL -> decimal(in.readInt(), KeyValues.bytes(in));
            case FLOAT -> in.readDouble();
            case TEXT -> columns.column(in, ColumnType.TEXT);
            case TRUTH -> in.readBoolean();
            case OTHER -> decoded(in, Objects.requireNonNull(type.values()));
            case ROWS, MISSING -> throw new IllegalArgumentException("a value of " + type);
        };
    }

    private static BigDecimal decimal(int scale, byte[] unscaled) {
        if (unscaled.length == 0 || Math.abs((long) scale) > MOST_DIGITS) {
            throw new IllegalArgumentException("a number that no formula makes");
        }
        return new BigDecimal(new BigInteger(unscaled), scale);
    }

    private Object decoded(DataInputStream in, ValueType type) throws IOException {
        Object[] parts = new Object[type.parts().size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = in.readBoolean() ? columns.column(in, type.parts().get(i).type()) : null;
        }
        try {
            Object value = type.decode(parts, 0);
            if (value != null) {
                return value;
            }
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(e); // each type refuses in its own way
        }
        throw new IllegalArgumentException("no value");
    }
}
