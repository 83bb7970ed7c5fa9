package dev.espalier.internal.search;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.search.condition.Costs;
import dev.espalier.internal.search.condition.RowAccess;
import dev.espalier.internal.search.condition.StatementScope;
import dev.espalier.internal.search.condition.VariableResults;
import dev.espalier.internal.search.explanation.Strategy;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the strategy of a search.
 *
 * <p>Cost note: seconds for the published query (three paths from M1) over 12 x 1M objects, warm, on 2 busy cores, November 2026.
 *
 * <pre>
 *                     no index                        every index
 *                     EXISTS   INTERSECT   STEPS      EXISTS   INTERSECT   STEPS
 * SQLite 3.54         2.7      17          0.39       4.1      0.018       0.033
 * MySQL 9.7           0.72     1.1         0.41       0.015    0.018       0.062
 * MariaDB 11.4                 62          0.51                0.017       0.038
 * PostgreSQL 18       0.17     0.41        0.41       0.13     0.028       0.053
 * </pre>
 *
 * With an index at every step of a path, objects are looked up row by row, and the intersection is fastest everywhere. Without indexes, a path
 * costs scans of its tables, and engines differ in how often they repeat them. Steps scan the tables of one path once each, and verify the few
 * candidates by key. Only an engine that hashes its semi-joins reads each table once by itself, without sending ids. MySQL's EXISTS uses the
 * hypergraph optimizer, which the statement turns on; without it 5.7 and 13.
 */
final class Chooser {

    /** The maximum number of tables. With more, engines spend longer on planning joins than on reading; MySQL joins 61 tables at most. */
    private static final int TABLES = 16;

    /** A condition that a larger part of all objects fulfils is not evaluated first. */
    private static final double LARGE_PART = 0.2;

    /** If a smaller part of all objects fulfils a condition, the rows of these are looked at. That part has one value at the end of a path or two. */
    private static final double FEW = 0.005;

    /** The maximum size of a variable's result that is sent as part of a statement. */
    private static final long SENT = 1_000;

    private final Costs costs;
    private final Narrowing narrowing;
    private final Dialect dialect;
    private final VariableResults results;

    Chooser(Costs costs, Narrowing narrowing, Dialect dialect, VariableResults results) {
        this.costs = costs;
        this.narrowing = narrowing;
        this.dialect = dialect;
        this.results = results;
    }

    /** The chosen strategy and its reason. */
    record Choice(Strategy strategy, String reason) {}

    Choice choose(Condition condition, PersistentClass root, OneStatement oneStatement) {
        Optional<String> refusal = refusal(condition);
        if (refusal.isPresent()) {
            return new Choice(Strategy.STEPS, refusal.get());
        }
        if (!RowAccess.WALKED_ONCE.isEnoughFor(condition)) {
            return new Choice(Strategy.STEPS, "what is repeated or counted is gathered set by set");
        }
        OneStatement.Size size = oneStatement.size(condition, root);
        if (isTooLarge(size)) {
            return new Choice(
                    Strategy.STEPS,
                    size.isPossible()
                            ? "one statement would join " + size.tables() + " tables and carry " + size.binds()
                                    + " values"
                            : "one statement would join more than " + StatementScope.MOST_TABLES + " tables");
        }
        if (RowAccess.ONLY_ROW.isEnoughFor(condition)) {
            return new Choice(Strategy.EXISTS, "no relation is walked");
        }
        if (isLargePart(condition, root)) {
            return new Choice(Strategy.EXISTS, "most objects are expected to fulfil it");
        }
        List<Condition> parts = Condition.conjuncts(condition);
        boolean indexed = parts.stream().allMatch(part -> costs.of(part, root).scans() == 0);
        if (indexed && OneStatement.isConjunctionOfPaths(condition)) {
            if (narrowing.promises(condition, root)) {
                return new Choice(Strategy.NARROWED, "indexes lead along every path, and one leads to many objects");
            }
            return new Choice(Strategy.INTERSECT, "indexes lead along every path");
        }
        if (OneStatement.followsReferences(condition) && costs.areJoined(condition, root)) {
            return new Choice(Strategy.EXISTS, "references alone are followed, and joined");
        }
        if (costs.areLookedUp(condition, root)) {
            return new Choice(Strategy.EXISTS, "the objects' own rows leave few, from which keys and indexes lead on");
        }
        return dialect.hashesSemiJoins()
                ? new Choice(
                        Strategy.EXISTS,
                        "indexes do not lead along every path, and " + dialect.name() + " reads each table once")
                : new Choice(Strategy.STEPS, "indexes do not lead along every path");
    }

    private boolean isTooLarge(OneStatement.Size size) {
        return size.tables() > TABLES
                || size.binds() > dialect.limits().binds()
                || size.conjuncts() > dialect.mostConjuncts();
    }

    /**
     * Returns whether one statement finds few objects by an index, and looks at the rest of the condition in the rows that it has found.
     *
     * @param found the part of the condition that an index has to find
     */
    boolean isFoundByIndex(Condition condition, Condition found, PersistentClass root, OneStatement oneStatement) {
        Costs.Cost cost = costs.of(found, root);
        return cost.scans() == 0
                && cost.fraction() <= LARGE_PART
                && refusal(condition).isEmpty()
                && !isTooLarge(oneStatement.size(condition, root));
    }

    /**
     * Returns the part of a condition by which an index finds the fewest objects, if they are so few that one statement looks at the other parts in their rows.
     */
    Optional<Condition> fewest(Condition condition, PersistentClass root, OneStatement oneStatement) {
        return !RowAccess.ONE_STATEMENT_WITHOUT_RECURSION.isEnoughFor(condition)
                        || refusal(condition).isPresent()
                        || isTooLarge(oneStatement.size(condition, root))
                ? Optional.empty()
                : Condition.conjuncts(condition).stream()
                        .filter(part -> isIndexed(part, root) && fraction(part, root) <= FEW)
                        .min(Comparator.comparingDouble(part -> fraction(part, root)));
    }

    /** Returns whether a part, which is not the one with the fewest objects, is better read for all objects than looked at in each row. */
    boolean isReadForAll(Condition part, Condition fewest, PersistentClass root) {
        return part instanceof Condition.Some && isIndexed(part, root) && fraction(fewest, root) > 0;
    }

    private boolean isIndexed(Condition part, PersistentClass root) {
        return costs.of(part, root).scans() == 0;
    }

    private double fraction(Condition part, PersistentClass root) {
        return costs.of(part, root).fraction();
    }

    /** Returns the reason why one statement is impossible; empty if it is possible. */
    Optional<String> refusal(Condition condition) {
        if (!dialect.endsCycles()
                && !RowAccess.ONE_STATEMENT_WITHOUT_RECURSION.isEnoughFor(condition)
                && RowAccess.ONE_STATEMENT.isEnoughFor(condition)) {
            return Optional.of(
                    dialect.name()
                            + " ends no recursive query where objects lead back to each other: what is repeated is gathered outside of the database");
        }
        return !RowAccess.ONE_STATEMENT.isEnoughFor(condition)
                ? Optional.of("what is computed, counted, added up or repeated is searched in steps")
                : results.largest() > SENT
                        ? Optional.of("a variable's result of " + results.largest()
                                + " objects stays outside of the database")
                        : Optional.empty();
    }

    /** Returns whether a large part of the objects is expected to fulfil the condition. */
    boolean isLargePart(Condition condition, PersistentClass root) {
        return costs.of(condition, root).fraction() > LARGE_PART;
    }
}
