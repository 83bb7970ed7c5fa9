package dev.espalier.naive;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;
import java.util.UUID;

/** How two values of a model compare. */
final class Order {

    private Order() {}

    /** An average of whole or decimal numbers: their sum and how many they are. */
    record Fraction(BigDecimal sum, int count) {}

    /** @return below, at or above zero; neither may be null */
    static int compare(Object left, Object right) {
        if (left instanceof Fraction a && right instanceof Fraction b) {
            return a.sum().multiply(new BigDecimal(b.count())).compareTo(b.sum().multiply(new BigDecimal(a.count())));
        }
        if (left instanceof Fraction fraction) {
            return isFloating(right)
                    ? doubles(Aggregates.nearest(fraction.sum(), fraction.count()), ((Number) right).doubleValue())
                    : fraction.sum().compareTo(exact((Number) right).multiply(new BigDecimal(fraction.count())));
        }
        if (left instanceof Number a && right instanceof Number b) {
            return isFloating(a) || isFloating(b)
                    ? doubles(a.doubleValue(), b.doubleValue())
                    : exact(a).compareTo(exact(b));
        }
        if (left instanceof String a && right instanceof String b) {
            return Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
        }
        if (left instanceof UUID a && right instanceof UUID b) {
            return a.toString().compareTo(b.toString());
        }
        if (left instanceof OffsetDateTime a && right instanceof OffsetDateTime b) {
            return a.toInstant().compareTo(b.toInstant());
        }
        if (left instanceof java.sql.Timestamp a && right instanceof java.sql.Timestamp b) {
            return a.compareTo(b);
        }
        if (left instanceof Date a && right instanceof Date b) {
            return a.compareTo(b);
        }
        if (left instanceof byte[] a && right instanceof byte[] b) {
            return Arrays.compareUnsigned(a, b);
        }
        return natural(left, right);
    }

    @SuppressWarnings("unchecked")
    private static int natural(Object left, Object right) {
        return ((Comparable<Object>) left).compareTo(right);
    }

    private static int doubles(double a, double b) {
        return a < b ? -1 : a > b ? 1 : 0;
    }

    static boolean isFloating(Object number) {
        return number instanceof Double || number instanceof Float;
    }

    static BigDecimal exact(Number number) {
        return number instanceof BigDecimal decimal
                ? decimal
                : number instanceof BigInteger whole
                        ? new BigDecimal(whole)
                        : number instanceof Double || number instanceof Float
                                ? new BigDecimal(number.doubleValue())
                                : BigDecimal.valueOf(number.longValue());
    }

    /** A literal as a value of the class it is compared with. */
    static Object literal(String text, Class<?> type) {
        if (type == Float.class) {
            return Float.valueOf(text);
        }
        if (type == Double.class) {
            return Double.valueOf(text);
        }
        if (Number.class.isAssignableFrom(type) || type == Fraction.class) {
            return new BigDecimal(text);
        }
        if (type == String.class) {
            return text;
        }
        if (type == Character.class) {
            return text.charAt(0);
        }
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(c -> ((Enum<?>) c).name().equals(text))
                    .findFirst()
                    .orElseThrow();
        }
        if (type == Date.class) {
            return Date.from(Instant.parse(text));
        }
        if (type == UUID.class) {
            return UUID.fromString(text);
        }
        if (type == byte[].class) {
            return HexFormat.of().parseHex(text);
        }
        try {
            return type.getMethod("parse", CharSequence.class).invoke(null, text);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no literal of " + type + ": " + text, e);
        }
    }
}
