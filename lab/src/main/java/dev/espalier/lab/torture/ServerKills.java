package dev.espalier.lab.torture;

import dev.espalier.lab.target.ServerScript;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Kills servers in turn, like a crash, and restarts each, until it is closed. All are up afterwards. */
final class ServerKills implements AutoCloseable {

    private final List<ServerScript> servers;
    private final Thread thread;
    private volatile boolean over;
    private volatile long kills;
    private volatile @Nullable RuntimeException failure;

    ServerKills(List<ServerScript> servers, int everySeconds) {
        this.servers = servers;
        this.thread = new Thread(() -> kill(everySeconds), "lab-server-kills");
        thread.start();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes it
    private void kill(int everySeconds) {
        try {
            long next = System.nanoTime() + TimeUnit.SECONDS.toNanos(everySeconds);
            while (true) {
                while (!over && System.nanoTime() < next) {
                    LockSupport.parkNanos(next - System.nanoTime());
                }
                if (over) {
                    return;
                }
                ServerScript server = servers.get((int) (kills % servers.size()));
                server.kill();
                kills++;
                server.restart();
                next += TimeUnit.SECONDS.toNanos(everySeconds);
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Returns how often one was killed. */
    long kills() {
        return kills;
    }

    @Override
    public void close() {
        over = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }
}
