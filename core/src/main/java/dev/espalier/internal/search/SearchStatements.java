package dev.espalier.internal.search;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.search.condition.StoredColumns;
import dev.espalier.internal.search.explanation.Explanation;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes the statements of one search, and records their cost. For one search, by one thread. */
final class SearchStatements {

    /** The maximum length of a statement's text in an explanation. */
    private static final int SHOWN = 600;

    /**
     * The most groups that the driver gets together. PostgreSQL uses several workers only for a statement of which all rows are fetched at once:
     * https://www.postgresql.org/docs/18/when-can-parallel-query-be-used.html
     */
    private static final double MOST_GROUPS_TOGETHER = 200_000;

    private final Session session;
    private final StoredColumns columns;
    private final List<Explanation.Stage> stages = new ArrayList<>();
    private String subject = "";

    SearchStatements(Session session, Statistics statistics) {
        this.session = session;
        this.columns = new StoredColumns(session.dialect(), statistics);
    }

    Dialect dialect() {
        return session.dialect();
    }

    /** How the engine stores and finds columns. */
    StoredColumns columns() {
        return columns;
    }

    List<Explanation.Stage> stages() {
        return stages;
    }

    /** Sets a prefix for the titles of the following stages. */
    void about(String newSubject) {
        subject = newSubject;
    }

    /** Executes one statement with so many joins that the planner may need hints. */
    void search(String title, Query query, double expected, RowReader reader) {
        Stage stage = new Stage(title, query, null, 0, expected);
        stage.ask(session.dialect().renderSearch(query), reader, false);
        add(stage.end());
    }

    /** Executes one statement with a simple plan and perhaps many rows. */
    void all(String title, Query query, double expected, RowReader reader) {
        Stage stage = new Stage(title, query, null, 0, expected);
        stage.ask(session.dialect().render(query), reader, true);
        add(stage.end());
    }

    /**
     * Executes one statement that groups rows.
     *
     * @param most the number of its groups, not less than about what it is; infinity if it is not known
     */
    void groups(String title, Query query, double most, RowReader reader) {
        Stage stage = new Stage(title, query, null, 0, -1);
        stage.ask(session.dialect().render(query), reader, most > MOST_GROUPS_TOGETHER);
        add(stage.end());
    }

    /** Reads the rows of one table whose expression is one of the ids, a chunk of ids in each statement. */
    void byIds(
            String title,
            Select select,
            Expression expression,
            IdSet ids,
            int chunk,
            double expected,
            RowReader reader) {
        Stage stage = new Stage(title, select, (Expression.ColumnOf) expression, ids.size(), expected);
        ids.inChunks(
                chunk,
                some -> stage.ask(
                        session.dialect().render(select.where(new Predicate.InIds(expression, some))), reader, false));
        add(stage.end());
    }

    /** Repeated steps send the same statement with other ids, round after round: rounds in turn are one stage. */
    private void add(Explanation.Stage stage) {
        int last = stages.size() - 1;
        if (last >= 0 && stages.get(last).isLike(stage)) {
            stages.set(last, stages.get(last).and(stage));
        } else {
            stages.add(stage);
        }
    }

    /** One running stage. */
    private final class Stage {

        private final String title;
        private final Query query;
        private final Expression.@Nullable ColumnOf key;
        private final long keys;
        private final double expected;
        private final long start = System.nanoTime();
        private String sql = "";
        private @Nullable Statement first;
        private int statements;
        private long rows;

        Stage(String title, Query query, Expression.@Nullable ColumnOf key, long keys, double expected) {
            this.title = subject + title;
            this.query = query;
            this.key = key;
            this.keys = keys;
            this.expected = expected;
        }

        void ask(Statement statement, RowReader reader, boolean streamed) {
            if (statements++ == 0) {
                first = statement;
                sql = statement.text().length() > SHOWN
                        ? statement.text().substring(0, SHOWN) + " ..."
                        : statement.text();
            }
            RowReader counting = row -> {
                rows++;
                reader.read(row);
            };
            if (streamed) {
                session.stream(statement, counting);
            } else {
                session.query(statement, counting);
            }
        }

        Explanation.Stage end() {
            return new Explanation.Stage(
                    title,
                    sql,
                    statements,
                    keys,
                    expected,
                    rows,
                    Duration.ofNanos(System.nanoTime() - start),
                    first,
                    query,
                    key);
        }
    }
}
