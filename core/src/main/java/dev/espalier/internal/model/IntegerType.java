package dev.espalier.internal.model;

import java.math.BigDecimal;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** {@code byte}, {@code short}, {@code int} and {@code long}: they travel as {@code Long}. */
final class IntegerType extends ValueType {

    private final LongFunction<Object> decoder;

    IntegerType(Class<?> javaClass, ColumnType column, LongFunction<Object> decoder) {
        super(javaClass, 1, new Part("", column));
        this.decoder = decoder;
    }

    @Override
    public void encode(Object value, @Nullable Object[] row, int at) {
        if (value instanceof BigDecimal) {
            throw new IllegalArgumentException(value + "; only whole numbers of 64 bits are kept");
        }
        row[at] = value instanceof Long ? value : (Object) ((Number) value).longValue();
    }

    @Override
    public @Nullable Object decode(@Nullable Object[] row, int at) {
        return row[at] == null ? null : decoder.apply((Long) row[at]);
    }

    @Override
    public Object parse(Literal form, String text) {
        if (form != Literal.NUMBER) {
            throw new IllegalArgumentException("a number such as 42");
        }
        BigDecimal number = Numbers.parse(text);
        try {
            return number.longValueExact();
        } catch (ArithmeticException e) {
            return number;
        }
    }
}
