package dev.espalier.lab.subject;

import dev.espalier.lab.target.WorkerThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Several connections, each with a thread of its own, that work off lists of tasks. Called by one thread. */
final class ConnectionCrew implements AutoCloseable {

    /** Work on one of the connections. */
    @FunctionalInterface
    interface Task {
        void run(Connection connection) throws SQLException;
    }

    private final List<Connection> connections;
    private final ExecutorService threads;

    private ConnectionCrew(List<Connection> connections) {
        this.connections = connections;
        this.threads = Executors.newFixedThreadPool(connections.size(), task -> {
            Thread thread = new Thread(task, "lab-load");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Connects so many times. */
    static ConnectionCrew of(int size, ConnectionSource source) throws SQLException {
        List<Connection> connections = new ArrayList<>();
        try {
            for (int index = 0; index < size; index++) {
                connections.add(source.connect());
            }
        } catch (SQLException | RuntimeException e) {
            closeAll(connections, e);
            throw e;
        }
        return new ConnectionCrew(connections);
    }

    /** Makes a connection. */
    @FunctionalInterface
    interface ConnectionSource {
        Connection connect() throws SQLException;
    }

    int size() {
        return connections.size();
    }

    /** Works off the tasks in their order, as connections become free; after a failure no further task starts. */
    void run(List<Task> tasks) throws SQLException {
        Iterator<Task> waiting = tasks.iterator();
        List<Callable<Void>> workers = new ArrayList<>();
        for (Connection connection : connections) {
            workers.add(() -> {
                try {
                    for (Task task = next(waiting); task != null; task = next(waiting)) {
                        requireWanted();
                        task.run(connection);
                    }
                } catch (SQLException | RuntimeException e) {
                    while (next(waiting) != null) {
                        // taken so that the other workers stop
                    }
                    throw e;
                }
                return null;
            });
        }
        try {
            for (Future<Void> worker : threads.invokeAll(workers)) {
                worker.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw cause;
            }
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted", e);
        }
    }

    /** Ends a cancelled task between two statements. */
    static void requireWanted() throws SQLException {
        if (Thread.currentThread().isInterrupted()) {
            throw new SQLException("interrupted");
        }
    }

    private static @Nullable Task next(Iterator<Task> waiting) {
        synchronized (waiting) {
            return waiting.hasNext() ? waiting.next() : null;
        }
    }

    @Override
    public void close() {
        WorkerThreads.end(threads);
        closeAll(connections, null);
    }

    /** A connection that cannot be closed is reported with the failure that ends the load, or not at all: its work is committed. */
    private static void closeAll(List<Connection> connections, @Nullable Exception failure) {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException e) {
                if (failure != null) {
                    failure.addSuppressed(e);
                }
            }
        }
    }
}
