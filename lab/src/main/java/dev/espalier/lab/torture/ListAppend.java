package dev.espalier.lab.torture;

import dev.espalier.Database;
import dev.espalier.Transaction;
import dev.espalier.lab.isolation.Anomaly;
import dev.espalier.lab.isolation.IsolationChecker;
import dev.espalier.lab.isolation.Observed;
import dev.espalier.lab.isolation.Observed.Outcome;
import dev.espalier.lab.result.Check;
import dev.espalier.lab.target.TargetDatabase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/**
 * Random transactions that append to lists and read them, and the isolation that their history shows.
 *
 * @param threads at the same time
 * @param each how many transactions each thread does
 * @param seed of the transactions
 */
record ListAppend(int threads, int each, long seed) {

    /** Lists that are wanted at one time; they move on, so that no list grows long. */
    private static final int WINDOW = 4;

    private static final int TRANSACTIONS_PER_LIST = 12;
    private static final int MOST_ACTIONS = 5;

    /** A list of unique values. */
    static final class Register {
        /** Zero until it is stored. */
        long id;
        /** Among the registers. */
        int place;
        /** In the order of the appends. */
        List<Long> values = new ArrayList<>();
    }

    /** Whether the actions of a transaction are done in one; else the history is one that a checker must not pass. */
    enum Mode {
        TRANSACTIONS,
        ACTION_BY_ACTION
    }

    /**
     * The result.
     *
     * @param transactions how many were done
     * @param anomalies what no order explains
     */
    record Found(long transactions, List<Anomaly> anomalies) {

        Check check() {
            List<String> against = anomalies.stream()
                    .filter(anomaly -> Anomaly.Kind.AGAINST_SNAPSHOTS.contains(anomaly.kind()))
                    .map(anomaly -> anomaly.kind() + ": " + anomaly.text())
                    .toList();
            return Check.of(
                    "isolation",
                    "one order explains all reads of lists: snapshots, no lost update",
                    transactions,
                    against);
        }
    }

    /** @return whether nobody has ended it early */
    boolean isAll(Found found) {
        return found.transactions() == (long) threads * each;
    }

    /** @param stopped whether transactions under way are the last */
    Found run(TargetDatabase targetDatabase, Mode mode, BooleanSupplier stopped) throws InterruptedException {
        targetDatabase.recreate();
        try (Database database = EspalierClient.open(targetDatabase, threads, Register.class)) {
            List<Register> registers = new ArrayList<>();
            for (int number = 0; number < each / TRANSACTIONS_PER_LIST + WINDOW; number++) {
                Register register = new Register();
                register.place = number;
                registers.add(register);
            }
            database.storeAll(registers);
            long[] ids = registers.stream().mapToLong(register -> register.id).toArray();
            List<Observed> history = history(database, ids, mode, stopped);
            Map<Integer, List<Long>> last = new HashMap<>();
            database.query(Register.class, "").list().stream()
                    .sorted(Comparator.comparingInt(register -> register.place))
                    .forEach(register -> last.put(register.place, List.copyOf(register.values)));
            return new Found(history.size(), new IsolationChecker(history, last).anomalies());
        } finally {
            targetDatabase.drop();
        }
    }

    private List<Observed> history(Database database, long[] ids, Mode mode, BooleanSupplier stopped)
            throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<List<Observed>>> running = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            long first = (long) (thread + 1) << 32;
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + thread);
            running.add(executor.submit(() -> {
                List<Observed> done = new ArrayList<>();
                for (int number = 0; number < each && !stopped.getAsBoolean(); number++) {
                    List<Observed.Action> plan =
                            plan(random, number / TRANSACTIONS_PER_LIST, first + (long) number * MOST_ACTIONS);
                    done.add(run(database, ids, first + number, plan, mode));
                }
                return done;
            }));
        }
        List<Observed> history = new ArrayList<>();
        try {
            for (Future<List<Observed>> thread : running) {
                history.addAll(thread.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a thread has ended: " + e.getCause(), e.getCause());
        } finally {
            executor.shutdownNow();
        }
        return history;
    }

    /** Returns a planned transaction: reads have no values yet. */
    private static List<Observed.Action> plan(SplittableRandom random, int firstList, long firstValue) {
        List<Observed.Action> plan = new ArrayList<>();
        int actions = 1 + random.nextInt(MOST_ACTIONS);
        for (int number = 0; number < actions; number++) {
            int list = firstList + random.nextInt(WINDOW);
            plan.add(
                    random.nextBoolean()
                            ? new Observed.Append(list, firstValue + number)
                            : new Observed.Read(list, List.of()));
        }
        return plan;
    }

    private static Observed run(Database database, long[] ids, long name, List<Observed.Action> plan, Mode mode) {
        List<Observed.Action> seen = new ArrayList<>();
        try {
            if (mode == Mode.TRANSACTIONS) {
                database.useTransaction(tx -> {
                    seen.clear();
                    plan.forEach(action -> seen.add(perform(tx, ids, action)));
                });
            } else {
                for (Observed.Action action : plan) {
                    Observed.Action done = database.inTransaction(tx -> {
                        return perform(tx, ids, action);
                    });
                    seen.add(done);
                }
            }
            return new Observed(name, Outcome.COMMITTED, seen);
        } catch (RuntimeException e) {
            return new Observed(name, EspalierClient.failure(e).isUnknown() ? Outcome.UNKNOWN : Outcome.ABORTED, plan);
        }
    }

    private static Observed.Action perform(Transaction tx, long[] ids, Observed.Action action) {
        Register register = tx.get(Register.class, ids[action.list()]);
        if (action instanceof Observed.Append append) {
            register.values.add(append.value());
            tx.store(register);
            return append;
        }
        return new Observed.Read(action.list(), register.values);
    }
}
