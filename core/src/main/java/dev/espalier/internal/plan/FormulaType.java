package dev.espalier.internal.plan;

import dev.espalier.internal.model.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of a formula's values.
 *
 * @param kind decides what can be computed and compared
 * @param values the type of the field whose values they are, of {@link Kind#OTHER} always; null for computed values, which have the class of their kind
 */
public record FormulaType(Kind kind, @Nullable ValueType values) {

    public static final FormulaType WHOLE = new FormulaType(Kind.WHOLE, null);
    public static final FormulaType DECIMAL = new FormulaType(Kind.DECIMAL, null);
    public static final FormulaType FLOAT = new FormulaType(Kind.FLOAT, null);
    public static final FormulaType TEXT = new FormulaType(Kind.TEXT, null);
    public static final FormulaType TRUTH = new FormulaType(Kind.TRUTH, null);
    public static final FormulaType ROWS = new FormulaType(Kind.ROWS, null);
    public static final FormulaType MISSING = new FormulaType(Kind.MISSING, null);

    /** Kinds of values. Numbers come first, each wider than those before. */
    public enum Kind {
        /** Numbers of 64 bits. */
        WHOLE(Long.class),
        /** Exact numbers of any size. */
        DECIMAL(BigDecimal.class),
        /** IEEE doubles. */
        FLOAT(Double.class),
        TEXT(String.class),
        TRUTH(Boolean.class),
        /** Dates, times, constants of enums and the like. */
        OTHER(Object.class),
        /** Lists of rows, each of which is an array of values. */
        ROWS(List.class),
        /** The literal NULL, which is of every type. */
        MISSING(Object.class);

        private final Class<?> javaClass;

        Kind(Class<?> javaClass) {
            this.javaClass = javaClass;
        }

        public boolean isNumber() {
            return compareTo(FLOAT) <= 0;
        }
    }

    /** Returns the type of the values of a field. */
    public static FormulaType of(ValueType type) {
        Class<?> javaClass = type.javaClass();
        Kind kind = type.isEnum()
                ? Kind.OTHER
                : javaClass == BigDecimal.class || javaClass == BigInteger.class
                        ? Kind.DECIMAL
                        : javaClass == Double.class || javaClass == Float.class
                                ? Kind.FLOAT
                                : Number.class.isAssignableFrom(javaClass)
                                        ? Kind.WHOLE
                                        : javaClass == String.class
                                                ? Kind.TEXT
                                                : javaClass == Boolean.class ? Kind.TRUTH : Kind.OTHER;
        return new FormulaType(kind, type);
    }

    /** Returns the class of the values. */
    public Class<?> javaClass() {
        return values == null ? kind.javaClass : values.javaClass();
    }

    /** Returns the type of computed values of the same kind. */
    FormulaType computed() {
        return kind == Kind.OTHER ? this : new FormulaType(kind, null);
    }

    boolean isNumber() {
        return kind.isNumber();
    }

    /** Whether every engine has the same order of the values. */
    public boolean isOrderedAlike() {
        return kind == Kind.WHOLE || javaClass() == LocalDate.class;
    }

    boolean isEnum() {
        return values != null && values.isEnum();
    }

    /** Whether a value of one can be compared with a value of the other. */
    boolean isComparableWith(FormulaType other) {
        return kind == Kind.MISSING
                || other.kind == Kind.MISSING
                || isNumber() && other.isNumber()
                || kind == other.kind && (kind != Kind.OTHER || isSameAs(other));
    }

    private boolean isSameAs(FormulaType other) {
        return values == other.values || values != null && other.values != null && values.isSameAs(other.values);
    }

    /** Returns the type that has the values of both; null if there is none. */
    @Nullable
    FormulaType with(FormulaType other) {
        if (kind == Kind.MISSING || equals(other)) {
            return other;
        }
        if (other.kind == Kind.MISSING) {
            return this;
        }
        if (isNumber() && other.isNumber()) {
            return new FormulaType(kind.compareTo(other.kind) > 0 ? kind : other.kind, null);
        }
        return isComparableWith(other) ? computed() : null;
    }

    /** The type's name in messages. */
    @Override
    public String toString() {
        return values != null
                ? values.name()
                : switch (kind) {
                    case WHOLE -> "a whole number";
                    case DECIMAL -> "a decimal number";
                    case FLOAT -> "a floating number";
                    case TEXT -> "text";
                    case TRUTH -> "TRUE or FALSE";
                    case ROWS -> "a list of rows";
                    case OTHER, MISSING -> "NULL";
                };
    }
}
