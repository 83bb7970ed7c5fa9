package dev.espalier.lab.everyday;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Times an operation of two sides in turns. Both are asked the same a few times first, and must answer the same. Then both are warmed up, and called in blocks of
 * the same number of calls; the side that begins changes with each round. What an operation needs, such as an order to delete, is made before the block.
 */
final class ShopTiming {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int CHECKED_CALLS = 20;
    private static final int WARM_UP_CALLS = 100;
    private static final double BLOCK_NANOS = 200e6;

    /** A call with its inputs. */
    interface Call {
        long run() throws SQLException;
    }

    /** Makes the calls of a block. The same seed makes the same calls. */
    interface Calls {
        List<Call> make(ShopSide side, int number, long seed) throws SQLException;
    }

    /** The median time of a call of a block, and the mean processor time of the thread, in microseconds. */
    private record Cost(double time, double processor) {}

    private final ShopSide jdbc;
    private final ShopSide library;
    private final int rounds;
    private final long warmUpMillis;
    private long seed;

    ShopTiming(ShopSide jdbc, ShopSide library, int rounds, long warmUpMillis) {
        this.jdbc = jdbc;
        this.library = library;
        this.rounds = rounds;
        this.warmUpMillis = warmUpMillis;
    }

    static void printHead() {
        System.out.printf(
                "%-28s %9s %9s %6s | %9s %9s %6s%n",
                "operation", "JDBC us", "ours us", "times", "JDBC cpu", "ours cpu", "times");
    }

    void measure(String name, Calls calls) throws SQLException {
        check(name, calls);
        int number = (int) Math.max(1, BLOCK_NANOS / Math.max(warmUp(jdbc, calls), warmUp(library, calls)));
        Cost[] byJdbc = new Cost[rounds];
        Cost[] ours = new Cost[rounds];
        for (int i = 0; i < rounds; i++) {
            if (i % 2 == 0) {
                byJdbc[i] = block(jdbc, calls, number);
                ours[i] = block(library, calls, number);
            } else {
                ours[i] = block(library, calls, number);
                byJdbc[i] = block(jdbc, calls, number);
            }
        }
        print(name, byJdbc, ours);
    }

    private void check(String name, Calls calls) throws SQLException {
        List<Long> expected = answers(jdbc, calls);
        List<Long> found = answers(library, calls);
        if (!found.equals(expected)) {
            throw new IllegalStateException(name + ": found " + found + ", by JDBC " + expected);
        }
        seed++;
    }

    /** Returns what some calls answer, and by how much they change the numbers of rows. */
    private List<Long> answers(ShopSide side, Calls calls) throws SQLException {
        List<Call> made = calls.make(side, CHECKED_CALLS, seed);
        List<Long> before = side.sizes();
        Long[] answers = new Long[CHECKED_CALLS + before.size()];
        for (int i = 0; i < CHECKED_CALLS; i++) {
            answers[i] = made.get(i).run();
        }
        List<Long> after = side.sizes();
        for (int i = 0; i < before.size(); i++) {
            answers[CHECKED_CALLS + i] = after.get(i) - before.get(i);
        }
        return Arrays.asList(answers);
    }

    /** Returns the nanoseconds of a call at the end. */
    private double warmUp(ShopSide side, Calls calls) throws SQLException {
        long spent = 0;
        long last;
        do {
            List<Call> made = calls.make(side, WARM_UP_CALLS, seed++);
            long start = System.nanoTime();
            for (Call call : made) {
                call.run();
            }
            last = System.nanoTime() - start;
            spent += last;
        } while (spent < warmUpMillis * 1_000_000);
        return (double) last / WARM_UP_CALLS;
    }

    private Cost block(ShopSide side, Calls calls, int number) throws SQLException {
        List<Call> made = calls.make(side, number, seed++);
        double[] times = new double[number];
        long processor = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        for (int i = 0; i < number; i++) {
            made.get(i).run();
            long end = System.nanoTime();
            times[i] = (end - start) / 1e3;
            start = end;
        }
        return new Cost(median(times), (THREADS.getCurrentThreadCpuTime() - processor) / 1e3 / number);
    }

    private static void print(String name, Cost[] byJdbc, Cost[] ours) {
        double jdbcTime = median(Arrays.stream(byJdbc).mapToDouble(Cost::time).toArray());
        double ourTime = median(Arrays.stream(ours).mapToDouble(Cost::time).toArray());
        double jdbcProcessor =
                median(Arrays.stream(byJdbc).mapToDouble(Cost::processor).toArray());
        double ourProcessor =
                median(Arrays.stream(ours).mapToDouble(Cost::processor).toArray());
        System.out.printf(
                Locale.ROOT,
                "%-28s %9.1f %9.1f %6.2f | %9.1f %9.1f %6.2f%n",
                name,
                jdbcTime,
                ourTime,
                ourTime / jdbcTime,
                jdbcProcessor,
                ourProcessor,
                ourProcessor / jdbcProcessor);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
