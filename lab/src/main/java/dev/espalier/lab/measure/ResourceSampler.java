package dev.espalier.lab.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Samples this machine every second from Linux's {@code /proc}; elsewhere it gives no samples. Thread-safe. */
public final class ResourceSampler implements AutoCloseable {

    private final List<ResourceSample> samples = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "lab-resources");
        thread.setDaemon(true);
        return thread;
    });
    private final Optional<ServerProcess> client;
    private final Optional<ServerProcess> server;
    private final Consumer<ResourceSample> each;
    private @Nullable MachineCounters before;

    /** Samples the machine, the lab, and the server's process, if it is on this machine. */
    ResourceSampler(Optional<ServerProcess> server) {
        this(Optional.of(new ServerProcess(ProcessHandle.current().pid())), server, sample -> {});
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the clock ends with the sampler
    private ResourceSampler(
            Optional<ServerProcess> client, Optional<ServerProcess> server, Consumer<ResourceSample> each) {
        this.client = client;
        this.server = server;
        this.each = each;
        if (MachineCounters.areReadable()) {
            before = read();
            clock.scheduleAtFixedRate(this::sample, 1, 1, TimeUnit.SECONDS);
        }
    }

    /**
     * Samples the machine of a server, on which no lab runs.
     *
     * @param port on which the server listens; 0 if it is not known, or if the process cannot be distinguished from others
     * @param each is given every sample, by a thread of the sampler
     * @return the sampler, at work until it is closed
     */
    public static ResourceSampler ofServer(int port, Consumer<ResourceSample> each) {
        return new ResourceSampler(
                Optional.empty(), port == 0 ? Optional.empty() : ServerProcess.listeningOn(port), each);
    }

    private void sample() {
        each.accept(next());
    }

    private synchronized ResourceSample next() {
        MachineCounters now = read();
        ResourceSample sample =
                now.since(Objects.requireNonNull(before, "the constructor has read it"), samples.size() + 1);
        samples.add(sample);
        before = now;
        return sample;
    }

    private MachineCounters read() {
        try {
            return MachineCounters.read(client, server);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what Linux counts: " + e.getMessage(), e);
        }
    }

    /** Returns the counters of now; null if the machine has none. */
    @Nullable
    MachineCounters counters() {
        return MachineCounters.areReadable() ? read() : null;
    }

    /** Returns the samples so far. */
    synchronized List<ResourceSample> samples() {
        return List.copyOf(samples);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
