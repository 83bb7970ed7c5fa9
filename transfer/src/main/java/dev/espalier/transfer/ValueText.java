package dev.espalier.transfer;

import dev.espalier.internal.model.LargestDecimals;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.model.ValueType.Literal;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Values in JSON. Each is what a query's literal would be; numbers that JavaScript cannot hold, and decimals, are texts. */
final class ValueText {

    /** The whole numbers up to it are exact in a double. */
    private static final long MOST_EXACT = 1L << 53;

    private ValueText() {}

    static void write(@Nullable Object value, JsonWriter json) throws IOException {
        if (value == null || value instanceof Boolean) {
            json.literal(String.valueOf(value));
        } else if (value instanceof Long number && (number > MOST_EXACT || number < -MOST_EXACT)) {
            json.text(number.toString());
        } else if (value instanceof Number number
                && !(number instanceof BigDecimal)
                && !(number instanceof BigInteger)) {
            json.literal(number.toString());
        } else {
            json.text(text(value));
        }
    }

    private static String text(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof java.sql.Time time) {
            return time.toLocalTime()
                    .with(ChronoField.MILLI_OF_SECOND, Math.floorMod(time.getTime(), 1000L))
                    .toString();
        }
        if (value instanceof java.sql.Date date) {
            return date.toLocalDate().toString();
        }
        if (value instanceof java.util.Date date) {
            return date.toInstant().toString();
        }
        return value.toString();
    }

    /**
     * Returns the value of a token.
     *
     * @throws IllegalArgumentException if it is not of the type; the message says what is expected
     */
    static @Nullable Object read(ValueType type, JsonReader.Token token, String text) {
        Class<?> wanted = type.javaClass();
        try {
            switch (token) {
                case NULL:
                    return null;
                case TRUE, FALSE:
                    return type.parse(Literal.BOOLEAN, token == JsonReader.Token.TRUE ? "TRUE" : "FALSE");
                case NUMBER, TEXT:
                    if (wanted == Double.class || wanted == Float.class) {
                        requireNumber(token);
                        return wanted == Double.class ? (Object) Double.valueOf(text) : Float.valueOf(text);
                    }
                    if (wanted == Long.class
                            || wanted == Integer.class
                            || wanted == Short.class
                            || wanted == Byte.class) {
                        if (wanted != Long.class) {
                            requireNumber(token);
                        }
                        return whole(wanted, Long.parseLong(text));
                    }
                    if (wanted == BigDecimal.class) {
                        return LargestDecimals.parse(text);
                    }
                    if (wanted == BigInteger.class) {
                        return LargestDecimals.parseWhole(text);
                    }
                    if (token == JsonReader.Token.NUMBER) {
                        throw new IllegalArgumentException("a text");
                    }
                    return type.parse(Literal.STRING, text);
                default:
                    throw new IllegalArgumentException("a value");
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a " + type.name(), e);
        }
    }

    private static void requireNumber(JsonReader.Token token) {
        if (token != JsonReader.Token.NUMBER) {
            throw new IllegalArgumentException("a number");
        }
    }

    private static Object whole(Class<?> wanted, long number) {
        if (wanted == Long.class) {
            return number;
        }
        if (wanted == Integer.class && number == (int) number) {
            return (int) number;
        }
        if (wanted == Short.class && number == (short) number) {
            return (short) number;
        }
        if (wanted == Byte.class && number == (byte) number) {
            return (byte) number;
        }
        throw new IllegalArgumentException("a number of a " + wanted.getSimpleName());
    }
}
