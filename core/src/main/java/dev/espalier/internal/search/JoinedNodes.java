package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a selection as outer joins to the row of an object, so that one statement reads all rows: each row of its result is one combination. That needs one
 * table for each node, and that nodes with several rows lie below each other.
 *
 * <pre>
 * SELECT t0.day, n1.amount, n2.name FROM sale t0
 *   LEFT JOIN sale_lines n1 ON n1.owner = t0.id LEFT JOIN product n2 ON n2.id = n1.product_id
 * </pre>
 */
final class JoinedNodes {

    /** The maximum number of joins. MySQL joins 61 tables at most, SQLite 64. */
    private static final int JOINS = 30;

    private final RowPlan plan;
    private final Select select;
    private final List<Node> nodes;
    private final List<Expression> order;

    /**
     * A node's part of a statement.
     *
     * @param presence the place of the column that is null if there is no row; 0 if there is always one, or none ever
     * @param absent whether there is never a row, or never a field of it
     * @param places for each field the place of its first column; 0 if there is none
     */
    private record Node(int presence, boolean absent, int[] places) {}

    private JoinedNodes(RowPlan plan, Select select, List<Node> nodes, List<Expression> order) {
        this.plan = plan;
        this.select = select;
        this.nodes = nodes;
        this.order = order;
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
            if (!oneTable || !node.condition().equals(Condition.ALWAYS)) {
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
                        .allMatch(aggregate ->
                                aggregate.node() < 0 ? last == deepestOfKeys(plan) : aggregate.node() == last);
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

    /** Joins the nodes to a statement, whose first source is the table of the objects. */
    static JoinedNodes to(Select objects, ClassTable root, RowPlan plan, Schema schema) {
        return new Joining(objects, root, plan, schema).joined();
    }

    /** Returns the statement; its first column is the id of the object. */
    Select select() {
        return select;
    }

    /** Returns the columns by which combinations come in the order of the objects' ids, and of their collections. */
    List<Expression> order() {
        return order;
    }

    /** Reads the rows of the nodes. */
    void read(Row row, @Nullable NodeRow[] rows) throws SQLException {
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            int parent = plan.nodes().get(i).parent();
            boolean isThere = !node.absent && (parent < 0 || rows[parent] != null);
            long id = 0;
            if (isThere && node.presence > 0) {
                id = row.getLong(node.presence);
                isThere = !row.wasNull();
            }
            rows[i] = isThere ? read(row, i, node, id) : null;
        }
    }

    private NodeRow read(Row row, int at, Node node, long id) throws SQLException {
        List<FieldRef> fields = plan.nodes().get(at).fields();
        Object[] values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = fields.get(i).content() instanceof FieldRef.Content.Value value
                    ? node.places[i] == 0 ? null : decoded(row, node.places[i], value.type())
                    : (Object) id;
        }
        return new NodeRow(id, values, 0);
    }

    private @Nullable Object decoded(Row row, int at, ValueType type) throws SQLException {
        Object[] parts = new Object[type.parts().size()];
        for (int part = 0; part < parts.length; part++) {
            parts[part] = row.get(at + part, type.parts().get(part).type());
        }
        return type.decode(parts, 0);
    }

    /** Builds the statement, node by node. */
    private static final class Joining {

        private final RowPlan plan;
        private final Schema schema;
        private final List<Expression> columns = new ArrayList<>();
        private final List<Expression> order = new ArrayList<>();
        private final List<Node> nodes = new ArrayList<>();
        private final List<Optional<SqlRow>> rows = new ArrayList<>();
        private Select select;

        Joining(Select objects, ClassTable root, RowPlan plan, Schema schema) {
            this.plan = plan;
            this.schema = schema;
            this.select = objects;
            SqlRow row = new SqlRow.OfObject(objects.from().first(), root);
            columns.add(row.id());
            order.add(row.id());
            rows.add(Optional.of(row));
            nodes.add(new Node(1, false, places(0, row)));
        }

        JoinedNodes joined() {
            for (int i = 1; i < plan.nodes().size(); i++) {
                Optional<SqlRow> row = row(i);
                rows.add(row);
                if (row.isEmpty()) {
                    nodes.add(new Node(
                            0, true, new int[plan.nodes().get(i).fields().size()]));
                    continue;
                }
                columns.add(presence(row.get()));
                if (plan.nodes().get(i).isMany()) {
                    order.add(
                            row.get() instanceof SqlRow.OfMember member
                                    ? member.column(LinkTable.POS)
                                    : row.get().id());
                }
                nodes.add(new Node(columns.size(), false, places(i, row.get())));
            }
            return new JoinedNodes(plan, select.selecting(columns), nodes, order);
        }

        private static Expression presence(SqlRow row) {
            return row instanceof SqlRow.OfMember member ? member.column(LinkTable.OWNER) : row.id();
        }

        /** Joins the table of a node; empty if the table of its parent does not lead there. */
        private Optional<SqlRow> row(int node) {
            Optional<SqlRow> parent = rows.get(plan.nodes().get(node).parent());
            if (parent.isEmpty()) {
                return Optional.empty();
            }
            Step step = requireNonNull(plan.nodes().get(node).step());
            if (step instanceof Step.Members members) {
                if (!StepJoins.has(parent.get(), members.collection())) {
                    return Optional.empty();
                }
                LinkTable link = schema.link(members.collection());
                SqlRow.OfMember row = new SqlRow.OfMember(source(node, link.table()), link);
                join(row.source(), row.column(LinkTable.OWNER), parent.get().id());
                return Optional.of(row);
            }
            if (step instanceof Step.Referrers referrers) {
                SqlRow.OfObject row = object(node, referrers.owner());
                List<Expression> reference = row.compared(referrers.reference());
                if (reference.isEmpty()) {
                    return Optional.empty();
                }
                join(row.source(), reference.get(0), parent.get().id());
                return Optional.of(row);
            }
            Step.Follow follow = (Step.Follow) step;
            List<Expression> reference = parent.get().compared(follow.reference());
            if (reference.isEmpty()) {
                return Optional.empty();
            }
            if (!follow.narrows() && !needsTable(node)) {
                return Optional.of(new SqlRow.OfId(reference.get(0)));
            }
            SqlRow.OfObject row = object(node, follow.target());
            join(row.source(), row.id(), reference.get(0));
            return Optional.of(row);
        }

        private boolean needsTable(int node) {
            return plan.nodes().get(node).fields().stream()
                            .anyMatch(field -> field.content() instanceof FieldRef.Content.Value)
                    || plan.nodes().stream()
                            .anyMatch(child -> child.parent() == node && child.step() instanceof Step.Follow);
        }

        private SqlRow.OfObject object(int node, PersistentClass type) {
            ClassTable table = schema.table(type.concreteClasses().get(0));
            return new SqlRow.OfObject(source(node, table.table()), table);
        }

        private static Source source(int node, Table table) {
            return new Source(table, "n" + node);
        }

        private void join(Source source, Expression left, Expression right) {
            select = select.leftJoin(source, Predicates.equal(left, right));
        }

        /** Adds the columns of a node's fields. */
        private int[] places(int node, SqlRow row) {
            List<FieldRef> fields = plan.nodes().get(node).fields();
            int[] places = new int[fields.size()];
            for (int i = 0; i < places.length; i++) {
                if (fields.get(i).content() instanceof FieldRef.Content.Value) {
                    List<Slot> slots = row.slots(fields.get(i));
                    if (!slots.isEmpty()) {
                        places[i] = columns.size() + 1;
                        Slot.ValueSlot slot = (Slot.ValueSlot) slots.get(slots.size() - 1);
                        for (int part = 0; part < slot.type().parts().size(); part++) {
                            columns.add(row.column(slot.at() + part));
                        }
                    }
                }
            }
            return places;
        }
    }
}
