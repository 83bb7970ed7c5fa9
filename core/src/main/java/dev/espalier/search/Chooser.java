package dev.espalier.search;

import dev.espalier.dialect.Dialect;
import dev.espalier.plan.Condition;
import dev.espalier.plan.Plan;
import java.util.List;

/**
 * Chooses the way of a search.
 *
 * <p>Cost note (12 x 1M objects, the published query with three paths, 40 hits, 2 cores, November 2026; see the benchmark for today's
 * figures). With every index an intersection takes about 0.02 s on every engine, one look-up a row. Without indexes a path costs the
 * scans of its tables, and engines differ in how often they repeat them: in steps each table is scanned once for the first path and
 * the few candidates are verified by key, which takes less than a second on every engine; by one statement MySQL took 1.1 s with its
 * hypergraph optimizer and 5.7 s without, SQLite 2.0 s, MariaDB 9.3 s; only PostgreSQL, which hashes each table once, stayed level with
 * the steps. So: one statement where indexes lead everywhere or there is nothing to walk, steps elsewhere.
 */
final class Chooser {

    /** Beyond this, engines spend longer on planning joins than on reading; MySQL joins 61 tables at most. */
    private static final int TABLES = 16;

    /** A condition that more than this part of all objects fulfils is not worth finding first. */
    private static final double LARGE_PART = 0.2;

    private final Costs costs;
    private final Dialect dialect;

    Chooser(Costs costs, Dialect dialect) {
        this.costs = costs;
        this.dialect = dialect;
    }

    /** What was chosen, and why. */
    record Choice(Way way, String reason) {
    }

    Choice choose(Plan plan, OneStatement oneStatement) {
        Condition condition = plan.condition();
        if (!Demand.ONE_STATEMENT.isMetBy(condition)) {
            return new Choice(Way.STEPS, "numbers of objects are counted outside of the database");
        }
        OneStatement.Size size = oneStatement.size(plan);
        if (size.tables() > TABLES || size.binds() > dialect.limits().binds()) {
            return new Choice(Way.STEPS, "one statement would join " + size.tables() + " tables and carry " + size.binds() + " values");
        }
        if (Demand.ONLY_ROW.isMetBy(condition)) {
            return new Choice(Way.EXISTS, "no relation is walked");
        }
        Costs.Cost cost = costs.of(condition, plan.root());
        if (cost.fraction() > LARGE_PART) {
            return new Choice(Way.EXISTS, "most objects are expected to fulfil it");
        }
        List<Condition> parts = condition instanceof Condition.And and ? and.parts() : List.of(condition);
        boolean indexed = parts.stream().allMatch(part -> costs.of(part, plan.root()).scans() == 0);
        if (indexed && OneStatement.isConjunctionOfPaths(condition)) {
            return new Choice(Way.INTERSECT, "indexes lead along every path");
        }
        return dialect.hashesSemiJoins()
                ? new Choice(Way.EXISTS, "indexes do not lead along every path, and " + dialect.name() + " reads each table once")
                : new Choice(Way.STEPS, "indexes do not lead along every path");
    }
}
