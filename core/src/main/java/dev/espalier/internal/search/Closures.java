package dev.espalier.internal.search;

import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.Lookups;
import dev.espalier.internal.search.condition.Recursion;
import dev.espalier.internal.search.condition.SingleTableSteps;
import dev.espalier.internal.search.condition.StatementScope;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.search.condition.StepJoins;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.sql.Query;
import java.util.function.Function;

/**
 * Asks one recursive statement for all that repeated steps reach from a few objects, in place of one statement for each round. It pays for
 * long and narrow graphs, such as linked lists and deep trees. For one search, by one thread.
 */
final class Closures {

    /** The number of narrow rounds in turn after which many more are expected. A tree with twice as many objects at each level is wide before. */
    private static final int ROUNDS = 8;

    /** The maximum number of new objects in a narrow round. A million objects take five to ten times as long by a recursive statement. */
    private static final int OBJECTS = 100;

    private final Schema schema;
    private final SearchStatements statements;
    private final Lookups lookups;

    Closures(Schema schema, SearchStatements statements, Statistics statistics) {
        this.schema = schema;
        this.statements = statements;
        this.lookups = new Lookups(statistics);
    }

    /** Returns some objects, and all from which unbounded steps lead to them. */
    IdSet back(Step.Repeated repeated, IdSet to) {
        return ask("all back by " + repeated, repeated, recursion -> recursion.backFrom(to.toArray(), lookups));
    }

    /** Returns some objects, and all to which unbounded steps lead from them. */
    IdSet forth(Step.Repeated repeated, IdSet from) {
        return ask("all by " + repeated, repeated, recursion -> recursion.forthFrom(from.toArray(), lookups));
    }

    private IdSet ask(String title, Step.Repeated repeated, Function<Recursion, Query> query) {
        StatementScope scope = new StatementScope();
        Recursion recursion = new Recursion(schema, scope, new StepJoins(schema, scope), repeated);
        IdSet reached = new IdSet();
        statements.all(title, query.apply(recursion), -1, row -> reached.add(row.getLong(1)));
        return reached;
    }

    /** Returns a watch over the rounds of a repeated step. */
    Watch watch(Step.Repeated repeated) {
        return new Watch(statements.dialect().endsCycles() && SingleTableSteps.isClosed(repeated));
    }

    /** Watches how many objects the rounds of a repeated step find. */
    static final class Watch {

        private final boolean possible;
        private int narrow;

        private Watch(boolean possible) {
            this.possible = possible;
        }

        /** Returns whether one statement is asked for the rest after a round that has found some new objects. */
        boolean ends(IdSet found) {
            narrow = found.size() <= OBJECTS ? narrow + 1 : 0;
            return possible && narrow >= ROUNDS && !found.isEmpty();
        }
    }
}
