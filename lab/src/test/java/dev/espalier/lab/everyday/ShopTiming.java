package dev.espalier.lab.everyday;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Times an operation of two sides in turns. Both are asked the same a few times first, and must answer the same. Then both are warmed up, and called in blocks of
 * the same number of calls; the side that begins changes with each round. What an operation needs, such as an order to delete, is made before the block.
 */
final class ShopTiming {

    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
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

    /**
     * How long each side is called before it is timed: until both have passed. The calls make sure that the code is compiled to the end, whatever they take.
     */
    record WarmUp(long millis, int calls) {}

    /** The median time of a call of a block, the mean processor time of the thread, in microseconds, and the bytes that a call allocates. */
    private record Cost(double time, double processor, double bytes) {}

    private final ShopSide jdbc;
    private final ShopSide library;
    private final int rounds;
    private final WarmUp warmUp;
    private long seed;

    ShopTiming(ShopSide jdbc, ShopSide library, int rounds, WarmUp warmUp) {
        this.jdbc = jdbc;
        this.library = library;
        this.rounds = rounds;
        this.warmUp = warmUp;
    }

    static void printHead() {
        System.out.printf(
                "%-28s %9s %9s %6s | %9s %9s %6s | %10s %10s%n",
                "operation",
                "JDBC us",
                "ours us",
                "times",
                "JDBC cpu",
                "ours cpu",
                "times",
                "JDBC bytes",
                "ours bytes");
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
        int called = 0;
        long last;
        do {
            List<Call> made = calls.make(side, WARM_UP_CALLS, seed++);
            long start = System.nanoTime();
            for (Call call : made) {
                call.run();
            }
            last = System.nanoTime() - start;
            spent += last;
            called += WARM_UP_CALLS;
        } while (spent < warmUp.millis() * 1_000_000 || called < warmUp.calls());
        return (double) last / WARM_UP_CALLS;
    }

    private Cost block(ShopSide side, Calls calls, int number) throws SQLException {
        List<Call> made = calls.make(side, number, seed++);
        double[] times = new double[number];
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long processor = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        for (int i = 0; i < number; i++) {
            made.get(i).run();
            long end = System.nanoTime();
            times[i] = (end - start) / 1e3;
            start = end;
        }
        double processorTime = (THREADS.getCurrentThreadCpuTime() - processor) / 1e3 / number;
        double allocated = (double) (THREADS.getCurrentThreadAllocatedBytes() - bytes) / number;
        return new Cost(median(times), processorTime, allocated);
    }

    private static void print(String name, Cost[] byJdbc, Cost[] ours) {
        double jdbcTime = median(byJdbc, Cost::time);
        double ourTime = median(ours, Cost::time);
        double jdbcProcessor = median(byJdbc, Cost::processor);
        double ourProcessor = median(ours, Cost::processor);
        System.out.printf(
                Locale.ROOT,
                "%-28s %9.1f %9.1f %6.2f | %9.1f %9.1f %6.2f | %10.0f %10.0f%n",
                name,
                jdbcTime,
                ourTime,
                ourTime / jdbcTime,
                jdbcProcessor,
                ourProcessor,
                ourProcessor / jdbcProcessor,
                median(byJdbc, Cost::bytes),
                median(ours, Cost::bytes));
    }

    private static double median(Cost[] costs, ToDoubleFunction<Cost> part) {
        return median(Arrays.stream(costs).mapToDouble(part).toArray());
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
