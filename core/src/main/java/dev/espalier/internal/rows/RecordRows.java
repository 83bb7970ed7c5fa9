package dev.espalier.internal.rows;

import static dev.espalier.error.ErrorCode.CONSTRUCTOR_FAILED;
import static dev.espalier.error.ErrorCode.UNFIT_RECORD;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.ModelException;
import dev.espalier.error.QueryException;
import dev.espalier.internal.formula.Cells;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.RecordConstructor;
import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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
    private final List<RowPlan.Column> columns;
    private final String selection;
    /** Characters of a value in a message. */
    private static final int MOST_SHOWN = 40;

    private final RecordConstructor constructor;
    private final List<Target> targets;

    /**
     * A component.
     *
     * @param column the place of its column
     * @param boxed the class of its values
     * @param rows makes what the component lists of the rows of a nested column; null for a value
     */
    private record Target(
            RecordComponent component,
            int column,
            Class<?> boxed,
            @Nullable Function<@Nullable Object[], ?> rows) {}

    /** The class of rows that are no records, and what makes them of columns. */
    private record Plain<W>(Class<W> type, Function<List<RowPlan.Column>, Function<@Nullable Object[], W>> making) {}

    private RecordRows(Class<R> type, List<RowPlan.Column> columns, int position, String selection, Plain<?> plain) {
        this.type = type;
        this.columns = columns;
        this.selection = selection;
        this.constructor = new RecordConstructor(type);
        Map<String, Integer> places = IntStream.range(0, columns.size())
                .boxed()
                .collect(Collectors.toMap(at -> columns.get(at).name(), at -> at));
        this.targets = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Integer column = places.get(component.getName());
            if (column == null) {
                throw unfit(
                        position,
                        "the record " + type.getSimpleName() + " has a component " + component.getName()
                                + ", and no column is called so; there are: "
                                + NameList.of(columns.stream()
                                        .map(RowPlan.Column::name)
                                        .toList()));
            }
            Class<?> boxed = MethodType.methodType(component.getType()).wrap().returnType();
            if (columns.get(column).formula() instanceof PlannedFormula.Rows rows) {
                targets.add(new Target(component, column, boxed, rows(component, rows, columns.get(column), plain)));
            } else {
                requireFit(component, boxed, columns.get(column));
                targets.add(new Target(component, column, boxed, null));
            }
        }
        Set<String> components =
                targets.stream().map(target -> target.component.getName()).collect(Collectors.toSet());
        columns.stream()
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
     * @param plain the class of rows that are no records: a component can be a list of them
     * @param making makes them of columns
     * @throws QueryException {@code unfit-record} if it does not fit
     */
    public static <R, W> RecordRows<R> of(
            Class<R> type,
            RowPlan plan,
            Class<W> plain,
            Function<List<RowPlan.Column>, Function<@Nullable Object[], W>> making) {
        return new RecordRows<>(type, plan.columns(), 1, plan.selection().text(), new Plain<>(plain, making));
    }

    /** Returns what makes an element of a component's list of a row of a nested column. */
    private Function<@Nullable Object[], ?> rows(
            RecordComponent component, PlannedFormula.Rows rows, RowPlan.Column column, Plain<?> plain) {
        if (component.getGenericType() instanceof ParameterizedType list
                && list.getRawType() == List.class
                && list.getActualTypeArguments()[0] instanceof Class<?> element) {
            if (element == plain.type) {
                return plain.making.apply(rows.columns());
            }
            if (element.isRecord()) {
                return new RecordRows<>(element, rows.columns(), column.position(), selection, plain)::record;
            }
        }
        throw unfit(
                column.position(),
                "the column " + column.name() + " has rows, and the component " + component.getName() + " of "
                        + type.getSimpleName() + " is a "
                        + component.getGenericType().getTypeName() + "; expected a List of records or of "
                        + plain.type.getSimpleName());
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
        try {
            return type.cast(constructor.construct(arguments));
        } catch (ModelException e) {
            throw new ModelException(
                    CONSTRUCTOR_FAILED, e.getMessage() + "; the row: " + shown(arguments), e.getCause());
        }
    }

    /** A row of computed values has no id that could be named. */
    private String shown(@Nullable Object[] arguments) {
        return IntStream.range(0, arguments.length)
                .mapToObj(i -> targets.get(i).component.getName() + " = "
                        + (targets.get(i).rows == null
                                ? shortened(String.valueOf(arguments[i]))
                                : ((List<?>) requireNonNull(arguments[i])).size() + " rows"))
                .collect(Collectors.joining(", "));
    }

    private static String shortened(String text) {
        int characters = text.codePointCount(0, text.length());
        return characters <= MOST_SHOWN ? text : text.substring(0, text.offsetByCodePoints(0, MOST_SHOWN)) + "...";
    }

    private @Nullable Object argument(Target target, @Nullable Object value) {
        if (target.rows != null) {
            return NestedRows.made(value, target.rows);
        }
        if (value == null) {
            if (target.component.getType().isPrimitive()) {
                throw unfit(
                        columns.get(target.column).position(),
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
                    columns.get(target.column).position(),
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
        return new QueryException(UNFIT_RECORD, selection, position, detail);
    }
}
