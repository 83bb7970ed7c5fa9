package dev.espalier.internal.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One Java type of plain values: the columns it is kept in, and the way there and back. Unchanging, safe for any number of
 * threads.
 *
 * <p>Most values need one column. An {@code Instant} needs two, because no engine keeps nanoseconds: a timestamp to the
 * microsecond and the nanoseconds beyond it.
 */
public abstract class ValueType {

    /**
     * One column of a value.
     *
     * @param suffix what is added to the field's name to name the column; empty for the first one
     * @param type the kind of column
     */
    public record Part(String suffix, ColumnType type) {}

    private final Class<?> javaClass;
    private final List<Part> parts;
    private final int comparedParts;

    ValueType(Class<?> javaClass, int comparedParts, Part... parts) {
        this.javaClass = javaClass;
        this.parts = List.of(parts);
        this.comparedParts = comparedParts;
    }

    /** The type of a value; null if it is none that is kept as a plain value. */
    public static @Nullable ValueType of(Object value) {
        return ValueTypes.find(value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass());
    }

    /** The (boxed) Java class of the values; {@code String} for an enum of a model without Java classes. */
    public final Class<?> javaClass() {
        return javaClass;
    }

    /** Whether the object is a value of this type. A cast that the compiler cannot check brings others into collections and generic fields. */
    public final boolean isInstance(Object value) {
        return javaClass.isInstance(value);
    }

    /** The name of the type in messages, for example {@code LocalDate}. */
    public String name() {
        return javaClass.getSimpleName();
    }

    /** Whether the values are the constants of an enum. */
    public boolean isEnum() {
        return false;
    }

    /** The names under which an enum's constants are stored, in the order of its source; empty for other types. */
    public List<String> constants() {
        return List.of();
    }

    /** The names under which an enum's constants are stored by their names in the program, in the order of its source; empty for other types. */
    public Map<String, String> storedNames() {
        return Map.of();
    }

    /** The constants of an enum of which the program says that they are new; empty for other types. */
    public Set<String> newConstants() {
        return Set.of();
    }

    /** The name in full: of an enum with its package. */
    public String fullName() {
        return javaClass.getCanonicalName();
    }

    /** The name of the type among {@link #names}; not of an enum, and not of a primitive. */
    public final String typeName() {
        return ValueTypes.name(javaClass);
    }

    /** Whether that is the name of a type, of a primitive one or one in full too; not of an enum. */
    public static boolean isName(String name) {
        return ValueTypes.named(name) != null;
    }

    /** The names of all types but enums, as source code spells them; of a class in {@code java.sql} and of {@code java.util.Date} the full one. */
    public static List<String> names() {
        return ValueTypes.names();
    }

    /** Whether both types have the same values. */
    public boolean isSameAs(ValueType other) {
        return javaClass == other.javaClass && !other.isEnum();
    }

    /** The columns, the most significant first. */
    public final List<Part> parts() {
        return parts;
    }

    /** How many of the leading columns, compared one after the other, order the values; the rest only completes them. */
    public final int comparedParts() {
        return comparedParts;
    }

    /**
     * Writes a value's columns into a row.
     *
     * @param value never null
     * @throws IllegalArgumentException if a column cannot hold it; the message says what was found and what is expected, for
     *     example {@code NaN; only finite numbers are kept}
     */
    public abstract void encode(Object value, @Nullable Object[] row, int at);

    /**
     * The value from a row's columns; null if the first one is null.
     *
     * @param row at each place null or an object of the column type's Java class
     */
    public abstract @Nullable Object decode(@Nullable Object[] row, int at);

    /** The type of a sum, or an average, of its values. */
    public ValueType summed() {
        return this;
    }

    /**
     * The value that a query's text means.
     *
     * @param text a string literal's content, or a number's digits, or {@code TRUE} or {@code FALSE}
     * @param form what kind of literal it was
     * @return a value to be encoded; a number may be of another class than the field's: {@link Literal} says how
     * @throws IllegalArgumentException if it is not of this type; the message says what is expected, for example {@code a date
     *     such as '2026-12-01'}
     */
    public abstract Object parse(Literal form, String text);

    /**
     * The form of a literal in a query, and the class of value that it becomes.
     *
     * <p>Text, dates, times, UUIDs, enum constants, characters and bytes (hexadecimal digits) come from a STRING and become values
     * of the type's own class. Numbers come from a NUMBER:
     *
     * <ul>
     *   <li>for a type kept in an integer column a {@code Long} if it is whole and has 64 bits (2.0 is whole); it is encoded
     *       like any other value, even if it lies beyond the type's own range, and the column is compared with it as 64 bits.
     *       Otherwise a {@code BigDecimal}, which {@code encode} refuses: no value equals it, and every value is less or
     *       greater: {@code c < 2.5} means {@code c <= 2}, and beyond 64 bits all values are on one side;
     *   <li>for {@code float} and {@code double} the nearest {@code Float} or {@code Double}. It is infinite if the number
     *       lies beyond the type's range, which {@code encode} refuses: no value equals it, all are on one side;
     *   <li>for {@code BigDecimal} a {@code BigDecimal}, and for {@code BigInteger} a {@code BigInteger} if it is whole,
     *       otherwise a {@code BigDecimal} with the meaning above. Both may be written as a STRING too.
     * </ul>
     */
    public enum Literal {
        NUMBER,
        STRING,
        BOOLEAN
    }
}
