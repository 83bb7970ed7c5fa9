package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.BAD_NUMBER;
import static dev.espalier.error.ErrorCode.NO_ORDER;
import static dev.espalier.error.ErrorCode.WRONG_TYPE;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Quoted;
import dev.espalier.internal.rql.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Plans comparisons of a field with a literal or a parameter. Converts the value to the field's columns, and refuses values of another
 * type.
 *
 * <p>A number outside of the column's range still compares: every integer is less than 1e30, and {@code c < 2.5} means {@code c <= 2}.
 */
final class Constants {

    private final QueryErrors mistakes;
    private final Parameters parameters;

    Constants(QueryErrors mistakes, Parameters parameters) {
        this.mistakes = mistakes;
        this.parameters = parameters;
    }

    /** Returns the comparison of a slot with a value. {@code !=} also holds for an empty slot. */
    Condition compare(FieldRef slot, Operator operator, Value value) {
        if (operator == Operator.NOT_EQUAL) {
            return Condition.not(compare(slot, Operator.EQUAL, value));
        }
        return compare(slot, operator, value.position(), converted(slot, operator, value));
    }

    /** Returns the condition that a slot equals a parameter. */
    Condition equal(FieldRef slot, int position, @Nullable Object parameter) {
        return compare(slot, Operator.EQUAL, position, ofParameter(slot, Operator.EQUAL, position, parameter));
    }

    /** Returns the comparison of a count with a number. A fraction is rounded so that the meaning stays the same. */
    Condition compareCount(Operator operator, Value value, WholeNumber make) {
        Object number = value instanceof Value.NullLiteral
                ? null
                : value instanceof Value.NumberLiteral literal
                        ? wholeOrDecimal(new BigDecimal(literal.text()))
                        : value instanceof Value.Parameter parameter
                                ? countParameter(parameter)
                                : mismatch(
                                        value.position(),
                                        "a number of objects is compared with " + shown(value) + "; expected a number");
        if (number == null) {
            return operator == Operator.NOT_EQUAL ? Condition.ALWAYS : Condition.NEVER;
        }
        return number instanceof Long whole
                ? make.condition(operator, whole)
                : besides((BigDecimal) number, operator, Condition.ALWAYS, make);
    }

    /** Returns the number in LIMIT or OFFSET. */
    long amount(Value value) {
        if (value instanceof Value.NumberLiteral literal) {
            return Long.parseLong(literal.text());
        }
        Object given = parameters.value((Value.Parameter) value);
        if (given instanceof PlanTemplate.Later later) {
            return later.amount();
        }
        if (given instanceof Number number
                && isFinite(number)
                && wholeOrDecimal(decimal(number)) instanceof Long whole
                && whole >= 0) {
            return whole;
        }
        throw mistakes.at(
                value.position(),
                BAD_NUMBER,
                "found " + (given == null ? "NULL" : given instanceof Number ? given : className(given))
                        + "; expected a whole number from 0 to " + Long.MAX_VALUE);
    }

    /** Returns the number to compare with; empty for null. */
    Optional<BigDecimal> number(Value value, String left) {
        if (value instanceof Value.NumberLiteral literal) {
            return Optional.of(new BigDecimal(literal.text()));
        }
        if (isMissing(value)) {
            return Optional.empty();
        }
        Object given = value instanceof Value.Parameter parameter ? parameters.value(parameter) : null;
        if (given instanceof Number number && isFinite(number)) {
            return Optional.of(decimal(number));
        }
        return mismatch(
                value.position(),
                left + " is compared with " + (given != null ? className(given) : shown(value))
                        + "; expected a number");
    }

    /** Returns whether the value is null. */
    boolean isMissing(Value value) {
        return value instanceof Value.NullLiteral
                || value instanceof Value.Parameter parameter && parameters.value(parameter) == null;
    }

    /** Builds a condition from a comparison with a whole number. */
    interface WholeNumber {
        Condition condition(Operator operator, long number);
    }

    private @Nullable Object countParameter(Value.Parameter parameter) {
        Object given = parameters.value(parameter);
        return given == null
                ? null
                : given instanceof Number number && isFinite(number)
                        ? wholeOrDecimal(decimal(number))
                        : mismatch(
                                parameter.position(),
                                "a number of objects is compared with " + className(given) + "; expected a number");
    }

    private @Nullable Object converted(FieldRef slot, Operator operator, Value value) {
        if (slot.content() instanceof FieldRef.Content.Embedded) {
            return mismatch(
                    value.position(), slot.spoken() + " is a record; expected a comparison of one of its components");
        }
        if (slot.content() instanceof FieldRef.Content.Reference reference && operator != Operator.EQUAL) {
            return mismatch(
                    value.position(),
                    slot.spoken() + " refers to " + reference.target()
                            + ", which has no order; expected a field of it");
        }
        if (value instanceof Value.NullLiteral) {
            return null;
        }
        if (value instanceof Value.Parameter parameter) {
            return ofParameter(slot, operator, parameter.position(), parameters.value(parameter));
        }
        if (slot.content() instanceof FieldRef.Content.Reference reference) {
            return mismatch(
                    value.position(),
                    slot.spoken() + " refers to " + reference.target() + "; expected a field of it, like "
                            + slot.spoken() + ".id");
        }
        if (value instanceof Value.TextLiteral literal) {
            return parsed(slot, value.position(), ValueType.Literal.STRING, literal.text(), shown(value));
        }
        if (value instanceof Value.NumberLiteral literal) {
            return parsed(slot, value.position(), ValueType.Literal.NUMBER, literal.text(), shown(value));
        }
        boolean truth = ((Value.TruthLiteral) value).truth();
        return parsed(slot, value.position(), ValueType.Literal.BOOLEAN, truth ? "TRUE" : "FALSE", shown(value));
    }

    private @Nullable Object ofParameter(FieldRef slot, Operator operator, int position, @Nullable Object given) {
        if (given == null) {
            return null;
        }
        if (given instanceof PlanTemplate.Later later) {
            return later.with(slot, operator);
        }
        if (slot.content() instanceof FieldRef.Content.Reference reference) {
            return idOf(slot, reference.target(), position, given);
        }
        if (slot.content() instanceof FieldRef.Content.Id id && given instanceof Request.Stored) {
            return idOf(slot, id.type(), position, given);
        }
        if (slot.content() instanceof FieldRef.Content.Value value
                && value.type().javaClass().isInstance(given)
                && (!value.type().isEnum() || given instanceof Enum<?>)) {
            return given;
        }
        if (given instanceof Number number && isFinite(number)) {
            return parsed(
                    slot, position, ValueType.Literal.NUMBER, decimal(number).toString(), className(given));
        }
        if (given instanceof CharSequence || given instanceof Character) {
            return parsed(
                    slot,
                    position,
                    ValueType.Literal.STRING,
                    given.toString(),
                    className(given) + " " + Quoted.of(given.toString()));
        }
        if (given instanceof Boolean truth) {
            return parsed(slot, position, ValueType.Literal.BOOLEAN, truth ? "TRUE" : "FALSE", className(given));
        }
        return mismatch(position, expected(slot, className(given), typeName(slot)));
    }

    /** Returns the id of a stored object, or the id given instead of one. An object that was not stored equals none. */
    private @Nullable Object idOf(FieldRef slot, PersistentClass target, int position, Object given) {
        if (given instanceof Number number && isFinite(number) && wholeOrDecimal(decimal(number)) instanceof Long id) {
            return id;
        }
        if (!(given instanceof Request.Stored stored) || !related(stored.type(), target)) {
            return mismatch(
                    position,
                    expected(
                            slot,
                            className(given) + ofAnotherLoader(given, target),
                            "an object of " + target + ", or its id, as for " + slot.spoken() + ".id"));
        }
        return stored.id() == 0 ? null : (Object) stored.id();
    }

    private static String ofAnotherLoader(Object given, PersistentClass target) {
        return target.concreteClasses().stream().anyMatch(type -> type.isTwinOf(given.getClass()))
                ? " of another class loader"
                : "";
    }

    private static boolean related(PersistentClass a, PersistentClass b) {
        return a.isSubclassOf(b) || b.isSubclassOf(a);
    }

    private Object parsed(FieldRef slot, int position, ValueType.Literal form, String text, String found) {
        if (slot.content() instanceof FieldRef.Content.Value value) {
            try {
                return value.type().parse(form, text);
            } catch (IllegalArgumentException wrong) {
                return mismatch(position, expected(slot, found, String.valueOf(wrong.getMessage())));
            }
        }
        return form == ValueType.Literal.NUMBER
                ? wholeOrDecimal(new BigDecimal(text))
                : mismatch(position, expected(slot, found, "a number: ids are whole numbers"));
    }

    private static String expected(FieldRef slot, String found, String expected) {
        return "found " + found + " for " + slot.spoken() + "; expected " + expected;
    }

    private <T> T mismatch(int position, String detail) {
        throw mistakes.at(position, WRONG_TYPE, detail);
    }

    private Condition compare(FieldRef slot, Operator operator, int position, @Nullable Object value) {
        if (value == null) {
            return Condition.NEVER;
        }
        if (value instanceof PlanTemplate.Use use) {
            return new Condition.Compare(slot, operator, use.constant());
        }
        if (!(slot.content() instanceof FieldRef.Content.Value content)) {
            return wholeNumber(slot, operator, value);
        }
        ValueType type = content.type();
        ColumnType column = type.parts().get(0).type();
        if (operator != Operator.EQUAL && column == ColumnType.BOOLEAN) {
            throw mistakes.at(
                    position, NO_ORDER, slot.spoken() + " is TRUE or FALSE, which have no order; expected = or !=");
        }
        if (operator != Operator.EQUAL && type.isEnum()) {
            return constantsThatCompare(slot, type, operator, value);
        }
        if (column.isInteger() && (value instanceof BigDecimal || value instanceof Long)) {
            return wholeNumber(slot, operator, value);
        }
        if (value instanceof BigDecimal fraction && type.javaClass() == BigInteger.class) {
            return fraction(
                    operator,
                    Condition.present(slot),
                    rounded -> new Condition.Compare(slot, rounded, encoded(slot, position, type, floor(fraction))));
        }
        if (value instanceof Number number && !isFinite(number)) {
            return onOneSide(number.doubleValue() > 0, operator, Condition.present(slot));
        }
        return new Condition.Compare(slot, operator, encoded(slot, position, type, value));
    }

    private Constant encoded(FieldRef slot, int position, ValueType type, Object value) {
        Object[] row = new Object[type.parts().size()];
        try {
            type.encode(value, row, 0);
        } catch (IllegalArgumentException refused) {
            throw mistakes.at(position, WRONG_TYPE, "found " + refused.getMessage() + ", for " + slot);
        }
        return Constant.of(Arrays.copyOf(row, type.comparedParts()));
    }

    /** Returns the condition on an enum: it is stored by name, and ordered by the order of its constants in the source. */
    private static Condition constantsThatCompare(FieldRef slot, ValueType type, Operator operator, Object value) {
        Set<Constant> names = new LinkedHashSet<>();
        List<String> constants = type.constants();
        Object[] stored = new Object[1];
        type.encode(value, stored, 0); // a renamed constant is stored under its former name
        int at = constants.indexOf(stored[0]);
        for (int i = 0; i < constants.size(); i++) {
            if (operator.holds(Integer.compare(i, at))) {
                names.add(Constant.of(constants.get(i)));
            }
        }
        return names.isEmpty() ? Condition.NEVER : new Condition.InSet(slot, names);
    }

    private static Condition wholeNumber(FieldRef slot, Operator operator, Object value) {
        WholeNumber make = (rounded, number) -> new Condition.Compare(slot, rounded, Constant.of(number));
        return value instanceof Long whole
                ? make.condition(operator, whole)
                : besides((BigDecimal) value, operator, Condition.present(slot), make);
    }

    /**
     * Compares 64-bit integers with a number that is not one of them.
     *
     * @param all the condition that is true for every integer
     */
    private static Condition besides(BigDecimal number, Operator operator, Condition all, WholeNumber make) {
        BigInteger floor = floor(number);
        return floor.bitLength() > 63
                ? onOneSide(number.signum() > 0, operator, all)
                : fraction(operator, all, rounded -> make.condition(rounded, floor.longValue()));
    }

    /** Compares integers with a fraction: {@code c < 2.5} is {@code c <= 2}. */
    private static Condition fraction(Operator operator, Condition all, Function<Operator, Condition> withFloor) {
        return switch (operator) {
            case EQUAL -> Condition.NEVER;
            case NOT_EQUAL -> all;
            case LESS, LESS_OR_EQUAL -> withFloor.apply(Operator.LESS_OR_EQUAL);
            case GREATER, GREATER_OR_EQUAL -> withFloor.apply(Operator.GREATER);
        };
    }

    private static BigInteger floor(BigDecimal number) {
        return number.setScale(0, RoundingMode.FLOOR).toBigInteger();
    }

    /** Compares with a number beyond the range of all values. */
    private static Condition onOneSide(boolean less, Operator operator, Condition all) {
        return operator == Operator.NOT_EQUAL || operator.holds(less ? -1 : 1) ? all : Condition.NEVER;
    }

    private static Object wholeOrDecimal(BigDecimal number) {
        try {
            return number.longValueExact();
        } catch (ArithmeticException notALong) {
            return number;
        }
    }

    private static boolean isFinite(Number number) {
        return !(number instanceof Double || number instanceof Float) || Double.isFinite(number.doubleValue());
    }

    private static BigDecimal decimal(Number number) {
        return new BigDecimal(number.toString());
    }

    private static String typeName(FieldRef slot) {
        return slot.content() instanceof FieldRef.Content.Value value
                ? value.type().name()
                : "a number";
    }

    private static String className(Object given) {
        if (given instanceof Collection<?> || given.getClass().isArray()) {
            return "several values";
        }
        return withArticle(
                given instanceof Request.Stored stored
                        ? stored.type().name()
                        : given.getClass().getSimpleName());
    }

    /** {@code a Person}, {@code an Integer}. */
    static String withArticle(String name) {
        return ("AEIO".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    private static String shown(Value value) {
        return value instanceof Value.TextLiteral text
                ? "the string " + Quoted.of(text.text())
                : value instanceof Value.NumberLiteral number
                        ? "the number " + number.text()
                        : value instanceof Value.TruthLiteral truth ? (truth.truth() ? "TRUE" : "FALSE") : "NULL";
    }
}
