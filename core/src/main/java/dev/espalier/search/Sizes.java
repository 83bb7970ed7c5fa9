package dev.espalier.search;

import dev.espalier.jdbc.Session;
import dev.espalier.model.PersistentClass;
import dev.espalier.plan.Condition;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import java.util.List;
import java.util.OptionalLong;

/**
 * How many rows the questions of one search are expected to give: the engine's own estimate of a table's rows, and the guess of {@link
 * Costs} at the part of them that fulfils a condition. All are negative where the engine has no estimate; nothing is counted for this.
 */
final class Sizes {

    private static final double UNKNOWN = -1;

    private final Schema schema;
    private final Statistics statistics;
    private final Costs costs;
    private final Session session;

    Sizes(Schema schema, Statistics statistics, Costs costs, Session session) {
        this.schema = schema;
        this.statistics = statistics;
        this.costs = costs;
        this.session = session;
    }

    /** How many rows a table has, by the engine's estimate or, where it has none that can be true, by counting. */
    long rows(Table table, long least) {
        return statistics.rows(session, table, least);
    }

    /** The objects in a table that fulfil a condition. */
    double objects(Condition condition, ClassTable table) {
        return atLeastOne(estimate(table.table()), costs.of(condition, table.type()).fraction());
    }

    /** The objects of a class that fulfil a condition. */
    double objects(Condition condition, PersistentClass type) {
        double all = 0;
        for (PersistentClass one : type.concreteClasses()) {
            double some = objects(condition, schema.table(one));
            all = some < 0 || all < 0 ? UNKNOWN : all + some;
        }
        return all;
    }

    /** The members in a table that fulfil a condition. */
    double members(Condition condition, LinkTable table) {
        return atLeastOne(estimate(table.table()), costs.fraction(condition, table));
    }

    /**
     * The rows of a table that belong to some objects of a class.
     *
     * @param ids how many objects
     * @param type the class; the table's rows are taken to be spread evenly over all its objects
     */
    double belonging(Table table, long ids, PersistentClass type) {
        List<Double> objects = type.concreteClasses().stream().map(one -> estimate(schema.table(one).table())).toList();
        double rows = estimate(table);
        if (rows < 0 || objects.isEmpty() || objects.contains(UNKNOWN)) {
            return UNKNOWN;
        }
        return rows * ids / objects.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Those of some objects of a class that stand in a table and fulfil a condition. */
    double verified(ClassTable table, long ids, PersistentClass type, Condition condition) {
        return atLeastOne(belonging(table.table(), ids, type), costs.of(condition, table.type()).fraction());
    }

    /** All rows of a table. */
    double all(Table table) {
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
