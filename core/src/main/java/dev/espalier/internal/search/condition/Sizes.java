package dev.espalier.internal.search.condition;

import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.List;
import java.util.OptionalLong;

/**
 * Estimates the rows of each statement of one search: the engine's estimate of a table's rows, multiplied by the part that {@link Costs}
 * expects to fulfil a condition. An estimate is negative if the engine has none; nothing is counted for it.
 */
public final class Sizes {

    private static final double UNKNOWN = -1;

    private final Schema schema;
    private final Statistics statistics;
    private final Costs costs;
    private final Session session;

    public Sizes(Schema schema, Statistics statistics, Costs costs, Session session) {
        this.schema = schema;
        this.statistics = statistics;
        this.costs = costs;
        this.session = session;
    }

    /** Returns the rows of a table, by the engine's estimate, or by counting if that is missing or impossible. */
    public long rows(Table table, long least) {
        return statistics.rows(session, table, least);
    }

    /** Returns the estimated number of objects in a table that fulfil a condition. */
    public double objects(Condition condition, ClassTable table) {
        return atLeastOne(
                estimate(table.table()), costs.of(condition, table.type()).fraction());
    }

    /** Returns the estimated number of objects of a class that fulfil a condition. */
    public double objects(Condition condition, PersistentClass type) {
        double all = 0;
        for (PersistentClass one : type.concreteClasses()) {
            double some = objects(condition, schema.table(one));
            all = some < 0 || all < 0 ? UNKNOWN : all + some;
        }
        return all;
    }

    /** Returns the estimated number of objects of a class; infinity if the engine has no estimate. */
    public double most(PersistentClass type) {
        double all = objects(Condition.ALWAYS, type);
        return all < 0 ? Double.POSITIVE_INFINITY : all;
    }

    /** Returns the estimated number of members in a table that fulfil a condition. */
    public double members(Condition condition, LinkTable table) {
        return atLeastOne(estimate(table.table()), costs.fraction(condition, table));
    }

    /**
     * Returns the estimated rows of a table that belong to some objects of a class.
     *
     * @param ids the number of objects
     * @param type the class; the table's rows are assumed to be spread evenly over all its objects
     */
    public double belonging(Table table, long ids, PersistentClass type) {
        List<Double> objects = type.concreteClasses().stream()
                .map(one -> estimate(schema.table(one).table()))
                .toList();
        double rows = estimate(table);
        if (rows < 0 || objects.isEmpty() || objects.contains(UNKNOWN)) {
            return UNKNOWN;
        }
        return rows * ids / objects.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Returns the estimated number of these objects that are in a table and fulfil a condition. */
    public double verified(ClassTable table, long ids, PersistentClass type, Condition condition) {
        return atLeastOne(
                belonging(table.table(), ids, type),
                costs.of(condition, table.type()).fraction());
    }

    /** Returns the estimated rows of a table. */
    public double all(Table table) {
        return estimate(table);
    }

    private double estimate(Table table) {
        OptionalLong rows = statistics.estimate(session, table);
        return rows.isPresent() ? rows.getAsLong() : UNKNOWN;
    }

    private static double atLeastOne(double rows, double fraction) {
        return rows < 0 ? UNKNOWN : Math.max(1, rows * fraction);
    }
}
