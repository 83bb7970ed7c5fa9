package dev.espalier.console;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens by the JDK's server, and never by half of it. That has two threads of its own: one accepts connections, one ends requests that do not arrive. An Error, such as a lack
 * of memory, ends one of them, and nobody would know. So they belong to a group of threads that hears of it: the server starts again on its port, or this ends with a message.
 * Safe for any number of threads.
 */
final class Listener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private final ThreadGroup threads = new ThreadGroup("espalier-console") {
        @Override
        public void uncaughtException(Thread thread, Throwable failure) {
            restart(failure);
        }
    };
    private final Opening opening;
    private final InetSocketAddress address;
    private final boolean isDaemon = Thread.currentThread().isDaemon();
    private final CompletableFuture<Boolean> end = new CompletableFuture<>();
    private final ReentrantLock restarting = new ReentrantLock();
    private volatile HttpServer http;
    private volatile @Nullable HttpHandler handler;
    private volatile @Nullable Executor executor;

    /** Makes a server that has the port and does not run yet. */
    interface Opening {
        HttpServer open(InetSocketAddress address) throws IOException;
    }

    Listener(Opening opening, InetSocketAddress wanted) throws IOException {
        this.opening = opening;
        this.http = inGroup(() -> opening.open(wanted));
        this.address = http.getAddress();
    }

    int port() {
        return address.getPort();
    }

    /** Starts it; called once. */
    void start(HttpHandler by, Executor in) throws IOException {
        handler = by;
        executor = in;
        run(http);
    }

    private void run(HttpServer server) throws IOException {
        inGroup(() -> {
            server.setExecutor(executor);
            server.createContext("/", handler);
            server.start();
            return server;
        });
    }

    /** The JDK's server waits for its own threads when it stops: a second one that dies meanwhile must not wait here. */
    private void restart(Throwable failure) {
        if (!restarting.tryLock()) {
            return;
        }
        try {
            if (end.isDone()) {
                return;
            }
            http.stop(0);
            http = inGroup(() -> opening.open(address));
            run(http);
            LOG.error("the web server failed, and was started again", failure);
        } catch (IOException | RuntimeException | Error e) {
            end.complete(false);
            LOG.error("the web server failed, and cannot be started again: the console has ended", failure);
        } finally {
            restarting.unlock();
        }
    }

    /** The JDK's server makes its threads in the group of the thread that makes and starts it. */
    private HttpServer inGroup(Callable<HttpServer> work) throws IOException {
        FutureTask<HttpServer> task = new FutureTask<>(work);
        Thread thread = new Thread(threads, task, "espalier-console-start");
        thread.setDaemon(isDaemon);
        thread.start();
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Waits for the end; true if it is closed, false if it has failed. */
    boolean awaitEnd() throws InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        end.complete(true);
        restarting.lock(); // none begins any more
        try {
            http.stop(0);
        } finally {
            restarting.unlock();
        }
    }
}
