package dev.espalier.lab.subject;

import dev.espalier.lab.target.WorkerThreads;
import dev.espalier.lab.workload.ObjectGraphs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Threads that take one object graph after the other. Called by one thread. */
final class Writers implements AutoCloseable {

    private final int count;
    private final ExecutorService threads;

    Writers(int count) {
        this.count = count;
        this.threads = Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, "lab-writer");
            thread.setDaemon(true);
            return thread;
        });
    }

    int count() {
        return count;
    }

    /** Stores all graphs; after a failure no further graph is begun. */
    void store(ObjectGraphs graphs, Consumer<Object> store) {
        List<Callable<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < count; writer++) {
            writers.add(() -> {
                for (Object root = graphs.next(); root != null; root = graphs.next()) {
                    if (Thread.currentThread().isInterrupted()) {
                        throw new SubjectException("interrupted while objects were stored", null);
                    }
                    try {
                        store.accept(root);
                    } catch (RuntimeException e) {
                        while (graphs.next() != null) {
                            // taken so that the other writers stop
                        }
                        throw e;
                    }
                }
                return null;
            });
        }
        try {
            for (Future<Void> writer : threads.invokeAll(writers)) {
                writer.get();
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
    public void close() {
        WorkerThreads.end(threads);
    }
}
