package dev.espalier.transfer;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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

    static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Long number && (number > MOST_EXACT || number < -MOST_EXACT)) {
            json.writeString(number.toString());
        } else if (value instanceof Number number
                && !(number instanceof BigDecimal)
                && !(number instanceof BigInteger)) {
            json.writeNumber(number.toString());
        } else {
            json.writeString(text(value));
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
     * Returns the value of the token that was read last.
     *
     * @throws IllegalArgumentException if it is not of the type; the message says what is expected
     */
    static @Nullable Object read(ValueType type, JsonParser json) throws IOException {
        Class<?> wanted = type.javaClass();
        JsonToken token = json.currentToken();
        String text = json.getText();
        try {
            switch (token) {
                case VALUE_NULL:
                    return null;
                case VALUE_TRUE, VALUE_FALSE:
                    return type.parse(Literal.BOOLEAN, token == JsonToken.VALUE_TRUE ? "TRUE" : "FALSE");
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_STRING:
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
                    if (token.isNumeric()) {
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

    private static void requireNumber(JsonToken token) {
        if (!token.isNumeric()) {
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
