package dev.espalier.plan;

import dev.espalier.model.PersistentClass;
import dev.espalier.rql.RqlQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What to look for.
 *
 * @param variables the results that conditions ask for by name, each before those that need it
 * @param root the class whose objects, those of subclasses included, are asked
 * @param parts conditions of which they must fulfil one; what fulfils the first comes first, then what the second adds, and so on. One
 *     part unless the query is a union whose parts decide on the order
 * @param ancestors leads from the objects found to those that are the answer; empty where they are the answer themselves
 * @param orders how the answers of a part are sorted, the first key first; objects alike in all of them, and all where there is none,
 *     come by id
 * @param limit how many at most
 * @param offset how many are left out before
 * @param query where it comes from
 */
public record Plan(List<Variable> variables, PersistentClass root, List<Condition> parts, Optional<Ancestors> ancestors, List<Order> orders,
        OptionalLong limit, long offset, RqlQuery query) {

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

    /** What the objects must fulfil, whatever their order. */
    public Condition condition() {
        return Condition.or(parts);
    }

    /** The orders, and behind them the id, which leaves no two objects alike; what comes behind an id decides nothing. */
    public List<Order> keys() {
        List<Order> keys = new ArrayList<>();
        for (Order order : orders) {
            keys.add(order);
            if (order.isId()) {
                return keys;
            }
        }
        keys.add(new Order(List.of(), FieldRef.id(answer()), false));
        return keys;
    }

    /** The class of the answers. */
    public PersistentClass answer() {
        return ancestors.map(Ancestors::answer).orElse(root);
    }

    /** The same with variables. */
    Plan with(List<Variable> results) {
        return new Plan(results, root, parts, ancestors, orders, limit, offset, query);
    }

    /** The same with a limit that may be lower. */
    public Plan atMost(long answers) {
        return new Plan(variables, root, parts, ancestors, orders, OptionalLong.of(Math.min(answers, limit.orElse(answers))), offset, query);
    }

    /**
     * A result that conditions ask for by name.
     *
     * @param plan without variables of its own: it may ask for those before it
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
     * A sort key; objects for which nothing is reached come last.
     *
     * @param steps each to one object
     */
    public record Order(List<Step.Follow> steps, FieldRef field, boolean descending) {

        public Order {
            steps = List.copyOf(steps);
            Objects.requireNonNull(field);
        }

        /** Whether it is the objects' own id. */
        public boolean isId() {
            return steps.isEmpty() && field.content() instanceof FieldRef.Content.Id;
        }

        @Override
        public String toString() {
            return steps.stream().map(step -> step + ".").collect(Collectors.joining()) + field + (descending ? " descending" : "");
        }
    }

    /** The plan as an outline, one condition a line. */
    @Override
    public String toString() {
        return PlanText.of(this);
    }
}
