package dev.espalier.console;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of requests, and a bounded queue of requests that wait for one of them. A request beyond it runs in one of a few threads of another pool, in which
 * it is only refused. Safe for any number of threads.
 */
final class Handlers implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Handlers.class);

    private static final int REFUSING = 4;
    private static final int MOST_TO_REFUSE = 1_000;

    private final ThreadLocal<Boolean> isRefusing = ThreadLocal.withInitial(() -> false);
    private final ThreadPoolExecutor answering;
    private final ThreadPoolExecutor refusing;

    Handlers(ServerLimits limits) {
        answering = pool(limits.threads(), limits.waiting(), limits);
        refusing = pool(REFUSING, MOST_TO_REFUSE, limits);
    }

    private static ThreadPoolExecutor pool(int threads, int waiting, ServerLimits limits) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waiting), limits.factory());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    @Override
    public void execute(Runnable request) {
        try {
            answering.execute(request);
        } catch (RejectedExecutionException full) {
            refuse(request);
        }
    }

    private void refuse(Runnable request) {
        try {
            refusing.execute(() -> {
                isRefusing.set(true);
                request.run();
            });
        } catch (RejectedExecutionException full) {
            LOG.debug("a request beyond all limits; the JDK's server closes its connection", full);
        }
    }

    /** Whether the current thread must refuse its request. */
    boolean mustRefuse() {
        return isRefusing.get();
    }

    @Override
    public void close() {
        answering.shutdownNow();
        refusing.shutdownNow();
    }
}
