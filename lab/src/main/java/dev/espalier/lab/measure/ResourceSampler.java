package dev.espalier.lab.measure;

import dev.espalier.lab.target.TargetDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Samples this machine every second from Linux's {@code /proc}; elsewhere it gives no samples. Thread-safe. */
public final class ResourceSampler implements AutoCloseable {

    private static final double NANOS = 1e9;

    private final List<ResourceSample> samples = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "lab-resources");
        thread.setDaemon(true);
        return thread;
    });
    private final List<ServerProcess> clients;
    private final Supplier<Optional<ServerProcess>> find;
    private final Optional<DataDisk> disk;
    private final Consumer<ResourceSample> each;
    private Optional<ServerProcess> server;
    private @Nullable MachineCounters before;
    private long startNanos;
    private int latest;

    @SuppressWarnings("FutureReturnValueIgnored") // the clock ends with the sampler
    private ResourceSampler(
            Optional<ServerProcess> client,
            Supplier<Optional<ServerProcess>> find,
            Optional<Path> data,
            Consumer<ResourceSample> each) {
        clients = new ArrayList<>(client.stream().toList());
        this.find = find;
        this.each = each;
        server = find.get();
        disk = data.or(() -> server.flatMap(ServerProcess::folder)).flatMap(DataDisk::of);
        if (MachineCounters.areReadable()) {
            before = read();
            startNanos = before.nanoTime();
            clock.scheduleAtFixedRate(this::sample, 1, 1, TimeUnit.SECONDS);
        }
    }

    /**
     * Samples the machine, the lab, the process of the server at a URL, if it is on this machine, and the disk with its data.
     *
     * @param url of the server; of an embedded engine it finds none
     * @param database whose files show the disk, if it is embedded
     * @return the sampler, at work until it is closed
     */
    static ResourceSampler of(Optional<String> url, Optional<TargetDatabase> database) {
        return new ResourceSampler(
                Optional.of(new ServerProcess(ProcessHandle.current().pid())),
                () -> url.flatMap(ServerProcess::of),
                database.flatMap(TargetDatabase::folder),
                sample -> {});
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
                Optional.empty(),
                () -> port == 0 ? Optional.empty() : ServerProcess.listeningOn(port),
                Optional.empty(),
                each);
    }

    private void sample() {
        next().ifPresent(each);
    }

    /** Seconds in which a busy machine did not let the sampler run have no sample: the next one is of all that time. */
    private synchronized Optional<ResourceSample> next() {
        MachineCounters now = read();
        int second = (int) Math.round((now.nanoTime() - startNanos) / NANOS);
        if (second <= latest) {
            return Optional.empty();
        }
        ResourceSample sample = now.since(Objects.requireNonNull(before, "the constructor has read it"), second);
        samples.add(sample);
        latest = second;
        before = now;
        return Optional.of(sample);
    }

    private synchronized MachineCounters read() {
        clients.removeIf(process -> !process.isAlive());
        if (server.filter(process -> !process.isAlive()).isPresent()) {
            server = find.get().or(() -> server); // it was killed, and may be there again
        }
        try {
            return MachineCounters.read(disk, clients, server);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what Linux counts: " + e.getMessage(), e);
        }
    }

    /** Counts another process with the lab's while it lives. */
    synchronized void alsoClient(ProcessHandle process) {
        clients.add(new ServerProcess(process.pid()));
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
