package dev.espalier.search;

import dev.espalier.sql.Expression.ColumnOf;
import dev.espalier.sql.Query;
import dev.espalier.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * How a search was run.
 *
 * @param way what was chosen
 * @param reason why
 * @param stages what was asked of the database, in order
 * @param found how many roots were found
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
     * One question, put in one statement or, where it names many ids, in several of the same form.
     *
     * @param title what it is for
     * @param sql the text of the first statement, cut where it names ids by the hundred
     * @param statements how many statements
     * @param keys how many ids were given; 0 where none were
     * @param expected how many rows were expected; negative where nobody guessed
     * @param rows how many rows came
     * @param time how long it took
     * @param first the first statement; null where none was needed
     * @param query what was asked, but for the ids
     * @param key the column that is among the ids; null where none were given
     */
    public record Stage(String title, String sql, int statements, long keys, double expected, long rows, Duration time, Statement first,
            Query query, ColumnOf key) {

        public Stage {
            Objects.requireNonNull(title);
            Objects.requireNonNull(sql);
            Objects.requireNonNull(time);
            Objects.requireNonNull(query);
        }
    }

    /** The whole course, one stage after the other. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(line("%s: %s", strategy, reason));
        for (Stage stage : stages) {
            text.append(line("  %s: %,d rows%s%s in %s ms", stage.title(), stage.rows(),
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
