package dev.espalier.lab.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Samples processors and disks every second from Linux's {@code /proc}; elsewhere it gives no samples. */
final class ResourceSampler implements AutoCloseable {

    private static final Path PROCESSORS = Path.of("/proc/stat");
    private static final Path DISKS = Path.of("/proc/diskstats");
    /** Whole disks only: they include the traffic of their partitions. */
    private static final Pattern DISK = Pattern.compile("(sd[a-z]+|vd[a-z]+|xvd[a-z]+|nvme\\d+n\\d+|mmcblk\\d+)");
    /** Linux counts in sectors of 512 bytes whatever the disk has (Documentation/admin-guide/iostats.rst). */
    private static final double SECTORS_PER_MEGABYTE = 1_000_000 / 512.0;

    private final List<ResourceSample> samples = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "lab-resources");
        thread.setDaemon(true);
        return thread;
    });
    private final ServerProcess client = new ServerProcess(ProcessHandle.current().pid());
    private final Optional<ServerProcess> server;
    private Counters before;

    private record Counters(long busy, long all, long sectorsRead, long sectorsWritten, ServerProcess.Use client, ServerProcess.Use server) {
    }

    /** Samples the machine and the lab. */
    ResourceSampler() {
        this(Optional.empty());
    }

    /** Samples the server's process, too, where it is on this machine. */
    @SuppressWarnings("FutureReturnValueIgnored") // the clock ends with the sampler
    ResourceSampler(Optional<ServerProcess> server) {
        this.server = server;
        if (Files.isReadable(PROCESSORS) && Files.isReadable(DISKS)) {
            before = read();
            clock.scheduleAtFixedRate(this::sample, 1, 1, TimeUnit.SECONDS);
        }
    }

    private synchronized void sample() {
        Counters now = read();
        long all = Math.max(1, now.all - before.all);
        samples.add(new ResourceSample(samples.size() + 1, (int) Math.round(100.0 * (now.busy - before.busy) / all),
                percent(before.client, now.client, all), percent(before.server, now.server, all), megabytes(now.client), megabytes(now.server),
                (now.sectorsRead - before.sectorsRead) / SECTORS_PER_MEGABYTE,
                (now.sectorsWritten - before.sectorsWritten) / SECTORS_PER_MEGABYTE));
        before = now;
    }

    private static Integer percent(ServerProcess.Use before, ServerProcess.Use now, long all) {
        return before == null || now == null ? null : (int) Math.max(0, Math.round(100.0 * (now.ticks() - before.ticks()) / all));
    }

    private static Integer megabytes(ServerProcess.Use use) {
        return use == null ? null : (int) (use.residentBytes() / 1_000_000);
    }

    private Counters read() {
        try {
            String[] processors = Files.readAllLines(PROCESSORS).get(0).trim().split("\\s+");
            long all = 0;
            for (int column = 1; column <= Math.min(8, processors.length - 1); column++) {
                all += Long.parseLong(processors[column]);
            }
            long idle = Long.parseLong(processors[4]) + Long.parseLong(processors[5]);
            long sectorsRead = 0;
            long sectorsWritten = 0;
            for (String line : Files.readAllLines(DISKS)) {
                String[] disk = line.trim().split("\\s+");
                if (disk.length > 9 && DISK.matcher(disk[2]).matches()) {
                    sectorsRead += Long.parseLong(disk[5]);
                    sectorsWritten += Long.parseLong(disk[9]);
                }
            }
            return new Counters(all - idle, all, sectorsRead, sectorsWritten, client.use(), server.map(ServerProcess::use).orElse(null));
        } catch (IOException e) {
            return new Counters(0, 0, 0, 0, null, null);
        }
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
