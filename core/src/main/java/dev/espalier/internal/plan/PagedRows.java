package dev.espalier.internal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How the pages of a selection are made.
 *
 * <pre>
 * day, total ORDER BY product.name     the query is sorted by product.name: the rows of a page are those of some of its objects
 * day, total ORDER BY total * 2        all rows are made, and those of a page are taken
 * </pre>
 *
 * @param rows the selection. If its pages are made of some objects, it has no order: its query has it
 * @param isOfSomeObjects whether the rows come in the order of the objects
 */
public record PagedRows(RowPlan rows, boolean isOfSomeObjects) {

    public PagedRows {
        Objects.requireNonNull(rows);
    }

    /** Returns how a plan is paged. */
    public static PagedRows of(RowPlan plan) {
        if (plan.isGrouped()) {
            return new PagedRows(plan, false);
        }
        if (plan.orders().isEmpty()) {
            return new PagedRows(plan, true);
        }
        List<SortKey> orders = new ArrayList<>();
        for (RowPlan.Order order : plan.orders()) {
            Optional<Plan.Order> ofObject = ofObject(plan, order);
            if (ofObject.isEmpty() || plan.roots().parts().size() > 1) {
                return new PagedRows(plan, false);
            }
            add(ofObject.get(), orders);
        }
        plan.roots().orders().forEach(order -> add(order, orders));
        return new PagedRows(plan.inOrder(plan.roots().sortedBy(orders)), true);
    }

    /** A value by which rows are sorted already makes no difference behind. */
    private static void add(SortKey order, List<SortKey> orders) {
        if (orders.stream().noneMatch(before -> isSame(before, order))) {
            orders.add(order);
        }
    }

    private static boolean isSame(SortKey a, SortKey b) {
        return a instanceof Plan.Order one
                && b instanceof Plan.Order other
                && one.steps().equals(other.steps())
                && one.field().equals(other.field());
    }

    /** Returns a sort key of rows as one of objects; empty if it is not a field of the object, or of one to which references lead. */
    private static Optional<Plan.Order> ofObject(RowPlan plan, RowPlan.Order order) {
        if (!(order.formula() instanceof PlannedFormula.Field field)) {
            return Optional.empty();
        }
        FieldRef read = plan.sources().get(field.source()).fields().get(field.index());
        List<Step.Follow> steps = new ArrayList<>();
        for (int at = field.source(); at > 0; at = plan.sources().get(at).parent()) {
            RowPlan.Source source = plan.sources().get(at);
            if (!(source.step() instanceof Step.Follow follow)
                    || !source.narrowing().equals(Condition.ALWAYS)
                    || !source.condition().equals(Condition.ALWAYS)) {
                return Optional.empty();
            }
            steps.add(0, follow);
        }
        return read.content() instanceof FieldRef.Content.Value || read.content() instanceof FieldRef.Content.Id
                ? Optional.of(new Plan.Order(steps, read, order.descending()))
                : Optional.empty();
    }
}
