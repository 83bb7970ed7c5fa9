package dev.espalier.internal.formula;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The functions of the language. Instants are taken in UTC, as they are stored. */
final class Functions {

    /** A place beyond both ends of every text. */
    private static final long FAR = 1L << 40;

    private Functions() {}

    /** @param arguments returns the argument at a place */
    static @Nullable Object value(PlannedFormula.Call call, IntFunction<@Nullable Object> arguments) {
        int count = call.arguments().size();
        if (call.function() == RowFunction.COALESCE) {
            for (int i = 0; i < count; i++) {
                Object value = arguments.apply(i);
                if (value != null) {
                    return Evaluation.as(call, value);
                }
            }
            return null;
        }
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = arguments.apply(i);
            if (values[i] == null) {
                return null;
            }
        }
        return value(call, values);
    }

    private static Object value(PlannedFormula.Call call, Object[] values) {
        return switch (call.function()) {
            case YEAR -> (long) moment(call, values[0]).get(ChronoField.YEAR);
            case MONTH -> (long) moment(call, values[0]).get(ChronoField.MONTH_OF_YEAR);
            case DAY -> (long) moment(call, values[0]).get(ChronoField.DAY_OF_MONTH);
            case WEEK -> (long) moment(call, values[0]).get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case HOUR -> (long) moment(call, values[0]).get(ChronoField.HOUR_OF_DAY);
            case LOWER -> ((String) values[0]).toLowerCase(Locale.ROOT);
            case UPPER -> ((String) values[0]).toUpperCase(Locale.ROOT);
            case LENGTH -> length((String) values[0]);
            case SUBSTRING ->
                substring(
                        (String) values[0],
                        ((Number) values[1]).longValue(),
                        values.length == 2 ? Long.MAX_VALUE : ((Number) values[2]).longValue());
            case CONCAT -> String.join("", Arrays.copyOf(values, values.length, String[].class));
            case ROUND -> rounded(call, (Number) values[0], values.length == 1 ? 0 : ((Number) values[1]).longValue());
            case FLOOR -> floor(call, (Number) values[0]);
            case ABS -> absolute(call, (Number) values[0]);
            case COALESCE -> throw new IllegalStateException("takes missing values");
        };
    }

    /** Returns a date or a time as it is stored. */
    private static TemporalAccessor moment(PlannedFormula.Call call, Object value) {
        ValueType type = requireNonNull(call.arguments().get(0).type().values());
        Object[] columns = new Object[type.parts().size()];
        type.encode(value, columns, 0);
        return (TemporalAccessor) columns[0];
    }

    private static long length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** The characters from the first one up to so many; places before the text count, as in SQL. */
    private static String substring(String text, long place, long length) {
        long characters = length(text);
        long first = Math.max(-FAR, Math.min(FAR, place));
        long end = length <= 0 ? 0 : length > characters - first + 1 ? characters + 1 : first + length;
        long from = Math.min(Math.max(first, 1), characters + 1);
        if (end <= from) {
            return "";
        }
        int begin = text.offsetByCodePoints(0, (int) from - 1);
        return text.substring(begin, text.offsetByCodePoints(begin, (int) (end - from)));
    }

    private static Object rounded(PlannedFormula.Call call, Number number, long places) {
        int scale = (int) Math.max(-400, Math.min(400, places));
        return switch (call.type().kind()) {
            case WHOLE ->
                scale >= 0
                        ? (Object) number.longValue()
                        : new BigDecimal(number.longValue())
                                .setScale(scale, RoundingMode.HALF_UP)
                                .longValueExact();
            case DECIMAL -> plain(rounded(Cells.decimal(number), scale));
            default ->
                Evaluation.finite(
                        rounded(new BigDecimal(number.doubleValue()), scale).doubleValue());
        };
    }

    private static BigDecimal rounded(BigDecimal number, int scale) {
        return number.scale() <= scale ? number : number.setScale(scale, RoundingMode.HALF_UP);
    }

    private static BigDecimal plain(BigDecimal number) {
        return number.scale() < 0 ? number.setScale(0) : number;
    }

    private static Object floor(PlannedFormula.Call call, Number number) {
        return switch (call.type().kind()) {
            case WHOLE -> number.longValue();
            case DECIMAL -> Cells.decimal(number).setScale(0, RoundingMode.FLOOR);
            default -> Math.floor(number.doubleValue());
        };
    }

    private static Object absolute(PlannedFormula.Call call, Number number) {
        return switch (call.type().kind()) {
            case WHOLE -> number.longValue() < 0 ? Math.negateExact(number.longValue()) : number.longValue();
            case DECIMAL -> Cells.decimal(number).abs();
            default -> Math.abs(number.doubleValue());
        };
    }
}
