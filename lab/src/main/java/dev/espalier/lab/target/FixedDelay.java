package dev.espalier.lab.target;

import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.SqlSession;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A target with a known answer: each statement takes a fixed time, and nothing is stored. Anything beyond the delay is the lab's own cost.
 * Without a delay ({@code noop}) it shows the maximum rate of the lab.
 *
 * @param delay of each statement; BEGIN and COMMIT take no time
 */
public record FixedDelay(Duration delay) implements SessionSource<SqlSession> {

    private static final Pattern WORD = Pattern.compile("fixed-delay:(\\d{1,6}(?:\\.\\d{1,3})?)(us|ms|s)");

    /**
     * Reads what a run calls it.
     *
     * @param on {@code noop} or {@code fixed-delay:5ms}
     * @return the target, or nothing if another one is meant
     */
    public static Optional<FixedDelay> find(String on) {
        String word = on.toLowerCase(Locale.ROOT);
        if (word.equals("noop")) {
            return Optional.of(new FixedDelay(Duration.ZERO));
        }
        if (!word.startsWith("fixed-delay")) {
            return Optional.empty();
        }
        Matcher matcher = WORD.matcher(word);
        if (!matcher.matches()) {
            throw new SpecException(
                    "--on: found '" + on + "', expected a delay such as fixed-delay:5ms, in us, ms or s");
        }
        double unitNanos = switch (matcher.group(2)) {
            case "us" -> 1e3;
            case "ms" -> 1e6;
            default -> 1e9;
        };
        return Optional.of(
                new FixedDelay(Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * unitNanos))));
    }

    @Override
    public SqlSession connect() {
        return new DelayedSession(delay.toNanos());
    }

    private record DelayedSession(long delayNanos) implements SqlSession {

        @Override
        public void begin(boolean writes) {
            // takes no time
        }

        @Override
        public void commit() {
            // takes no time
        }

        @Override
        public int query(String sql, Object... parameters) {
            return pause();
        }

        @Override
        public int rows(String sql, RowTaker taker, Object... parameters) {
            return pause();
        }

        @Override
        public int update(String sql, Object... parameters) {
            return pause();
        }

        @Override
        public int updateText(String sql) {
            return pause();
        }

        private int pause() {
            if (delayNanos > 0) {
                long end = System.nanoTime() + delayNanos;
                for (long left = delayNanos; left > 0; left = end - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
            }
            return ROWS_UNKNOWN;
        }

        @Override
        public void reset() {
            // holds nothing
        }

        @Override
        public Failure failure(Exception thrown) {
            return new Failure(thrown.getClass().getSimpleName(), Failure.Meaning.FATAL);
        }

        @Override
        public void close() {
            // holds nothing
        }
    }
}
