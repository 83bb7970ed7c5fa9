package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.jdbc.Row;
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
 * The nodes of a selection as outer joins to the row of an object, so that one statement reads all rows: each row of its result is one combination. That needs one
 * table for each node, and that nodes with several rows lie below each other.
 *
 * <pre>
 * SELECT t0.id, t0.day, n1.owner, n1.amount, n2.id, n2.name FROM sale t0
 *   LEFT JOIN sale_lines n1 ON n1.owner = t0.id LEFT JOIN product n2 ON n2.id = n1.product_id
 * </pre>
 */
final class JoinedNodes {

    /** The maximum number of joins. MySQL joins 61 tables at most, SQLite 64. */
    private static final int JOINS = 30;

    private final RowPlan plan;
    private final Select select;
    private final List<Node> nodes;
    /** For each key the place of its column, if the engine computes it; 0 for no value. */
    private final int[] known;

    /**
     * A node's part of a statement.
     *
     * @param presence the place of the column that is null if there is no row; 0 if there is never one
     * @param places for each field the place of its first column; 0 if there is none
     */
    private record Node(int presence, int[] places) {}

    private JoinedNodes(RowPlan plan, Select select, List<Node> nodes, int[] known) {
        this.plan = plan;
        this.select = select;
        this.nodes = nodes;
        this.known = known;
    }

    /** Returns whether the nodes of a plan can be joined to the row of an object of any class. */
    static boolean areJoinable(RowPlan plan) {
        int deepest = 0;
        for (int i = 1; i < plan.nodes().size(); i++) {
            RowPlan.Node node = plan.nodes().get(i);
            Step step = requireNonNull(node.step());
            boolean oneTable = step instanceof Step.Members
                    || step instanceof Step.Follow follow
                            && follow.target().concreteClasses().size() == 1
                    || step instanceof Step.Referrers referrers
                            && referrers.owner().concreteClasses().size() == 1;
            if (!oneTable
                    || !node.condition().equals(Condition.ALWAYS)
                    || !node.narrowing().equals(Condition.ALWAYS)) {
                return false;
            }
            if (node.isMany()) {
                if (!isAbove(plan, deepest, i)) {
                    return false;
                }
                deepest = i;
            }
        }
        int last = deepest;
        return plan.nodes().size() <= JOINS
                && plan.aggregates().stream()
                        .allMatch(aggregate -> last == (aggregate.node() < 0 ? deepestOfKeys(plan) : aggregate.node()));
    }

    private static boolean isAbove(RowPlan plan, int above, int node) {
        int at = node;
        while (at > above) {
            at = plan.nodes().get(at).parent();
        }
        return at == above;
    }

    /** The last node with several rows that a key is made of: its combinations are what COUNT(*) counts. */
    private static int deepestOfKeys(RowPlan plan) {
        int[] deepest = new int[1];
        plan.keys()
                .forEach(key -> Fields.of(key, field -> {
                    int at = field.node();
                    while (at > 0 && !plan.nodes().get(at).isMany()) {
                        at = plan.nodes().get(at).parent();
                    }
                    deepest[0] = Math.max(deepest[0], at);
                }));
        return deepest[0];
    }

    /** Joins the nodes to a statement, whose first source is the table of the objects. In a plan without groups the combinations are sorted. */
    static JoinedNodes to(Select objects, ClassTable root, RowPlan plan, Schema schema) {
        NodeJoins joins = new NodeJoins(objects, root, plan, schema);
        List<Expression> columns = new ArrayList<>();
        List<Expression> order = new ArrayList<>();
        List<Node> nodes = new ArrayList<>();
        Set<PlannedFormula.Field> read = fields(plan);
        for (int i = 0; i < plan.nodes().size(); i++) {
            RowPlan.Node node = plan.nodes().get(i);
            Optional<ColumnOf> presence = joins.presence(i);
            presence.ifPresent(columns::add);
            int at = presence.isPresent() ? columns.size() : 0;
            if (i == 0 || node.isMany()) {
                joins.order(i).ifPresent(order::add);
            }
            int[] places = new int[node.fields().size()];
            for (int field = 0; field < places.length; field++) {
                if (node.fields().get(field).content() instanceof FieldRef.Content.Value value
                        && (!plan.isGrouped()
                                || read.contains(new PlannedFormula.Field(i, field, FormulaType.of(value.type()))))) {
                    List<ColumnOf> all = joins.columns(i, node.fields().get(field));
                    places[field] = all.isEmpty() ? 0 : columns.size() + 1;
                    columns.addAll(all);
                }
            }
            nodes.add(new Node(at, places));
        }
        int[] known = new int[plan.keys().size()];
        for (int i = 0; i < known.length; i++) {
            Optional<DateParts> part = DateParts.of(plan.keys().get(i));
            Optional<Expression> expression = part.flatMap(date -> date.expression(joins, plan));
            expression.ifPresent(columns::add);
            known[i] = part.isEmpty() ? DateParts.OF_FIELDS : expression.isPresent() ? columns.size() : 0;
        }
        Select select = joins.select().selecting(columns);
        return new JoinedNodes(plan, plan.isGrouped() ? select : sorted(select, order, plan), nodes, known);
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
        boolean isCut = plan.limit().isPresent()
                && plan.orders().isEmpty()
                && plan.having().isEmpty()
                && plan.offset() <= Long.MAX_VALUE - plan.limit().getAsLong();
        return isCut ? sorted.limit(plan.limit().getAsLong() + plan.offset(), 0) : sorted;
    }

    /** Reads the keys that the engine computes. */
    @Nullable
    Object[] keys(Row row) throws SQLException {
        return DateParts.keys(known, row);
    }

    Select select() {
        return select;
    }

    /** Reads the rows of the nodes. */
    void read(Row row, @Nullable NodeRow[] rows) throws SQLException {
        for (int i = 0; i < nodes.size(); i++) {
            int presence = nodes.get(i).presence;
            long id = presence == 0 ? 0 : row.getLong(presence);
            rows[i] = presence == 0 || id == 0 && row.wasNull() ? null : read(row, i, id);
        }
    }

    private NodeRow read(Row row, int at, long id) throws SQLException {
        List<FieldRef> fields = plan.nodes().get(at).fields();
        Object[] values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            int place = nodes.get(at).places[i];
            values[i] = fields.get(i).content() instanceof FieldRef.Content.Value value
                    ? place == 0 ? null : decoded(row, place, value.type())
                    : (Object) id;
        }
        return new NodeRow(id, values, 0);
    }

    static @Nullable Object decoded(Row row, int at, ValueType type) throws SQLException {
        Object[] parts = new Object[type.parts().size()];
        for (int part = 0; part < parts.length; part++) {
            parts[part] = row.get(at + part, type.parts().get(part).type());
        }
        return type.decode(parts, 0);
    }
}
