package dev.espalier.internal.search;

import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.search.explanation.Explanation;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.internal.search.selection.JoinedSources;
import dev.espalier.internal.search.selection.RowReading;
import dev.espalier.internal.search.selection.RowStatement;
import dev.espalier.internal.search.selection.SourceCursor;
import java.util.List;
import java.util.Optional;

/**
 * Reads the rows of a selection's sources for the objects of its query: by one statement for each class of objects if sources and condition allow it, else for the
 * ids that a search finds. Thread-safe; each thread uses a session of its own.
 */
public final class RowSearch {

    private final Schema schema;
    private final Statistics statistics;

    /**
     * Creates a search.
     *
     * @param schema the tables
     * @param statistics the known indexes and row counts
     */
    public RowSearch(Schema schema, Statistics statistics) {
        this.schema = schema;
        this.statistics = statistics;
    }

    /** Returns the indexes that stand now. Another object means that other ones do. */
    public Object indexes() {
        return statistics.indexes();
    }

    /**
     * Reads all rows.
     *
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     * @param few whether there are few rows, which can be held in memory
     * @return how many rows were read
     */
    public long rows(Session session, RowPlan plan, Optional<Strategy> wanted, boolean few, RowReading reading) {
        return execution(session, plan, wanted).rows(few, reading);
    }

    /** Reads the same, and returns how. */
    public Explanation explained(Session session, RowPlan plan, Optional<Strategy> wanted, RowReading reading) {
        RowExecution run = execution(session, plan, wanted);
        return run.explanation(run.rows(false, reading));
    }

    /**
     * Returns the rows of a selection without groups, to be read some at a time: those of one statement in constant memory, if the engine can; else 8 bytes for
     * each object are held.
     *
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     * @param alone whether nobody else works with the session meanwhile
     */
    public SourceCursor cursor(Session session, RowPlan plan, Optional<Strategy> wanted, boolean alone) {
        return execution(session, plan, wanted).cursor(alone);
    }

    /**
     * Returns the steps by which the pages of a selection are read. They share one execution: a variable is evaluated once.
     *
     * @param plan a selection of a query without limit and offset
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     */
    public RowPages pages(Session session, RowPlan plan, Optional<Strategy> wanted) {
        return execution(session, plan, wanted);
    }

    /**
     * Whether what a selection finds depends on the objects' own rows and on those that references lead to: then the statements that read it are the same, whatever
     * values these are compared with.
     *
     * @param wanted the strategy; empty for the one with the lowest estimated cost
     */
    public static boolean dependsOnOneRow(RowPlan plan, Optional<Strategy> wanted) {
        return RootStatements.isOfOneRow(plan.roots(), wanted) && JoinedSources.areJoinable(plan);
    }

    /** Returns the statements that read all rows of such a selection, one for each class of objects; empty if another search is better. */
    public Optional<List<RowStatement>> statements(Session session, RowPlan plan, Optional<Strategy> wanted) {
        return execution(session, plan, wanted).statements();
    }

    private RowExecution execution(Session session, RowPlan plan, Optional<Strategy> wanted) {
        return new RowExecution(new Execution(session, schema, statistics, plan.roots(), wanted), plan);
    }
}
