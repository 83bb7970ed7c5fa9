package dev.espalier.internal.search.selection;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.RowAccess;
import dev.espalier.internal.search.condition.StoredColumns;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Select;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a selection as outer joins to the row of an object, so that one statement reads all rows: each row of its result is one combination. That needs one
 * table for each source, and that sources with several rows lie below each other.
 *
 * <pre>
 * SELECT t0.id, t0.day, n1.owner, n1.amount, n2.id, n2.name FROM sale t0
 *   LEFT JOIN sale_lines n1 ON n1.owner = t0.id LEFT JOIN product n2 ON n2.id = n1.product_id
 * </pre>
 */
public final class JoinedSources implements RowStatement {

    /** The maximum number of joins. MySQL joins 61 tables at most, SQLite 64. */
    private static final int JOINS = 30;

    private final RowPlan plan;
    private final Select select;
    private final List<Source> sources;
    /** For each key the place of its column, if the engine computes it; 0 for no value. */
    private final int[] known;

    /**
     * A source's part of a statement.
     *
     * @param presence the place of the column that is null if there is no row; 0 if there is never one
     * @param places for each field the place of its first column; 0 if there is none
     */
    private record Source(int presence, int[] places) {}

    private JoinedSources(RowPlan plan, Select select, List<Source> sources, int[] known) {
        this.plan = plan;
        this.select = select;
        this.sources = sources;
        this.known = known;
    }

    /** Returns whether the sources of a plan can be joined to the row of an object of any class, if its conditions have few values. */
    public static boolean areJoinable(RowPlan plan) {
        int deepest = 0;
        if (plan.isNested()) {
            return false;
        }
        for (int i = 1; i < plan.sources().size(); i++) {
            RowPlan.Source source = plan.sources().get(i);
            Step step = requireNonNull(source.step());
            boolean oneTable = step instanceof Step.Members
                    || step instanceof Step.Follow follow
                            && follow.target().concreteClasses().size() == 1
                    || step instanceof Step.Referrers referrers
                            && referrers.owner().concreteClasses().size() == 1;
            if (!oneTable || !isOfOwnRow(source) || !source.narrowing().equals(Condition.ALWAYS)) {
                return false;
            }
            if (source.isMany()) {
                if (!isAbove(plan, deepest, i)) {
                    return false;
                }
                deepest = i;
            }
        }
        int last = deepest;
        return plan.sources().size() <= JOINS
                && plan.aggregates().stream()
                        .allMatch(aggregate ->
                                last == (aggregate.source() < 0 ? deepestOfKeys(plan) : aggregate.source()));
    }

    /** Whether the condition on the objects of a source is about nothing else, so that their join can ask it. */
    private static boolean isOfOwnRow(RowPlan.Source source) {
        return source.condition().equals(Condition.ALWAYS)
                || !(source.step() instanceof Step.Members) && RowAccess.ONLY_ROW.isEnoughFor(source.condition());
    }

    /** Whether a source is another one, or is reached from it. */
    static boolean isAbove(RowPlan plan, int above, int source) {
        int at = source;
        while (at > above) {
            at = plan.sources().get(at).parent();
        }
        return at == above;
    }

    /** The last source with several rows that a key is made of: its combinations are what COUNT(*) counts. */
    private static int deepestOfKeys(RowPlan plan) {
        int[] deepest = new int[1];
        plan.keys()
                .forEach(key -> Fields.of(key, field -> {
                    int at = field.source();
                    while (at > 0 && !plan.sources().get(at).isMany()) {
                        at = plan.sources().get(at).parent();
                    }
                    deepest[0] = Math.max(deepest[0], at);
                }));
        return deepest[0];
    }

    /** Joins the sources to a statement, whose first source is the table of the objects. In a plan without groups the combinations are sorted. */
    public static JoinedSources to(Select objects, ClassTable root, RowPlan plan, Schema schema, StoredColumns stored) {
        return of(new SourceJoins(objects, root, plan, schema, stored), plan);
    }

    /** Reads sources that are joined. In a plan without groups the combinations are sorted. */
    public static JoinedSources of(SourceJoins joins, RowPlan plan) {
        List<Expression> columns = new ArrayList<>();
        List<Expression> order = new ArrayList<>();
        List<Source> sources = new ArrayList<>();
        Set<PlannedFormula.Field> read = fields(plan);
        for (int i = 0; i < plan.sources().size(); i++) {
            RowPlan.Source source = plan.sources().get(i);
            // In a plan without groups a member's own column tells its place in the collection.
            Optional<ColumnOf> presence =
                    plan.isGrouped() ? joins.presence(i) : joins.order(i).map(ColumnOf.class::cast);
            presence.ifPresent(columns::add);
            int at = presence.isPresent() ? columns.size() : 0;
            if (i == 0 || source.isMany()) {
                joins.order(i).ifPresent(order::add);
            }
            int[] places = new int[source.fields().size()];
            for (int field = 0; field < places.length; field++) {
                if (source.fields().get(field).content() instanceof FieldRef.Content.Value value
                        && (!plan.isGrouped()
                                || read.contains(new PlannedFormula.Field(i, field, FormulaType.of(value.type()))))) {
                    List<ColumnOf> all = joins.columns(i, source.fields().get(field));
                    places[field] = all.isEmpty() ? 0 : columns.size() + 1;
                    columns.addAll(all);
                }
            }
            sources.add(new Source(at, places));
        }
        int[] known = new int[plan.keys().size()];
        for (int i = 0; i < known.length; i++) {
            Optional<DateParts> part = DateParts.of(plan.keys().get(i));
            Optional<Expression> expression = part.flatMap(date -> date.expression(joins, plan));
            expression.ifPresent(columns::add);
            known[i] = part.isEmpty() ? DateParts.OF_FIELDS : expression.isPresent() ? columns.size() : 0;
        }
        Select select = joins.select().selecting(columns);
        return new JoinedSources(plan, plan.isGrouped() ? select : sorted(select, order, plan), sources, known);
    }

    /** Returns the fields of which groups are made, but for those of keys that the engine computes. */
    private static Set<PlannedFormula.Field> fields(RowPlan plan) {
        Set<PlannedFormula.Field> fields = new HashSet<>();
        plan.keys().stream().filter(key -> DateParts.of(key).isEmpty()).forEach(key -> Fields.of(key, fields::add));
        plan.aggregates().stream()
                .map(RowPlan.Aggregate::argument)
                .filter(Objects::nonNull)
                .forEach(argument -> Fields.of(argument, fields::add));
        return fields;
    }

    private static Select sorted(Select select, List<Expression> order, RowPlan plan) {
        Select sorted = select.orderBy(order.toArray(Expression[]::new));
        return plan.first().isPresent() ? sorted.limit(plan.first().getAsLong(), 0) : sorted;
    }

    @Override
    public Select query() {
        return select;
    }

    @Override
    public RowReader reader(RowReading reading) {
        SourceRow[] rows = new SourceRow[sources.size()];
        return row -> {
            read(row, rows);
            reading.combination(rows, DateParts.keys(known, row));
        };
    }

    private void read(Row row, @Nullable SourceRow[] rows) throws SQLException {
        for (int i = 0; i < sources.size(); i++) {
            int presence = sources.get(i).presence;
            long id = presence == 0 ? 0 : row.getLong(presence);
            if (presence == 0 || id == 0 && row.wasNull()) {
                rows[i] = null;
            } else if (!isSameObject(rows[i], i, id)) {
                rows[i] = read(row, i, id);
            }
        }
    }

    /** An object that has several rows, one for each member, is decoded once. A group takes each row for itself. */
    private boolean isSameObject(@Nullable SourceRow before, int at, long id) {
        return at == 0 && !plan.isGrouped() && before != null && before.id() == id;
    }

    private SourceRow read(Row row, int at, long id) throws SQLException {
        List<FieldRef> fields = plan.sources().get(at).fields();
        Object[] values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            int place = sources.get(at).places[i];
            values[i] = fields.get(i).content() instanceof FieldRef.Content.Value value
                    ? place == 0 ? null : decoded(row, place, value.type())
                    : (Object) id;
        }
        return new SourceRow(id, values, 0);
    }

    static @Nullable Object decoded(Row row, int at, ValueType type) throws SQLException {
        Object[] parts = new Object[type.parts().size()];
        for (int part = 0; part < parts.length; part++) {
            parts[part] = row.get(at + part, type.parts().get(part).type());
        }
        return type.decode(parts, 0);
    }
}
