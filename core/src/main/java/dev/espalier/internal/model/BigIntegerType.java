package dev.espalier.internal.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** {@code BigInteger}. */
final class BigIntegerType extends ValueType {

    BigIntegerType() {
        super(BigInteger.class, 1, new Part("", ColumnType.INTEGRAL));
    }

    @Override
    public void encode(Object value, @Nullable Object[] row, int at) {
        if (value instanceof BigDecimal) {
            throw new IllegalArgumentException(value + "; only whole numbers are kept");
        }
        row[at] = new BigDecimal((BigInteger) value);
    }

    @Override
    public @Nullable Object decode(@Nullable Object[] row, int at) {
        return row[at] == null ? null : ((BigDecimal) row[at]).toBigInteger();
    }

    @Override
    public Object parse(Literal form, String text) {
        if (form == Literal.BOOLEAN) {
            throw new IllegalArgumentException("a number such as 42");
        }
        BigDecimal number = Numbers.parse(text);
        try {
            return number.toBigIntegerExact();
        } catch (ArithmeticException e) {
            return number;
        }
    }
}
