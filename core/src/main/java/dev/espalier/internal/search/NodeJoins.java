package dev.espalier.internal.search;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of a selection's nodes, joined to that of the objects. The column of a node is null if its parent's row leads to none. */
final class NodeJoins {

    private final RowPlan plan;
    private final Schema schema;
    private final List<Optional<SqlRow>> rows = new ArrayList<>();
    private Select select;

    /**
     * Joins the nodes of a plan.
     *
     * @param objects a statement whose first source is the table of the objects
     */
    NodeJoins(Select objects, ClassTable root, RowPlan plan, Schema schema) {
        this.plan = plan;
        this.schema = schema;
        this.select = objects;
        rows.add(Optional.of(new SqlRow.OfObject(objects.from().first(), root)));
        for (int i = 1; i < plan.nodes().size(); i++) {
            rows.add(row(i));
        }
    }

    /** Returns the statement with its joins. */
    Select select() {
        return select;
    }

    /** Returns the column of a node that is null if there is no row; empty if there is never one. */
    Optional<ColumnOf> presence(int node) {
        return rows.get(node).map(row ->
                (ColumnOf) (row instanceof SqlRow.OfMember member ? member.column(LinkTable.OWNER) : row.id()));
    }

    /** Returns the column of a node with several rows by which these come in their order. */
    Optional<Expression> order(int node) {
        return rows.get(node)
                .map(row -> row instanceof SqlRow.OfMember member ? member.column(LinkTable.POS) : row.id());
    }

    /** Returns the columns of a node's field; empty if the table has none. */
    List<ColumnOf> columns(int node, FieldRef field) {
        if (rows.get(node).isEmpty()) {
            return List.of();
        }
        SqlRow row = rows.get(node).get();
        if (!(field.content() instanceof FieldRef.Content.Value)) {
            return List.of((ColumnOf) row.id());
        }
        List<Slot> slots = row.slots(field);
        List<ColumnOf> columns = new ArrayList<>();
        if (!slots.isEmpty()) {
            Slot.ValueSlot slot = (Slot.ValueSlot) slots.get(slots.size() - 1);
            for (int part = 0; part < slot.type().parts().size(); part++) {
                columns.add((ColumnOf) row.column(slot.at() + part));
            }
        }
        return columns;
    }

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
            Predicate ofOwner =
                    Predicates.equal(row.column(LinkTable.OWNER), parent.get().id());
            // A member that is an object, and missing, is none.
            select = select.leftJoin(
                    row.source(),
                    link.element() instanceof Slot.ReferenceSlot
                            ? Predicate.and(
                                    ofOwner,
                                    Predicates.notNull(row.column(link.element().at())))
                            : ofOwner);
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

    /** Returns whether more than the id is read of the objects of a node. */
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
}
