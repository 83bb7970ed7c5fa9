package dev.espalier.internal.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** {@code BigDecimal}: compared by value, given back with its scale, so that 1.50 stays 1.50. */
final class DecimalType extends ValueType {

    DecimalType() {
        super(BigDecimal.class, 1, new Part("", ColumnType.DECIMAL), new Part("_scale", ColumnType.SMALLINT));
    }

    @Override
    public void encode(Object value, @Nullable Object[] row, int at) {
        BigDecimal number = (BigDecimal) value;
        if (number.scale() != (short) number.scale()) {
            throw new IllegalArgumentException(
                    "a decimal of scale " + number.scale() + "; only scales from -32768 to 32767 are kept");
        }
        row[at] = number;
        row[at + 1] = (long) number.scale();
    }

    @Override
    public @Nullable Object decode(@Nullable Object[] row, int at) {
        BigDecimal number = (BigDecimal) row[at];
        if (number == null || row[at + 1] == null) {
            return number;
        }
        BigDecimal scaled = number.setScale(((Long) row[at + 1]).intValue(), RoundingMode.DOWN);
        // The columns disagree if a plain SQL client changed only one of them: then the value counts.
        return scaled.compareTo(number) == 0 ? scaled : number;
    }

    @Override
    public Object parse(Literal form, String text) {
        if (form == Literal.BOOLEAN) {
            throw new IllegalArgumentException("a number such as 2.5");
        }
        return Numbers.parse(text);
    }
}
