package dev.espalier.bench.tpch;

import dev.espalier.Database;
import dev.espalier.bench.Drivers;
import dev.espalier.lab.everyday.CountingDriver;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks each question by selections and by SQL in turn, and compares the answers of each call.
 *
 * @param scale 1 for six million line items
 * @param repetitions measured calls of each question; one more is not measured
 */
public record TpchRun(double scale, int repetitions) {

    private static final double NANOS = 1e6;
    /** The smallest scale at which each question has an answer. */
    private static final double LEAST_SCALE = 0.001;

    /** Checks the numbers. */
    public TpchRun {
        if (!(scale >= LEAST_SCALE && scale <= 1) || repetitions < 1) {
            throw new SpecException("--scale, --repetitions: found " + scale + " and " + repetitions + ", expected "
                    + LEAST_SCALE + " to 1, and at least 1");
        }
    }

    /**
     * The times of one question.
     *
     * @param question which one
     * @param rows of its answer
     * @param statements that the library sends to the driver for it, with COMMIT
     * @param selectionMillis the median of selections
     * @param sqlMillis the median of SQL
     */
    public record Line(TpchQuestion question, int rows, long statements, double selectionMillis, double sqlMillis) {

        /** The head of a table in Markdown. */
        public static final String HEAD = """
                | question | by | rows | statements | selection, ms | SQL, ms | ratio |
                | --- | --- | ---: | ---: | ---: | ---: | ---: |""";

        /** Returns the line as a row of a table in Markdown. */
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "| %s %s | %s | %d | %d | %.1f | %.1f | %.1f |",
                    question,
                    question.title(),
                    question.way().title(),
                    rows,
                    statements,
                    selectionMillis,
                    sqlMillis,
                    selectionMillis / sqlMillis);
        }
    }

    /**
     * Makes a database, asks all questions, and drops it.
     *
     * @param target where the database is made
     * @param listener receives each line that was measured
     * @throws dev.espalier.lab.workload.WrongAnswerException if two answers differ
     */
    public void run(Target target, Consumer<Line> listener) {
        if (target.engine() == Engine.H2) { // it takes names without quotes for capitals
            throw new SpecException("--on: found h2, expected sqlite, duckdb, mysql, mariadb, postgres or tidb");
        }
        TargetDatabase at = target.database(RunName.make().database("tpch"));
        try {
            TpchDatabase.make(at, scale);
            Map<TpchQuestion, Long> statements = statements(at);
            try (Database db = TpchDatabase.open(at);
                    TpchSql sql = new TpchSql(at)) {
                for (TpchQuestion question : TpchQuestion.values()) {
                    listener.accept(measured(question, statements.getOrDefault(question, 0L), db, sql, at));
                }
            } catch (SQLException e) {
                throw Drivers.failed("ask", at, e);
            }
        } finally {
            at.drop();
        }
    }

    /** Counts the statements of the second call of each question: the first one learns the sizes of tables. */
    private static Map<TpchQuestion, Long> statements(TargetDatabase at) {
        Map<TpchQuestion, Long> statements = new EnumMap<>(TpchQuestion.class);
        try (CountingDriver driver = new CountingDriver();
                Database db = TpchDatabase.open(at)) {
            for (TpchQuestion question : TpchQuestion.values()) {
                question.select(db);
                long before = driver.count();
                question.select(db);
                statements.put(question, driver.count() - before);
            }
        } catch (SQLException e) {
            throw Drivers.failed("count statements of", at, e);
        }
        return statements;
    }

    private Line measured(TpchQuestion question, long sent, Database db, TpchSql sql, TargetDatabase at)
            throws SQLException {
        double[] selections = new double[repetitions];
        double[] statements = new double[repetitions];
        int rows = 0;
        for (int i = -1; i < repetitions; i++) {
            long start = System.nanoTime();
            List<List<@Nullable Object>> selected = question.select(db);
            long between = System.nanoTime();
            List<List<@Nullable Object>> bySql = sql.ask(question);
            long end = System.nanoTime();
            TpchAnswers.requireAlike(question, at.target().engine(), selected, bySql);
            rows = selected.size();
            if (i >= 0) {
                selections[i] = (between - start) / NANOS;
                statements[i] = (end - between) / NANOS;
            }
        }
        return new Line(question, rows, sent, median(selections), median(statements));
    }

    private static double median(double[] millis) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
