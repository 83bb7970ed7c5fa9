package dev.espalier.internal.search.explanation;

import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The course of a search.
 *
 * @param strategy the chosen strategy
 * @param reason the reason for it
 * @param stages the stages, in order
 * @param found the number of roots found
 * @param total the time from the plan to the ids
 */
public record Explanation(Strategy strategy, String reason, List<Stage> stages, long found, Duration total) {

    public Explanation {
        Objects.requireNonNull(strategy);
        Objects.requireNonNull(reason);
        stages = List.copyOf(stages);
        Objects.requireNonNull(total);
    }

    /**
     * One stage: one statement, or several of the same form for many ids.
     *
     * @param title the purpose
     * @param sql the text of the first statement, cut if it names hundreds of ids
     * @param statements the number of statements
     * @param keys the number of ids; 0 without any
     * @param expected the expected rows; negative without an estimate
     * @param rows the actual rows
     * @param time the duration
     * @param first the first statement; null if none was needed
     * @param query the query without the ids
     * @param key the column that is among the ids; null without ids
     */
    public record Stage(
            String title,
            String sql,
            int statements,
            long keys,
            double expected,
            long rows,
            Duration time,
            @Nullable Statement first,
            Query query,
            @Nullable ColumnOf key) {

        public Stage {
            Objects.requireNonNull(title);
            Objects.requireNonNull(sql);
            Objects.requireNonNull(time);
            Objects.requireNonNull(query);
        }

        /** Returns whether another stage has the same purpose and statement, but for the ids. */
        public boolean isLike(Stage other) {
            return title.equals(other.title) && Objects.equals(key, other.key) && query.equals(other.query);
        }

        /** Returns this stage together with one that is like it. */
        public Stage and(Stage more) {
            return new Stage(
                    title,
                    sql,
                    statements + more.statements,
                    keys + more.keys,
                    expected < 0 || more.expected < 0 ? -1 : expected + more.expected,
                    rows + more.rows,
                    time.plus(more.time),
                    first,
                    query,
                    key);
        }
    }

    /** Returns all stages as text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(line("%s: %s", strategy, reason));
        for (Stage stage : stages) {
            text.append(line(
                    "  %s: %,d rows%s%s in %s ms",
                    stage.title(),
                    stage.rows(),
                    stage.expected() < 0 ? "" : String.format(Locale.ROOT, " (%,.0f expected)", stage.expected()),
                    (stage.keys() > 0 ? String.format(Locale.ROOT, " from %,d ids", stage.keys()) : "")
                            + (stage.statements() > 1 ? " by " + stage.statements() + " statements" : ""),
                    millis(stage.time())));
            text.append("    ").append(stage.sql()).append('\n');
        }
        return text.append(line("%,d found in %s ms", found, millis(total))).toString();
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values) + "\n";
    }

    private static String millis(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toNanos() / 1e6);
    }
}
