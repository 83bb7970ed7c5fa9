package dev.espalier.lab;

import dev.espalier.lab.agent.Address;
import dev.espalier.lab.agent.AgentException;
import dev.espalier.lab.agent.Channel;
import dev.espalier.lab.agent.Handshake;
import dev.espalier.lab.agent.Message;
import dev.espalier.lab.agent.Secret;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agent on a load machine in a run of several machines, or on the server's. It listens, and executes the commands of a leader that knows the
 * secret, one leader at a time; any number of them may watch the machine. Thread-safe.
 */
public final class Agent implements AutoCloseable {

    /** The maximum number of clients in the handshake. A client without the secret holds a thread for at most 5 s; more are refused. */
    private static final int MOST_CALLERS = 16;

    private final ServerSocket listening;
    private final Secret secret;
    private final Targets targets;
    private final Password password;
    private final Path folder;
    private final boolean watchOnly;
    private final Consumer<String> log;
    /** The leader with sessions. A comparison has two sessions, one of which runs. */
    private @Nullable String leader;

    private int sessions;
    private final Set<Socket> callers = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = new ThreadPoolExecutor(
            0, MOST_CALLERS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> new Thread(task, "lab-agent"));

    /**
     * Listens from now on; {@link #serve} answers.
     *
     * @param address where; port 0 takes one that is free
     * @param secret that a leader must know
     * @param targets where targets are found
     * @param password of the target's account
     * @param folder on the disk that is probed
     * @param watchOnly whether it makes no connections, and reports only what the machine does
     * @param log receives a line for each connection
     */
    public Agent(
            Address address,
            Secret secret,
            Targets targets,
            Password password,
            Path folder,
            boolean watchOnly,
            Consumer<String> log) {
        this.secret = secret;
        this.targets = targets;
        this.password = password;
        this.folder = folder;
        this.watchOnly = watchOnly;
        this.log = log;
        try {
            Files.createDirectories(folder);
            this.listening = new ServerSocket();
            listening.bind(address.socket());
        } catch (IOException e) {
            throw new AgentException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /** @return where it listens */
    public Address address() {
        return new Address(listening.getInetAddress().getHostAddress(), listening.getLocalPort());
    }

    /** Serves leaders, one after the other, until it is closed. */
    public void serve() {
        while (!listening.isClosed()) {
            try {
                answer(listening.accept());
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    throw new UncheckedIOException("cannot accept: " + e.getMessage(), e);
                }
            }
        }
    }

    private void answer(Socket caller) {
        callers.add(caller);
        try {
            threads.execute(() -> {
                try {
                    serve(caller);
                } catch (AgentException e) {
                    log.accept(e.getMessage());
                } finally {
                    forget(caller);
                }
            });
        } catch (RejectedExecutionException e) {
            forget(caller); // closed, or too many are waiting
        }
    }

    private void serve(Socket caller) {
        try (Channel channel = Handshake.accept(caller, secret)) {
            Message first = channel.receive();
            if (first instanceof Message.Watch watch) {
                log.accept("watched by a leader from " + caller.getRemoteSocketAddress());
                new WatchSession(channel, targets, folder).serve(watch);
            } else if (!(first instanceof Message.Prepare prepare)) {
                channel.send(new Message.Failed(
                        "it was told " + first.getClass().getSimpleName() + ", expected Prepare or Watch"));
            } else if (watchOnly) {
                channel.send(new Message.Failed(
                        "it only watches its machine (--watch-only), expected one that makes connections"));
            } else if (!begins(prepare.leader(), caller)) {
                channel.send(new Message.Failed("it works for another leader"));
            } else {
                try {
                    new AgentSession(channel, targets, password, folder).serve(prepare);
                } finally {
                    ended();
                }
            }
        }
    }

    private synchronized boolean begins(String who, Socket caller) {
        if (sessions > 0 && !who.equals(leader)) {
            return false;
        }
        if (sessions == 0) {
            log.accept("works for a leader from " + caller.getRemoteSocketAddress());
        }
        leader = who;
        sessions++;
        return true;
    }

    private synchronized void ended() {
        sessions--;
        if (sessions == 0) {
            log.accept("free again");
        }
    }

    private void forget(Socket caller) {
        callers.remove(caller);
        try {
            caller.close();
        } catch (IOException e) {
            // the caller sees that it is closed
        }
    }

    /** Ends the work under way, drops the data made for it, and stops listening. */
    @Override
    public void close() {
        try {
            listening.close();
            callers.forEach(this::forget);
            threads.shutdown();
            threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + listening + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
