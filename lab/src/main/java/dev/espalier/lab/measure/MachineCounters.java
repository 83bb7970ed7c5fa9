package dev.espalier.lab.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a machine since it was started, read from Linux's {@code /proc}. The difference of two readings is the usage of the time between.
 *
 * @param nanoTime when they were read
 * @param processors ticks in the order of {@code /proc/stat}: user, nice, system, idle, wait, interrupts, soft interrupts, stolen
 * @param disks by their names; empty if none is shown
 * @param isDisk whether that is the one disk that holds the data
 * @param usedMegabytes of memory; null if it is not known
 * @param client the lab's process; null if it is not on this machine
 * @param server the server's process; null if it is not on this machine
 */
record MachineCounters(
        long nanoTime,
        List<Long> processors,
        Map<String, Disk> disks,
        boolean isDisk,
        @Nullable Integer usedMegabytes,
        ServerProcess.@Nullable Use client,
        ServerProcess.@Nullable Use server) {

    private static final Path PROCESSORS = Path.of("/proc/stat");
    private static final Path DISKS = Path.of("/proc/diskstats");
    private static final Path MEMORY = Path.of("/proc/meminfo");
    /** Whole disks only: they include the traffic of their partitions. */
    private static final Pattern WHOLE_DISK = Pattern.compile("(sd[a-z]+|vd[a-z]+|xvd[a-z]+|nvme\\d+n\\d+|mmcblk\\d+)");
    /** Linux counts in sectors of 512 bytes whatever the disk has (Documentation/admin-guide/iostats.rst). */
    private static final double SECTORS_PER_MEGABYTE = 1_000_000 / 512.0;

    private static final int KINDS_OF_TICKS = 8;
    private static final int USER = 0;
    private static final int NICE = 1;
    private static final int SYSTEM = 2;
    private static final int IDLE = 3;
    private static final int WAIT = 4;
    private static final int STOLEN = 7;
    private static final double NANOS = 1e9;
    /** Of a second. */
    private static final double MILLIS_OF_A_PERCENT = 10;

    private static final double LEAST_SECONDS = 0.001;
    private static final double HUNDRED = 100;

    /** The counters of a disk (iostats.rst, fields 1 to 10); times in milliseconds. */
    record Disk(
            long reads,
            long sectorsRead,
            long readMillis,
            long writes,
            long sectorsWritten,
            long writeMillis,
            long busyMillis) {

        static final Disk NONE = new Disk(0, 0, 0, 0, 0, 0, 0);

        private static Disk of(String[] columns) {
            return new Disk(
                    Long.parseLong(columns[3]),
                    Long.parseLong(columns[5]),
                    Long.parseLong(columns[6]),
                    Long.parseLong(columns[7]),
                    Long.parseLong(columns[9]),
                    Long.parseLong(columns[10]),
                    Long.parseLong(columns[12]));
        }

        private Disk minus(Disk before) {
            return new Disk(
                    reads - before.reads,
                    sectorsRead - before.sectorsRead,
                    readMillis - before.readMillis,
                    writes - before.writes,
                    sectorsWritten - before.sectorsWritten,
                    writeMillis - before.writeMillis,
                    busyMillis - before.busyMillis);
        }

        private Disk plus(Disk other) {
            return new Disk(
                    reads + other.reads,
                    sectorsRead + other.sectorsRead,
                    readMillis + other.readMillis,
                    writes + other.writes,
                    sectorsWritten + other.sectorsWritten,
                    writeMillis + other.writeMillis,
                    Math.max(busyMillis, other.busyMillis));
        }
    }

    static boolean areReadable() {
        return Files.isReadable(PROCESSORS) && Files.isReadable(DISKS);
    }

    static MachineCounters read(Optional<DataDisk> disk, List<ServerProcess> clients, Optional<ServerProcess> server)
            throws IOException {
        return of(
                System.nanoTime(),
                Files.readAllLines(PROCESSORS).get(0),
                Files.readAllLines(DISKS),
                disk.orElse(null),
                Files.isReadable(MEMORY) ? Files.readAllLines(MEMORY) : List.of(),
                clients.stream()
                        .map(ServerProcess::use)
                        .filter(ServerProcess.Use::isKnown)
                        .reduce(ServerProcess.Use::with)
                        .orElse(null),
                server.map(ServerProcess::use)
                        .filter(ServerProcess.Use::isKnown)
                        .orElse(null));
    }

    static MachineCounters of(
            long nanoTime,
            String processors,
            List<String> disks,
            @Nullable DataDisk ofData,
            List<String> memory,
            ServerProcess.@Nullable Use client,
            ServerProcess.@Nullable Use server) {
        String[] columns = processors.trim().split("\\s+");
        List<Long> ticks = new ArrayList<>();
        for (int column = 1; column <= KINDS_OF_TICKS; column++) {
            ticks.add(column < columns.length ? Long.parseLong(columns[column]) : 0);
        }
        Map<String, Disk> whole = new TreeMap<>();
        Map<String, Disk> one = new TreeMap<>();
        for (String line : disks) {
            String[] disk = line.trim().split("\\s+");
            if (disk.length > 12 && WHOLE_DISK.matcher(disk[2]).matches()) {
                whole.put(disk[2], Disk.of(disk));
            }
            if (disk.length > 12 && ofData != null && ofData.isNumbered(disk[0], disk[1])) {
                one.put(disk[2], Disk.of(disk));
            }
        }
        boolean isDisk = !one.isEmpty();
        return new MachineCounters(nanoTime, ticks, isDisk ? one : whole, isDisk, used(memory), client, server);
    }

    private static @Nullable Integer used(List<String> memory) {
        Long total = kilobytes(memory, "MemTotal:");
        Long available = kilobytes(memory, "MemAvailable:");
        return total == null || available == null ? null : (int) ((total - available) * 1_024 / 1_000_000);
    }

    private static @Nullable Long kilobytes(List<String> memory, String name) {
        return memory.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> Long.valueOf(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(null);
    }

    /** Returns the usage since an earlier moment. */
    ResourceSample since(MachineCounters before, int second) {
        long[] passed = new long[KINDS_OF_TICKS];
        long all = 0;
        for (int kind = 0; kind < KINDS_OF_TICKS; kind++) {
            passed[kind] = processors.get(kind) - before.processors.get(kind);
            all += passed[kind];
        }
        double percent = HUNDRED / Math.max(1, all);
        long programs = passed[USER] + passed[NICE];
        long busy = all - passed[IDLE] - passed[WAIT];
        double seconds = Math.max(LEAST_SECONDS, (nanoTime - before.nanoTime) / NANOS);
        ResourceSample.Processors kinds = new ResourceSample.Processors(
                percent(programs, percent),
                percent(busy - programs - passed[STOLEN], percent),
                percent(passed[WAIT], percent));
        Disk disk = disks.isEmpty()
                ? null
                : disks.entrySet().stream()
                        .map(one -> one.getValue().minus(before.disks.getOrDefault(one.getKey(), one.getValue())))
                        .reduce(Disk.NONE, Disk::plus);
        return new ResourceSample(
                second,
                percent(busy, percent),
                percent(before.client, client, percent),
                percent(before.server, server, percent),
                megabytes(client),
                megabytes(server),
                usedMegabytes,
                disk == null ? null : rounded(disk.sectorsRead / SECTORS_PER_MEGABYTE / seconds),
                disk == null ? null : rounded(disk.sectorsWritten / SECTORS_PER_MEGABYTE / seconds),
                kinds,
                disk == null ? null : disks(disk, seconds),
                share(before.client, client, percent),
                share(before.server, server, percent));
    }

    /**
     * Returns the shares of the processors since an earlier moment. Null if the time was too short: a hundredth has to be a tick.
     *
     * @param serverUnseen whether the server may be on this machine without being seen
     */
    @Nullable
    ProcessorShares sharesSince(MachineCounters before, boolean serverUnseen) {
        long[] passed = new long[KINDS_OF_TICKS];
        long all = 0;
        for (int kind = 0; kind < KINDS_OF_TICKS; kind++) {
            passed[kind] = processors.get(kind) - before.processors.get(kind);
            all += passed[kind];
        }
        if (all < HUNDRED || client == null || before.client == null) {
            return null;
        }
        double percent = HUNDRED / all;
        boolean isSeen = server != null && before.server != null;
        long ofLab = client.ticks() - before.client.ticks();
        long ofServer = server != null && before.server != null ? server.ticks() - before.server.ticks() : 0;
        long ofAny = passed[USER] + passed[NICE] + passed[SYSTEM] + passed[STOLEN];
        return new ProcessorShares(
                percent(all - passed[IDLE] - passed[WAIT], percent),
                percent(ofLab, percent),
                isSeen ? percent(ofServer, percent) : null,
                serverUnseen ? null : percent(ofAny - ofLab - ofServer, percent));
    }

    private ResourceSample.Disks disks(Disk disk, double seconds) {
        return new ResourceSample.Disks(
                isDisk ? disks.keySet().iterator().next() : null,
                (int) Math.min(100, Math.round(disk.busyMillis / seconds / MILLIS_OF_A_PERCENT)),
                Math.round(disk.reads / seconds),
                Math.round(disk.writes / seconds),
                disk.reads == 0 ? null : rounded((double) disk.readMillis / disk.reads),
                disk.writes == 0 ? null : rounded((double) disk.writeMillis / disk.writes));
    }

    /** Three digits behind the point are more than a second's counters tell, and keep results small. */
    private static double rounded(double figure) {
        return Math.round(figure * 1_000) / 1_000.0;
    }

    private static int percent(long ticks, double percent) {
        return (int) Math.max(0, Math.round(ticks * percent));
    }

    private static @Nullable Integer percent(
            ServerProcess.@Nullable Use before, ServerProcess.@Nullable Use now, double percent) {
        return before != null && now != null && before.pid() == now.pid()
                ? percent(now.ticks() - before.ticks(), percent)
                : null; // a server that was started anew counts from 0
    }

    private static ResourceSample.@Nullable Share share(
            ServerProcess.@Nullable Use before, ServerProcess.@Nullable Use now, double percent) {
        return before != null && now != null && before.pid() == now.pid()
                ? new ResourceSample.Share(
                        percent(now.userTicks() - before.userTicks(), percent),
                        percent(now.systemTicks() - before.systemTicks(), percent))
                : null;
    }

    private static @Nullable Integer megabytes(ServerProcess.@Nullable Use use) {
        return use == null ? null : (int) (use.residentBytes() / 1_000_000);
    }
}
