package dev.espalier.internal.plan;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.RqlQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * A planned query.
 *
 * @param variables the results that conditions use by name, each before those that need it
 * @param root the class of the objects that conditions apply to, including subclasses
 * @param parts the alternatives: an object fulfils at least one. The result lists the objects of the first part, then those that the second
 *     adds, and so on. There is one part unless the query is a union whose parts decide the order
 * @param ancestors leads from the hits to the result; empty if the hits are the result
 * @param orders the sort keys, the first one first; equal objects are sorted by id
 * @param limit the maximum number of objects
 * @param offset the number of objects to skip
 * @param query the source of the plan
 */
public record Plan(
        List<Variable> variables,
        PersistentClass root,
        List<Condition> parts,
        Optional<Ancestors> ancestors,
        List<SortKey> orders,
        OptionalLong limit,
        long offset,
        RqlQuery query) {

    public Plan {
        variables = List.copyOf(variables);
        Objects.requireNonNull(root);
        parts = List.copyOf(parts);
        Objects.requireNonNull(ancestors);
        orders = List.copyOf(orders);
        if (parts.isEmpty() || parts.size() > 1 && !orders.isEmpty()) {
            throw new IllegalArgumentException("parts " + parts + " sorted by " + orders);
        }
        Objects.requireNonNull(limit);
        Objects.requireNonNull(query);
    }

    /** Returns the condition on the objects, without an order. */
    public Condition condition() {
        return Condition.or(parts);
    }

    /** Returns the sort keys, followed by the id, which makes the order total. Keys behind an id are dropped. */
    public List<SortKey> keys() {
        List<SortKey> keys = new ArrayList<>();
        for (SortKey order : orders) {
            keys.add(order);
            if (order.isId()) {
                return keys;
            }
        }
        keys.add(new Order(List.of(), FieldRef.id(answer()), false));
        return keys;
    }

    /** Returns whether a key is computed, so that no engine sorts by it. */
    public boolean hasComputedKeys() {
        return orders.stream().anyMatch(ComputedKey.class::isInstance);
    }

    /** Returns the keys of a plan of which none is computed. */
    public List<Order> fields() {
        return keys().stream().map(Order.class::cast).toList();
    }

    /** Returns the class of the objects in the result. */
    public PersistentClass answer() {
        return ancestors.map(Ancestors::answer).orElse(root);
    }

    /** Returns this plan with variables. */
    Plan with(List<Variable> results) {
        return new Plan(results, root, parts, ancestors, orders, limit, offset, query);
    }

    /** Returns this plan with other sort keys. */
    Plan sortedBy(List<SortKey> others) {
        return new Plan(variables, root, parts, ancestors, others, limit, offset, query);
    }

    /** Returns this plan with another limit and offset. */
    public Plan cut(OptionalLong most, long skipped) {
        return new Plan(variables, root, parts, ancestors, orders, most, skipped, query);
    }

    /** Returns this plan with a limit that may be lower. */
    public Plan atMost(long answers) {
        return new Plan(
                variables,
                root,
                parts,
                ancestors,
                orders,
                OptionalLong.of(Math.min(answers, limit.orElse(answers))),
                offset,
                query);
    }

    /**
     * A result that conditions use by name.
     *
     * @param plan a plan without variables of its own; it may use earlier variables
     */
    public record Variable(String name, Plan plan) {

        public Variable {
            Objects.requireNonNull(name);
            if (!plan.variables().isEmpty()) {
                throw new IllegalArgumentException(name + " has variables of its own");
            }
        }
    }

    /**
     * A sort key that is stored.
     *
     * @param steps each to one object
     */
    public record Order(List<Step.Follow> steps, FieldRef field, boolean descending) implements SortKey {

        public Order {
            steps = List.copyOf(steps);
            Objects.requireNonNull(field);
        }

        @Override
        public boolean isId() {
            return steps.isEmpty() && field.content() instanceof FieldRef.Content.Id;
        }

        @Override
        public String toString() {
            return steps.stream().map(step -> step + ".").collect(Collectors.joining())
                    + field
                    + (descending ? " descending" : "");
        }
    }

    /** Returns the plan as text, one condition per line. */
    @Override
    public String toString() {
        return PlanText.of(this);
    }
}
