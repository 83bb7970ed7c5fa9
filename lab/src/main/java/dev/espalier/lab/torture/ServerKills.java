package dev.espalier.lab.torture;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import dev.espalier.lab.target.ServerScript;

/** Kills a server as a crash would, and starts it again, over and over until it is closed. The server is up afterwards. */
final class ServerKills implements AutoCloseable {

    private final ServerScript server;
    private final Thread thread;
    private volatile boolean over;
    private volatile long kills;
    private volatile RuntimeException failure;

    ServerKills(ServerScript server, int everySeconds) {
        this.server = server;
        this.thread = new Thread(() -> kill(everySeconds), "lab-server-kills");
        thread.start();
    }

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
                server.kill();
                kills++;
                server.restart();
                next += TimeUnit.SECONDS.toNanos(everySeconds);
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** How often it was killed. */
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
