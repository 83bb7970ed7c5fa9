package dev.espalier;

import dev.espalier.internal.Arguments;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.rows.NestedRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A row of a selection: values by the names of its columns. Immutable, but for values of mutable classes such as {@code byte[]}.
 *
 * <p>A column without a name of its own, behind {@code AS}, is called like the last field of its path, or like its text: {@code SUM(total)}.
 *
 * @see Query#select(String)
 */
public final class Row {

    private final Columns columns;
    private final List<@Nullable Object> values;

    /** The names that the rows of an answer share. */
    private record Columns(List<String> names, Map<String, Integer> places) {}

    /** A column of rows, and what makes them. */
    private record Nested(int place, Function<@Nullable Object[], Row> maker) {}

    private Row(Columns columns, @Nullable Object[] values) {
        this.columns = columns;
        List<@Nullable Object> list = new ArrayList<>(values.length);
        Collections.addAll(list, values);
        this.values = Collections.unmodifiableList(list);
    }

    static Function<@Nullable Object[], Row> maker(List<RowPlan.Column> of) {
        List<String> names = of.stream().map(RowPlan.Column::name).toList();
        Map<String, Integer> places = new HashMap<>();
        names.forEach(name -> places.put(name, places.size()));
        Columns columns = new Columns(names, places);
        List<Nested> nested = new ArrayList<>();
        for (int i = 0; i < of.size(); i++) {
            if (of.get(i).formula() instanceof PlannedFormula.Rows rows) {
                nested.add(new Nested(i, maker(rows.columns())));
            }
        }
        return values -> {
            Object[] made = nested.isEmpty() ? values : values.clone();
            for (Nested column : nested) {
                made[column.place] = NestedRows.made(values[column.place], column.maker);
            }
            return new Row(columns, made);
        };
    }

    /**
     * Returns the names of the columns, in the order of the selection.
     *
     * @return an unmodifiable list
     */
    public List<String> columns() {
        return columns.names;
    }

    /**
     * Returns the values, in the order of the columns.
     *
     * @return an unmodifiable list, in which null stands for no value
     */
    public List<@Nullable Object> values() {
        return values;
    }

    /**
     * Returns the value of a column: of the class of the field that it comes from; {@code Long} if it is a whole number that was computed or counted, {@code
     * BigDecimal} if it is a decimal or an average of whole numbers, {@code Double}, {@code String} or {@code Boolean}; an unmodifiable {@code List<Row>} of a
     * nested column, as {@link #rows} returns it.
     *
     * @param column the name of the column
     * @return the value; null for no value
     * @throws IllegalArgumentException if there is no column of that name
     */
    public @Nullable Object get(String column) {
        Integer place = columns.places.get(Arguments.required("column", column, "the name of a column"));
        if (place == null) {
            throw new IllegalArgumentException(
                    "no column is called " + column + "; there are: " + NameList.of(columns.names));
        }
        return values.get(place);
    }

    /**
     * Returns the value of a column as an object of a class.
     *
     * @param <V> the values
     * @param column the name of the column
     * @param type the class that {@link #get(String)} tells, or one above
     * @return the value; null for no value
     * @throws IllegalArgumentException if there is no column of that name
     * @throws ClassCastException if the value is of another class; the message names it
     */
    public <V> @Nullable V get(String column, Class<V> type) {
        Object value = get(column);
        if (value != null && !type.isInstance(value)) {
            throw new ClassCastException("the column " + column + " has a value of "
                    + value.getClass().getName() + ", not of " + type.getName());
        }
        return type.cast(value);
    }

    /**
     * Returns the rows of a nested column, such as {@code lines {product.name, count} AS lines}: one for each member, in the order of the collection.
     *
     * @param column the name of the column
     * @return an unmodifiable list, empty if there are no members
     * @throws IllegalArgumentException if there is no column of that name
     * @throws ClassCastException if the column has plain values; the message names it
     */
    @SuppressWarnings("unchecked") // only a nested column has lists
    public List<Row> rows(String column) {
        Object value = get(column);
        if (!(value instanceof List<?>)) {
            throw new ClassCastException("the column " + column + " has "
                    + (value == null
                            ? "no value"
                            : "a value of " + value.getClass().getName()) + ", and no rows");
        }
        return (List<Row>) value;
    }

    /**
     * Returns the values by the names of their columns, in the order of the selection.
     *
     * @return an unmodifiable map, in which null stands for no value
     */
    public Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            map.put(columns.names.get(i), values.get(i));
        }
        return Collections.unmodifiableMap(map);
    }

    /** Returns whether the other object is a row with the same columns and equal values. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Row row && row.columns.names.equals(columns.names) && row.values.equals(values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(columns.names, values);
    }

    /** Returns the columns and their values: {@code {maker=Acme, revenue=120}}. */
    @Override
    public String toString() {
        return toMap().toString();
    }
}
