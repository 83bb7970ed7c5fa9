package dev.espalier.internal.rows;

import static dev.espalier.error.ErrorCode.UNFIT_RECORD;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.RecordConstructor;
import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.RowPlan;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of the rows of a selection. For one thread.
 *
 * @param <R> the records
 */
public final class RecordRows<R> {

    private static final Set<Class<?>> WHOLE =
            Set.of(Long.class, Integer.class, Short.class, Byte.class, BigInteger.class, BigDecimal.class);

    private final Class<R> type;
    private final RowPlan plan;
    private final RecordConstructor constructor;
    private final List<Target> targets;

    /**
     * A component.
     *
     * @param column the place of its column
     * @param boxed the class of its values
     */
    private record Target(RecordComponent component, int column, Class<?> boxed) {}

    private RecordRows(Class<R> type, RowPlan plan) {
        this.type = type;
        this.plan = plan;
        this.constructor = new RecordConstructor(type);
        Map<String, Integer> places = IntStream.range(0, plan.columns().size())
                .boxed()
                .collect(Collectors.toMap(at -> plan.columns().get(at).name(), at -> at));
        this.targets = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Integer column = places.get(component.getName());
            if (column == null) {
                throw unfit(
                        1,
                        "the record " + type.getSimpleName() + " has a component " + component.getName()
                                + ", and no column is called so; there are: "
                                + NameList.of(plan.columns().stream()
                                        .map(RowPlan.Column::name)
                                        .toList()));
            }
            Class<?> boxed = MethodType.methodType(component.getType()).wrap().returnType();
            requireFit(component, boxed, plan.columns().get(column));
            targets.add(new Target(component, column, boxed));
        }
        Set<String> components =
                targets.stream().map(target -> target.component.getName()).collect(Collectors.toSet());
        plan.columns().stream()
                .filter(column -> !components.contains(column.name()))
                .findFirst()
                .ifPresent(column -> {
                    throw unfit(
                            column.position(),
                            "the record " + type.getSimpleName() + " has no component for the column " + column.name()
                                    + "; it has: "
                                    + NameList.of(components.stream().sorted().toList()));
                });
    }

    /**
     * Fits a record class to a selection.
     *
     * @throws QueryException {@code unfit-record} if it does not fit
     */
    public static <R> RecordRows<R> of(Class<R> type, RowPlan plan) {
        return new RecordRows<>(type, plan);
    }

    private void requireFit(RecordComponent component, Class<?> boxed, RowPlan.Column column) {
        FormulaType of = column.formula().type();
        boolean fits = boxed.isAssignableFrom(of.javaClass())
                || of.kind() == Kind.MISSING
                || switch (of.kind()) {
                    case WHOLE -> WHOLE.contains(boxed);
                    case DECIMAL -> boxed == BigDecimal.class || boxed == BigInteger.class;
                    case FLOAT -> boxed == Double.class || boxed == Float.class && of.javaClass() == Float.class;
                    default -> false;
                };
        if (!fits) {
            throw unfit(
                    column.position(),
                    "the column " + column.name() + " has values of "
                            + of.javaClass().getSimpleName()
                            + ", and the component " + component.getName() + " of " + type.getSimpleName() + " is a "
                            + component.getType().getSimpleName());
        }
    }

    /** Makes a record of a row's values. */
    public R record(@Nullable Object[] values) {
        Object[] arguments = new Object[targets.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(targets.get(i), values[targets.get(i).column]);
        }
        return type.cast(constructor.construct(arguments));
    }

    private @Nullable Object argument(Target target, @Nullable Object value) {
        if (value == null) {
            if (target.component.getType().isPrimitive()) {
                throw unfit(
                        plan.columns().get(target.column).position(),
                        "the column " + target.component.getName() + " has no value in a row, and the component of "
                                + type.getSimpleName() + " is a " + target.component.getType()
                                + "; expected " + target.boxed.getSimpleName() + ", or coalesce(..., 0)");
            }
            return null;
        }
        if (target.boxed.isInstance(value)) {
            return value;
        }
        try {
            return converted((Number) value, target.boxed);
        } catch (ArithmeticException e) {
            throw unfit(
                    plan.columns().get(target.column).position(),
                    "the column " + target.component.getName() + " has the value " + value
                            + ", which the component of " + type.getSimpleName() + ", a "
                            + target.component.getType().getSimpleName() + ", cannot hold");
        }
    }

    private static Object converted(Number value, Class<?> boxed) {
        if (boxed == Double.class) {
            return value.doubleValue();
        }
        BigDecimal exact = Cells.decimal(value);
        if (boxed == Long.class) {
            return exact.longValueExact();
        }
        if (boxed == Integer.class) {
            return exact.intValueExact();
        }
        if (boxed == Short.class) {
            return exact.shortValueExact();
        }
        if (boxed == Byte.class) {
            return exact.byteValueExact();
        }
        return boxed == BigInteger.class ? exact.toBigIntegerExact() : exact;
    }

    private QueryException unfit(int position, String detail) {
        return new QueryException(UNFIT_RECORD, plan.selection().text(), position, detail);
    }
}
