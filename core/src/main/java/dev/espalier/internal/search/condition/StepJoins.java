package dev.espalier.internal.search.condition;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows steps by joins. A step leads to one table for each concrete class at its end, and each of them is a {@link Branch} of its own.
 *
 * <p>Example: {@code Follow(agent)} from {@code t0}, to a class with one table, is {@code JOIN agent t1 ON t1.id = t0.agent}.
 */
public final class StepJoins {

    private final Schema schema;
    private final StatementScope scope;

    public StepJoins(Schema schema, StatementScope scope) {
        this.schema = schema;
        this.scope = scope;
    }

    /**
     * A partial statement, and the row at the end of its last step.
     *
     * @param select null before the first step
     */
    record Branch(@Nullable Select select, SqlRow row) {

        /** The statement of a branch to which a step has led. */
        Select statement() {
            return requireNonNull(select);
        }
    }

    /** Follows several steps, each from the ends of the one before. */
    List<Branch> attach(Branch start, List<Step> steps) {
        List<Branch> ends = List.of(start);
        for (Step step : steps) {
            ends = ends.stream()
                    .flatMap(end -> attach(end.select(), step, end.row(), false).stream())
                    .toList();
        }
        return ends;
    }

    /**
     * Follows a step to each of its tables.
     *
     * @param select the statement to join; null to start one
     * @param onlyId whether only the id of the object at the end of the step is used
     */
    List<Branch> attach(@Nullable Select select, Step step, SqlRow row, boolean onlyId) {
        if (step instanceof Step.Follow follow) {
            return targets(select, follow, row, onlyId);
        }
        if (step instanceof Step.Members members) {
            return members(select, members, row);
        }
        if (step instanceof Step.Referrers referrers) {
            return referrers(select, referrers, row);
        }
        return holders(select, (Step.Holders) step, row, onlyId);
    }

    private List<Branch> targets(@Nullable Select select, Step.Follow follow, SqlRow row, boolean onlyId) {
        List<Expression> reference = row.compared(follow.reference());
        if (reference.isEmpty()) {
            return List.of();
        }
        if (select != null && onlyId && !follow.narrows()) {
            return List.of(new Branch(select, new SqlRow.OfId(reference.get(0))));
        }
        List<Branch> branches = new ArrayList<>();
        for (PersistentClass type : follow.target().concreteClasses()) {
            SqlRow target = scope.row(schema.table(type));
            branches.add(new Branch(joined(select, target, Predicates.equal(target.id(), reference.get(0))), target));
        }
        return branches;
    }

    private List<Branch> members(@Nullable Select select, Step.Members members, SqlRow row) {
        if (!has(row, members.collection())) {
            return List.of();
        }
        SqlRow member = scope.row(schema.link(members.collection()));
        return List.of(new Branch(
                joined(select, member, Predicates.equal(member.column(LinkTable.OWNER), row.id())), member));
    }

    /** Returns whether the row's class has the collection; a class of the same hierarchy may have another one of this name. */
    public static boolean has(SqlRow row, CollectionAttribute collection) {
        if (!(row instanceof SqlRow.OfObject object)) {
            return true;
        }
        Attribute own = object.table().type().attribute(collection.name());
        return own instanceof CollectionAttribute same && same.declaringClass() == collection.declaringClass();
    }

    private List<Branch> referrers(@Nullable Select select, Step.Referrers referrers, SqlRow row) {
        List<Branch> branches = new ArrayList<>();
        for (PersistentClass type : referrers.owner().concreteClasses()) {
            SqlRow owner = scope.row(schema.table(type));
            List<Expression> reference = owner.compared(referrers.reference());
            if (!reference.isEmpty()) {
                branches.add(new Branch(joined(select, owner, Predicates.equal(reference.get(0), row.id())), owner));
            }
        }
        return branches;
    }

    private List<Branch> holders(@Nullable Select select, Step.Holders holders, SqlRow row, boolean onlyId) {
        SqlRow.OfMember member = scope.row(schema.link(holders.collection()));
        Expression reference = member.compared(holders.reference()).get(0);
        Select link = joined(select, member, Predicates.equal(reference, row.id()));
        if (onlyId && isAnyOwner(holders)) {
            return List.of(new Branch(link, new SqlRow.OfId(member.column(LinkTable.OWNER))));
        }
        return holders.owner().concreteClasses().stream()
                .map(type -> owner(link, member, type))
                .toList();
    }

    /** Returns whether every owner in the collection's table is one of the step's owners. */
    static boolean isAnyOwner(Step.Holders holders) {
        return holders.owner()
                .concreteClasses()
                .containsAll(holders.collection().declaringClass().concreteClasses());
    }

    /** Joins the owner of a member. */
    Branch owner(Select link, SqlRow.OfMember member, PersistentClass type) {
        SqlRow owner = scope.row(schema.table(type));
        return new Branch(joined(link, owner, Predicates.equal(owner.id(), member.column(LinkTable.OWNER))), owner);
    }

    private static Select joined(@Nullable Select select, SqlRow row, Predicate on) {
        Source source = row instanceof SqlRow.OfObject object ? object.source() : ((SqlRow.OfMember) row).source();
        return select == null ? Select.of(source, source.column(0)).where(on) : select.join(source, on);
    }

    /** Returns whether only the id of the object at the end of a step is used. */
    static boolean isOnlyId(List<Step> steps, int at, Condition atEnd) {
        return at + 1 < steps.size()
                ? !(steps.get(at + 1) instanceof Step.Follow)
                : RowAccess.ONLY_ID.isEnoughFor(atEnd);
    }
}
