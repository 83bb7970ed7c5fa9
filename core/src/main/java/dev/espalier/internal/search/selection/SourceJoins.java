package dev.espalier.internal.search.selection;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.search.condition.SqlConditions;
import dev.espalier.internal.search.condition.SqlRow;
import dev.espalier.internal.search.condition.StepJoins;
import dev.espalier.internal.search.condition.StoredColumns;
import dev.espalier.internal.search.condition.VariableResults;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of a selection's sources, joined to that of the objects. The column of a source is null if its parent's row leads to none. */
public final class SourceJoins {

    private final RowPlan plan;
    private final Schema schema;
    private final SqlConditions conditions;
    private final List<Optional<SqlRow>> rows = new ArrayList<>();
    private Select select;

    /**
     * Joins the sources of a plan.
     *
     * @param objects a statement whose first source is the table of the objects
     * @param stored how the engine stores and finds the columns
     */
    SourceJoins(Select objects, ClassTable root, RowPlan plan, Schema schema, StoredColumns stored) {
        this(List.of(new SqlRow.OfObject(objects.from().first(), root)), objects, plan, schema, stored);
    }

    /** @param first the rows of the first sources, which the statement reads */
    private SourceJoins(List<SqlRow> first, Select select, RowPlan plan, Schema schema, StoredColumns stored) {
        this.plan = plan;
        this.schema = schema;
        this.conditions = new SqlConditions(schema, stored, new VariableResults());
        this.select = select;
        first.forEach(row -> rows.add(Optional.of(row)));
        for (int i = rows.size(); i < plan.sources().size(); i++) {
            rows.add(row(i));
        }
    }

    /**
     * Joins the sources to the first step's rows, which know the ids of the objects: no object's own table is read. There are no rows of objects without such a
     * row.
     *
     * @param plan its first source gives nothing but ids, and the condition on the second one always holds
     * @return empty if more is read of the objects, or if the table of the second source does not know them
     */
    public static Optional<SourceJoins> belowObjects(RowPlan plan, Schema schema, StoredColumns stored) {
        List<RowPlan.Source> sources = plan.sources();
        boolean isOneStep = sources.size() > 1
                && sources.get(0).fields().stream()
                        .noneMatch(field -> field.content() instanceof FieldRef.Content.Value)
                && sources.stream().filter(source -> source.parent() == 0).count() == 1
                && sources.get(1).condition().equals(Condition.ALWAYS);
        if (!isOneStep) {
            return Optional.empty();
        }
        if (sources.get(1).step() instanceof Step.Members members) {
            LinkTable link = schema.link(members.collection());
            SqlRow.OfMember row = new SqlRow.OfMember(source(1, link.table()), link);
            Select all = Select.of(row.source());
            SqlRow owner = new SqlRow.OfId(row.column(LinkTable.OWNER));
            return Optional.of(new SourceJoins(
                    List.of(owner, row), isObject(row).map(all::where).orElse(all), plan, schema, stored));
        }
        if (sources.get(1).step() instanceof Step.Referrers referrers) {
            ClassTable table = schema.table(referrers.owner().concreteClasses().get(0));
            SqlRow.OfObject row = new SqlRow.OfObject(source(1, table.table()), table);
            return row.compared(referrers.reference()).stream()
                    .findFirst()
                    .map(reference -> new SourceJoins(
                            List.of(new SqlRow.OfId(reference), row),
                            Select.of(row.source()).where(Predicates.notNull(reference)),
                            plan,
                            schema,
                            stored));
        }
        return Optional.empty();
    }

    /** A member that is an object, and missing, is none. */
    private static Optional<Predicate> isObject(SqlRow.OfMember row) {
        return row.table().element() instanceof Slot.ReferenceSlot
                ? Optional.of(
                        Predicates.notNull(row.column(row.table().element().at())))
                : Optional.empty();
    }

    /** Returns the statement with its joins. */
    public Select select() {
        return select;
    }

    /** Returns the id of a source's objects. */
    public Expression id(int source) {
        return rows.get(source).orElseThrow().id();
    }

    /** Returns the column of a source that is null if there is no row; empty if there is never one. */
    Optional<ColumnOf> presence(int source) {
        return rows.get(source).map(row ->
                (ColumnOf) (row instanceof SqlRow.OfMember member ? member.column(LinkTable.OWNER) : row.id()));
    }

    /** Returns the column of a source with several rows by which these come in their order. */
    Optional<Expression> order(int source) {
        return rows.get(source)
                .map(row -> row instanceof SqlRow.OfMember member ? member.column(LinkTable.POS) : row.id());
    }

    /** Returns the columns of a field; empty if its table has none. */
    List<ColumnOf> columns(PlannedFormula.Field field) {
        return columns(
                field.source(), plan.sources().get(field.source()).fields().get(field.index()));
    }

    /** Returns the columns of a source's field; empty if the table has none. */
    List<ColumnOf> columns(int source, FieldRef field) {
        if (rows.get(source).isEmpty()) {
            return List.of();
        }
        SqlRow row = rows.get(source).get();
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

    private Optional<SqlRow> row(int source) {
        Optional<SqlRow> parent = rows.get(plan.sources().get(source).parent());
        if (parent.isEmpty()) {
            return Optional.empty();
        }
        Step step = requireNonNull(plan.sources().get(source).step());
        if (step instanceof Step.Members members) {
            if (!StepJoins.has(parent.get(), members.collection())) {
                return Optional.empty();
            }
            LinkTable link = schema.link(members.collection());
            SqlRow.OfMember row = new SqlRow.OfMember(source(source, link.table()), link);
            Predicate ofOwner =
                    Predicates.equal(row.column(LinkTable.OWNER), parent.get().id());
            select = select.leftJoin(
                    row.source(),
                    isObject(row).map(is -> Predicate.and(ofOwner, is)).orElse(ofOwner));
            return Optional.of(row);
        }
        if (step instanceof Step.Referrers referrers) {
            SqlRow.OfObject row = object(source, referrers.owner());
            List<Expression> reference = row.compared(referrers.reference());
            if (reference.isEmpty()) {
                return Optional.empty();
            }
            join(source, row, Predicates.equal(reference.get(0), parent.get().id()));
            return Optional.of(row);
        }
        Step.Follow follow = (Step.Follow) step;
        List<Expression> reference = parent.get().compared(follow.reference());
        if (reference.isEmpty()) {
            return Optional.empty();
        }
        if (!follow.narrows() && !needsTable(source)) {
            return Optional.of(new SqlRow.OfId(reference.get(0)));
        }
        Optional<SqlRow> joined = joined(source, follow, reference.get(0));
        if (joined.isPresent()) {
            return joined;
        }
        SqlRow.OfObject row = object(source, follow.target());
        join(source, row, Predicates.equal(row.id(), reference.get(0)));
        return Optional.of(row);
    }

    /** Returns the row of the statement that a condition on the objects has joined by the same reference; empty if none has. */
    private Optional<SqlRow> joined(int source, Step.Follow follow, Expression reference) {
        if (!plan.sources().get(source).condition().equals(Condition.ALWAYS)) {
            return Optional.empty();
        }
        ClassTable table = schema.table(follow.target().concreteClasses().get(0));
        for (Select.Join join : select.from().joins()) {
            SqlRow.OfObject row = new SqlRow.OfObject(join.source(), table);
            if (join.source().table() == table.table() && join.on().equals(Predicates.equal(row.id(), reference))) {
                return Optional.of(row);
            }
        }
        return Optional.empty();
    }

    /** Returns whether more than the id is read of the objects of a source, or asked of them. */
    private boolean needsTable(int source) {
        return !plan.sources().get(source).condition().equals(Condition.ALWAYS)
                || plan.sources().get(source).fields().stream()
                        .anyMatch(field -> field.content() instanceof FieldRef.Content.Value)
                || plan.sources().stream()
                        .anyMatch(child -> child.parent() == source && child.step() instanceof Step.Follow);
    }

    private SqlRow.OfObject object(int source, PersistentClass type) {
        ClassTable table = schema.table(type.concreteClasses().get(0));
        return new SqlRow.OfObject(source(source, table.table()), table);
    }

    private static Source source(int source, Table table) {
        return new Source(table, "n" + source);
    }

    /** Joins the objects of a source that count: the others are none of it, so that nothing is left out behind them. */
    private void join(int source, SqlRow.OfObject row, Predicate on) {
        Condition condition = plan.sources().get(source).condition();
        select = select.leftJoin(row.source(), Predicates.and(on, conditions.predicate(condition, row)));
    }
}
