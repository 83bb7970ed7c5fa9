package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.WRONG_TYPE;

import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Plans literals and parameters in formulas. One that stands beside another value gets its type. */
final class FormulaConstants {

    private final QueryErrors mistakes;
    private final Parameters parameters;
    /** Those of literals. Equal formulas of one selection have the same array. */
    private final Map<ByteBuffer, byte[]> bytes = new HashMap<>();

    FormulaConstants(QueryErrors mistakes, Parameters parameters) {
        this.mistakes = mistakes;
        this.parameters = parameters;
    }

    /** Plans a literal or a parameter by itself. */
    PlannedFormula.Constant of(Value value) {
        return ofJava(value, given(value));
    }

    private @Nullable Object given(Value value) {
        return value instanceof Value.NumberLiteral number
                ? FormulaPlans.number(number.text())
                : value instanceof Value.TextLiteral text
                        ? text.text()
                        : value instanceof Value.TruthLiteral truth
                                ? (Object) truth.truth()
                                : value instanceof Value.Parameter parameter ? parameters.value(parameter) : null;
    }

    private PlannedFormula.Constant ofJava(Value value, @Nullable Object given) {
        if (given == null) {
            return new PlannedFormula.Constant(null, FormulaType.MISSING);
        }
        if (given instanceof Boolean) {
            return new PlannedFormula.Constant(given, FormulaType.TRUTH);
        }
        if (given instanceof CharSequence) {
            return new PlannedFormula.Constant(given.toString(), FormulaType.TEXT);
        }
        if (given instanceof Double || given instanceof Float) {
            double number = ((Number) given).doubleValue();
            if (!Double.isFinite(number)) {
                throw mistakes.at(value.position(), WRONG_TYPE, "found " + given + "; only finite numbers are kept");
            }
            return new PlannedFormula.Constant(number, FormulaType.FLOAT);
        }
        if (given instanceof BigDecimal || given instanceof BigInteger) {
            return new PlannedFormula.Constant(
                    given instanceof BigInteger whole ? new BigDecimal(whole) : given, FormulaType.DECIMAL);
        }
        if (given instanceof Number number) {
            return new PlannedFormula.Constant(number.longValue(), FormulaType.WHOLE);
        }
        ValueType type = given instanceof Request.Stored ? null : ValueType.of(given);
        if (type == null) {
            throw mistakes.at(
                    value.position(),
                    WRONG_TYPE,
                    "found "
                            + (given instanceof Request.Stored stored
                                    ? "an object of " + stored.type()
                                    : Constants.withArticle(given.getClass().getSimpleName()))
                            + "; expected a value");
        }
        return new PlannedFormula.Constant(given, FormulaType.of(type));
    }

    /** Gives constants the type of the values beside them, if it has no literals of its own. */
    List<PlannedFormula> alike(List<Formula> given, List<PlannedFormula> planned) {
        return alike(given, planned, type -> type.kind() == Kind.OTHER);
    }

    /** Gives constants the type of the values that they are compared with, as a field does: 0.1 is a {@code float} beside one. */
    List<PlannedFormula> compared(List<Formula> given, List<PlannedFormula> planned) {
        return alike(given, planned, type -> type.kind() == Kind.OTHER || isSingle(type));
    }

    private static boolean isSingle(FormulaType type) {
        return type.javaClass() == Float.class;
    }

    private List<PlannedFormula> alike(
            List<Formula> given, List<PlannedFormula> planned, Predicate<FormulaType> isGiven) {
        FormulaType type = planned.stream()
                .filter(value -> !(value instanceof PlannedFormula.Constant))
                .map(PlannedFormula::type)
                .filter(isGiven)
                .findFirst()
                .orElse(null);
        if (type == null) {
            return planned;
        }
        List<PlannedFormula> alike = new ArrayList<>();
        for (int i = 0; i < planned.size(); i++) {
            alike.add(
                    planned.get(i) instanceof PlannedFormula.Constant constant && given.get(i) instanceof Value value
                            ? as(type, value, constant)
                            : planned.get(i));
        }
        return alike;
    }

    private PlannedFormula.Constant as(FormulaType type, Value value, PlannedFormula.Constant constant) {
        ValueType values = type.values();
        if (isSingle(type) && value instanceof Value.NumberLiteral number) {
            return new PlannedFormula.Constant(Float.valueOf(number.text()), type);
        }
        if (type.kind() != Kind.OTHER || values == null || constant.value() == null) {
            return constant;
        }
        if (values.javaClass().isInstance(constant.value()) && !(constant.value() instanceof String)) {
            return new PlannedFormula.Constant(constant.value(), type);
        }
        try {
            if (constant.type().kind() == Kind.TEXT) {
                return new PlannedFormula.Constant(
                        same(values.parse(ValueType.Literal.STRING, (String) constant.value())), type);
            }
            if (constant.type().isNumber()) {
                return new PlannedFormula.Constant(
                        values.parse(ValueType.Literal.NUMBER, constant.value().toString()), type);
            }
            if (values.isEnum() && constant.value() instanceof Enum<?> named) {
                return new PlannedFormula.Constant(values.parse(ValueType.Literal.STRING, named.name()), type);
            }
        } catch (IllegalArgumentException refused) {
            throw mistakes.at(
                    value.position(), WRONG_TYPE, "found " + Rql.print(value) + "; expected " + refused.getMessage());
        }
        return constant;
    }

    private Object same(Object parsed) {
        return parsed instanceof byte[] array ? bytes.computeIfAbsent(ByteBuffer.wrap(array), any -> array) : parsed;
    }

    /** Returns the value to compare with, of a type that compares; null for no value. */
    @Nullable
    Object comparedWith(FormulaType type, Value value) {
        return comparedWith(type, value, of(value));
    }

    private @Nullable Object comparedWith(FormulaType type, Value value, PlannedFormula.Constant constant) {
        PlannedFormula.Constant same = as(type, value, constant);
        if (!type.isComparableWith(same.type())) {
            throw mistakes.at(
                    value.position(),
                    WRONG_TYPE,
                    "found " + Rql.print(value) + " (" + same.type() + "); expected " + type);
        }
        return same.value();
    }

    /** Returns the values that an item of a list stands for. A parameter can be several; a missing one equals nothing. */
    List<Object> listed(FormulaType type, Value value) {
        List<Object> listed = new ArrayList<>();
        if (value instanceof Value.Parameter parameter) {
            for (Object one : parameters.values(parameter)) {
                add(listed, comparedWith(type, value, ofJava(value, one)));
            }
        } else {
            add(listed, comparedWith(type, value));
        }
        return listed;
    }

    private static void add(List<Object> list, @Nullable Object value) {
        if (value != null) {
            list.add(value);
        }
    }
}
