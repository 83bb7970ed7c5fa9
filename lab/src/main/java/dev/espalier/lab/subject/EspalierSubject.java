package dev.espalier.lab.subject;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Query;
import dev.espalier.Settings;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Counters;
import dev.espalier.health.Health;
import dev.espalier.lab.spec.CreateMode;
import dev.espalier.lab.spec.IndexTime;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.WorkerThreads;
import dev.espalier.lab.workload.BenchmarkQuery;
import dev.espalier.lab.workload.Block;
import dev.espalier.lab.workload.M1;
import dev.espalier.lab.workload.N1;
import dev.espalier.lab.workload.ObjectGraphs;
import dev.espalier.lab.workload.S1;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

/** The library, through its public face only: what a program that uses it would write. */
public final class EspalierSubject implements Subject {

    private static final int OBJECTS_PER_CALL = 1_000;

    @Override
    public SubjectName name() {
        return SubjectName.ESPALIER;
    }

    @Override
    public Load create(TargetDatabase targetDatabase, Indexes indexes, int threads, ObjectsSpec.Making making) {
        return making.create() == CreateMode.BULK
                ? new EspalierLoad(targetDatabase, indexes, threads, making.indexWhen())
                : new EspalierTransactions(targetDatabase, indexes, threads, making.indexWhen());
    }

    @Override
    public Session open(TargetDatabase targetDatabase, Indexes indexes) {
        return new EspalierSession(targetDatabase, indexes);
    }

    private static IndexLevel level(Indexes indexes) {
        return switch (indexes) {
            case NONE -> IndexLevel.NONE;
            case VALUES -> IndexLevel.VALUES;
            case RELATIONS -> IndexLevel.RELATIONS;
            case BOTH -> IndexLevel.BOTH;
        };
    }

    private static Database database(TargetDatabase targetDatabase, Indexes indexes) {
        return database(targetDatabase, indexes, Settings.defaults());
    }

    private static Database database(TargetDatabase targetDatabase, Indexes indexes, Settings with) {
        Settings settings = with.indexes(level(indexes)).maxObjects(Long.MAX_VALUE); // no size stops a measurement
        if (!targetDatabase.target().engine().isEmbedded()) {
            settings = settings.user(targetDatabase.target().user())
                    .password(targetDatabase.target().password().reveal());
        }
        return Database.open(targetDatabase.url(), Model.of(N1.class, M1.class, S1.class), settings);
    }

    /** The roots of the three chains first, each call with all they reach; then whatever nothing refers to. */
    private static final class EspalierLoad implements Load {

        private final Database database;
        private final BulkWriter writer;
        private final ExecutorService threads;
        private final int threadCount;
        private final IndexTime indexWhen;

        EspalierLoad(TargetDatabase targetDatabase, Indexes indexes, int threadCount, IndexTime indexWhen) {
            this.threadCount = threadCount;
            this.indexWhen = indexWhen;
            this.database = database(targetDatabase, indexes);
            this.writer = database.bulkWriter(
                    indexWhen == IndexTime.AFTER ? BulkWriter.Indexes.AFTER : BulkWriter.Indexes.BEFORE);
            this.threads = Executors.newFixedThreadPool(threadCount, task -> {
                Thread thread = new Thread(task, "lab-store");
                thread.setDaemon(true);
                return thread;
            });
        }

        @Override
        public void store(Block block) {
            run(List.of(block.n1, block.m1, block.s1));
            run(List.of(block.n2, block.m2, block.s2, block.n3, block.m3, block.s3, block.n4, block.m4, block.s4));
        }

        private void run(List<List<?>> classes) {
            List<Callable<Void>> calls = new ArrayList<>();
            for (List<?> objects : classes) {
                for (int from = 0; from < objects.size(); from += OBJECTS_PER_CALL) {
                    List<?> part = objects.subList(from, Math.min(objects.size(), from + OBJECTS_PER_CALL));
                    calls.add(() -> {
                        writer.storeAll(part);
                        return null;
                    });
                }
            }
            try {
                for (Future<Void> call : threads.invokeAll(calls)) {
                    call.get();
                }
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SubjectException("interrupted while objects were stored", e);
            }
        }

        @Override
        public void finish() {
            writer.close();
        }

        @Override
        public String road() {
            return "BulkWriter, " + threadCount + " threads"
                    + (indexWhen == IndexTime.BEFORE ? ", indexes before" : "");
        }

        /** A load that was not finished is cancelled; closing a finished one again does nothing. */
        @Override
        public void close() {
            writer.cancel();
            WorkerThreads.end(threads);
            database.close();
        }
    }

    /**
     * One call of {@code store} for each object graph, with a connection for each writer, as hand-written code has. The program has no code for
     * transactions, locks or retries.
     */
    private static final class EspalierTransactions implements Load {

        private static final double NANOS = 1e9;

        private final TargetDatabase targetDatabase;
        private final Indexes indexes;
        private final IndexTime indexWhen;
        private final Database database;
        private final Writers writers;
        private final LongAdder pausedNanos = new LongAdder();

        EspalierTransactions(TargetDatabase targetDatabase, Indexes indexes, int threads, IndexTime indexWhen) {
            this.targetDatabase = targetDatabase;
            this.indexes = indexes;
            this.indexWhen = indexWhen;
            this.database = database(
                    targetDatabase,
                    indexWhen == IndexTime.BEFORE ? indexes : Indexes.NONE,
                    Settings.defaults()
                            .poolSize(threads)
                            .onRetry(retry -> pausedNanos.add(retry.pause().toNanos())));
            this.writers = new Writers(threads);
        }

        @Override
        public void store(Block block) {
            writers.store(new ObjectGraphs(block, 0), root -> {
                if (ObjectGraphs.id(root) == 0) { // else it was stored with a root
                    database.store(root);
                }
            });
        }

        @Override
        public void finish() {
            if (indexWhen == IndexTime.AFTER) {
                SchemaAdmin.of(database).indexes(level(indexes));
            }
            Statistics.renew(targetDatabase);
        }

        @Override
        public TransactionCounts transactions() {
            Counters counters = Health.of(database).counters();
            Map<String, Long> retries = new TreeMap<>(counters.replays());
            counters.reruns().forEach((code, count) -> retries.merge(code, count, Long::sum));
            return new TransactionCounts(
                    counters.commits(), retries, retries.getOrDefault("conflict", 0L), pausedNanos.sum() / NANOS);
        }

        @Override
        public String road() {
            return "Database.store for each object graph, " + writers.count() + " threads, indexes "
                    + (indexWhen == IndexTime.BEFORE ? "before" : "afterwards");
        }

        @Override
        public void close() {
            writers.close();
            database.close();
        }
    }

    private static final class EspalierSession implements Session {

        private final Database database;
        private final Query<M1> query;

        EspalierSession(TargetDatabase targetDatabase, Indexes indexes) {
            database = database(targetDatabase, indexes);
            query = database.query(M1.class, BenchmarkQuery.TEXT);
        }

        @Override
        public long[] search() {
            return query.ids();
        }

        @Override
        public List<M1> load(long[] ids) {
            return database.getAll(M1.class, Arrays.stream(ids).boxed().toList());
        }

        @Override
        public String road() {
            return "Query.ids, Database.getAll";
        }

        @Override
        public void close() {
            database.close();
        }
    }
}
