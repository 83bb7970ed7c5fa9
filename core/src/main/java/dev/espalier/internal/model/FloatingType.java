package dev.espalier.internal.model;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code float} and {@code double}; a float widens to a double and back without loss. */
final class FloatingType extends ValueType {

    static final FloatingType FLOAT = new FloatingType(Float.class, Double::floatValue, Float::valueOf);
    static final FloatingType DOUBLE = new FloatingType(Double.class, number -> number, Double::valueOf);

    private final Function<Double, Object> decoder;
    private final Function<String, Object> nearest;

    private FloatingType(Class<?> javaClass, Function<Double, Object> decoder, Function<String, Object> nearest) {
        super(javaClass, 1, new Part("", ColumnType.DOUBLE));
        this.decoder = decoder;
        this.nearest = nearest;
    }

    @Override
    public void encode(Object value, @Nullable Object[] row, int at) {
        double number = ((Number) value).doubleValue();
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(value + "; only finite numbers are kept");
        }
        row[at] = number;
    }

    @Override
    public @Nullable Object decode(@Nullable Object[] row, int at) {
        return row[at] == null ? null : decoder.apply((Double) row[at]);
    }

    @Override
    public Object parse(Literal form, String text) {
        if (form != Literal.NUMBER) {
            throw new IllegalArgumentException("a number such as 2.5");
        }
        return nearest.apply(Numbers.parse(text).toString());
    }

    /** Floats are added as doubles, be it one of them only. */
    @Override
    public ValueType summed() {
        return DOUBLE;
    }
}
