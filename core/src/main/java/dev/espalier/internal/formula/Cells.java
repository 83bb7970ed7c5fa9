package dev.espalier.internal.formula;

import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.FormulaType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;

/** The order and the equality of values in the language, which are not always those of their Java classes. */
public final class Cells {

    private Cells() {}

    /** Returns the order of a type's values. */
    public static Comparator<Object> order(FormulaType type) {
        if (type.values() != null && type.values().isEnum() && type.values().javaClass() == String.class) {
            List<String> constants = type.values().constants();
            return Comparator.comparingInt(name -> {
                int at = constants.indexOf((String) name);
                return at < 0 ? constants.size() : at;
            });
        }
        return Cells::compare;
    }

    /** Compares two values of one type, or two numbers. */
    public static int compare(Object a, Object b) {
        if (a instanceof Number left && b instanceof Number right) {
            return compareNumbers(left, right);
        }
        if (a instanceof OffsetDateTime left) {
            return left.toInstant().compareTo(((OffsetDateTime) b).toInstant());
        }
        return Values.compare(a, b);
    }

    /** Integers and decimals compare exactly, with floats as floats. */
    private static int compareNumbers(Number a, Number b) {
        if (isWhole(a) && isWhole(b)) {
            return Long.compare(a.longValue(), b.longValue());
        }
        if (isFloat(a) || isFloat(b)) {
            double left = a.doubleValue();
            double right = b.doubleValue();
            return left == right ? 0 : Double.compare(left, right);
        }
        return decimal(a).compareTo(decimal(b));
    }

    private static boolean isWhole(Number number) {
        return number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte;
    }

    private static boolean isFloat(Number number) {
        return number instanceof Double || number instanceof Float;
    }

    /** Returns the exact value of a number that is no float. */
    public static BigDecimal decimal(Number number) {
        return number instanceof BigDecimal decimal
                ? decimal
                : number instanceof BigInteger whole ? new BigDecimal(whole) : BigDecimal.valueOf(number.longValue());
    }

    /** Returns a number in the class of a kind of numbers. */
    public static Object as(Kind kind, Number number) {
        return switch (kind) {
            case WHOLE -> number.longValue();
            case DECIMAL -> decimal(number);
            case FLOAT -> number.doubleValue();
            default -> throw new IllegalArgumentException(kind + " is no kind of numbers");
        };
    }

    /** Returns an object that is equal for equal values. */
    public static Object key(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
        }
        if (value instanceof Double number) {
            return number + 0.0; // zero and minus zero are equal
        }
        if (value instanceof Float number) {
            return number + 0.0f;
        }
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        return value instanceof OffsetDateTime time ? time.toInstant() : value;
    }

    /** Returns the one of two equal values that stands for both, in whatever order they come: the decimal with more digits, the earlier local time. */
    public static Object representative(Object a, Object b) {
        if (a instanceof BigDecimal left && b instanceof BigDecimal right) {
            return left.scale() >= right.scale() ? left : right;
        }
        if (a instanceof OffsetDateTime left && b instanceof OffsetDateTime right) {
            return left.compareTo(right) <= 0 ? left : right;
        }
        return withoutMinusZero(a);
    }

    /** Engines take zero and minus zero for one value, of which they give any. */
    public static Object withoutMinusZero(Object value) {
        return value instanceof Double || value instanceof Float ? key(value) : value;
    }
}
