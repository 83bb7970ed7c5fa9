package dev.espalier.internal.query;

import dev.espalier.internal.graph.KeptColumns;
import dev.espalier.internal.graph.RootQuery;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Placeholder;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.PlanTemplate;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.search.Position;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Select;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of roots in the order of stored values of their own rows, by one compiled statement. The rows give the values of the last root, which are the position of
 * the next page.
 *
 * @param query gives one root more than the page has
 * @param kept has the values of the last root of the page
 * @param least if fewer roots come, these are not all: roots without a value for the first key are missing
 * @param size how many roots the page has
 */
record SortedPage(Plan plan, RootQuery query, KeptColumns kept, long least, int size) {

    /** Whether the pages of a plan may be such. The constants of an enum have an order that is not that of their names. */
    static boolean isPossible(Plan plan) {
        return plan.keys().size() > 1
                && !plan.hasComputedKeys()
                && plan.fields().stream()
                        .allMatch(key -> key.steps().isEmpty()
                                && !(key.field().content() instanceof FieldRef.Content.Value value
                                        && value.type().isEnum()));
    }

    /**
     * Returns the page.
     *
     * @param select gives the roots
     * @param query makes the query of it
     * @return empty if the columns of the keys are not those of the objects' rows
     */
    static Optional<SortedPage> of(
            Plan plan, Select select, Function<KeptColumns, RootQuery> query, long least, int size) {
        List<Column> columns = new ArrayList<>();
        for (Select.Order order : select.orders()) {
            if (!(order.expression() instanceof Expression.ColumnOf column)) {
                return Optional.empty();
            }
            columns.add(column.column());
        }
        if (columns.size() != width(plan)) {
            return Optional.empty();
        }
        KeptColumns kept = new KeptColumns(columns, size - 1L);
        return Optional.of(new SortedPage(plan, query.apply(kept), kept, least, size));
    }

    private static int width(Plan plan) {
        return plan.fields().stream()
                .mapToInt(key -> key.field().columnTypes().size())
                .sum();
    }

    /** Returns the columns of the keys at a position, the id last; null if a key has no value there, or one that needs a statement of its own. */
    static Object @Nullable [] columns(Plan plan, Position position) {
        List<Object> columns = new ArrayList<>();
        int at = 0;
        for (Plan.Order key : plan.fields()) {
            if (!key.isId()) {
                Optional<Constant> value = position.values().get(at++);
                if (value.isEmpty()
                        || !PlanTemplate.isBound(key.field(), value.get().columns())) {
                    return null;
                }
                columns.addAll(value.get().columns());
            }
        }
        columns.add(position.id());
        return columns.toArray();
    }

    /** Returns what stands for these columns in a plan, one constant for each key. */
    static List<Constant> placeholders(Plan plan, int of) {
        List<Constant> constants = new ArrayList<>();
        int at = 0;
        for (Plan.Order key : plan.fields()) {
            List<Object> columns = new ArrayList<>();
            for (int i = 0; i < key.field().columnTypes().size(); i++) {
                int place = at++;
                Placeholder column = values -> values[of][place];
                columns.add(column);
            }
            constants.add(new Constant(columns));
        }
        return constants;
    }

    /** Returns the position of the last root. */
    Position end(long id) {
        List<Optional<Constant>> values = new ArrayList<>();
        int at = 0;
        for (Plan.Order key : plan.fields()) {
            int width = key.field().columnTypes().size();
            if (!key.isId()) {
                @Nullable Object[] columns = Arrays.copyOfRange(kept.values(), at, at + width);
                values.add(columns[0] == null ? Optional.empty() : Optional.of(new Constant(Arrays.asList(columns))));
            }
            at += width;
        }
        return new Position(0, values, id);
    }
}
