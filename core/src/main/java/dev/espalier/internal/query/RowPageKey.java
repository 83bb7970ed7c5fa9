package dev.espalier.internal.query;

import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.PagedRows;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.rows.RowMaker;
import dev.espalier.internal.rows.RowPosition;
import dev.espalier.internal.search.Position;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A position in the order of one selection as text for a URL, and back: values of the sort keys; for rows of objects the position of the object, and the places. */
final class RowPageKey {

    /** No number of a selection has so many digits behind the point, or zeros before it. */
    private static final int MOST_DIGITS = 1_000_000;

    private final KeyText key;
    private final boolean isGrouped;
    private final List<PlannedFormula> sortKeys;
    private final int places;
    private final PageKey objects;
    private final KeyValues columns;

    RowPageKey(KeyText key, PagedRows paged, Limits limits) {
        this.key = key;
        this.isGrouped = paged.rows().isGrouped();
        this.sortKeys = RowMaker.sortKeys(paged.rows());
        this.places = RowMaker.places(paged.rows());
        this.objects = new PageKey(key, paged.rows().roots(), limits);
        this.columns = new KeyValues(limits);
    }

    /**
     * A position of a row, and that of its object.
     *
     * @param object empty for a group
     */
    record End(RowPosition row, Optional<Position> object) {

        End {
            Objects.requireNonNull(row);
            Objects.requireNonNull(object);
        }
    }

    String write(End end) {
        return key.write(out -> {
            for (int i = 0; i < sortKeys.size(); i++) {
                Object value = end.row.values().get(i);
                out.writeBoolean(value != null);
                if (value != null) {
                    write(out, sortKeys.get(i).type(), value);
                }
            }
            if (end.object.isPresent()) {
                PageKey.write(out, end.object.get());
                for (long place : end.row.places()) {
                    out.writeLong(place);
                }
            }
        });
    }

    /** @throws dev.espalier.error.QueryException {@code bad-page-key} whatever is wrong with it */
    End read(String text) {
        return key.read(text, in -> {
            List<@Nullable Object> values = new ArrayList<>();
            for (PlannedFormula formula : sortKeys) {
                values.add(in.readBoolean() ? value(in, formula.type()) : null);
            }
            if (isGrouped) {
                return new End(new RowPosition(values, 0, List.of()), Optional.empty());
            }
            Position object = objects.position(in);
            List<Long> row = new ArrayList<>();
            for (int i = 0; i < places; i++) {
                row.add(in.readLong());
            }
            return new End(new RowPosition(values, object.id(), row), Optional.of(object));
        });
    }

    /** Numbers compare whatever their class. A computed one need not fit any column. */
    private static void write(DataOutputStream out, FormulaType type, Object value) throws IOException {
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

    private Object value(DataInputStream in, FormulaType type) throws IOException {
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
            throw new IllegalArgumentException("a number that no selection makes");
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
