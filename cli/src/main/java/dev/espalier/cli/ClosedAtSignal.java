package dev.espalier.cli;

import dev.espalier.Database;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The database of a command. A signal ends the process without a return to the caller: it closes the database, too, so that the row which says that this program has
 * it open does not stay. For one thread, beside that of a signal.
 */
final class ClosedAtSignal implements AutoCloseable {

    /** How long a signal waits for an opening: a server may say nothing. */
    private static final Duration LONGEST_OPENING = Duration.ofSeconds(10);

    private final Thread closing = new Thread(this::closeAtSignal, "espalier-closing");
    private final Thread command = Thread.currentThread();
    /** Held while the database is opened, and from a signal on: then it is not opened any more. */
    private final ReentrantLock opening = new ReentrantLock();

    private volatile boolean isEnding;
    private volatile @Nullable Database opened;

    ClosedAtSignal() {
        Runtime.getRuntime().addShutdownHook(closing); // a signal may come while it is opened
    }

    /**
     * Opens a database and works with it.
     *
     * @param work gives the exit code
     * @return the exit code
     */
    static int work(Supplier<Database> how, ToIntFunction<Database> work) {
        try (ClosedAtSignal database = new ClosedAtSignal()) {
            try {
                return work.applyAsInt(database.open(how));
            } catch (RuntimeException e) {
                if (database.isEnding) { // the signal is why it failed
                    awaitEndOfProcess();
                }
                throw e;
            }
        }
    }

    /** Stops the thread for good: the process ends, and nothing after the work may run or print. */
    private static void awaitEndOfProcess() {
        while (true) {
            LockSupport.park();
            Thread.interrupted(); // it would not park any more
        }
    }

    /** Opens it, and closes the one that was opened before. */
    Database open(Supplier<Database> how) {
        opening.lock();
        try {
            Database former = opened;
            Database next = how.get();
            opened = next;
            if (former != null) {
                former.close();
            }
            return next;
        } finally {
            opening.unlock();
        }
    }

    private void closeAtSignal() {
        isEnding = true;
        try {
            if (!opening.tryLock()) {
                command.interrupt(); // ends an opening that changes tables
                if (!opening.tryLock(LONGEST_OPENING.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
            closeDatabase();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeDatabase() {
        Database database = opened;
        if (database != null) {
            database.close();
        }
    }

    @Override
    public void close() {
        closeDatabase();
        try {
            Runtime.getRuntime().removeShutdownHook(closing);
        } catch (IllegalStateException e) {
            return; // the process is ending, and the hook runs
        }
    }
}
