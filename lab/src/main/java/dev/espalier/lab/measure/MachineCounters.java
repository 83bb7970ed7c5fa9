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
 * @param usedMegabytes of memory; null if it is not known
 * @param client the lab's process; null if it is not on this machine
 * @param server the server's process; null if it is not on this machine
 */
record MachineCounters(
        long nanoTime,
        List<Long> processors,
        Map<String, Disk> disks,
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
    private static final double NANOS_PER_MILLI = 1e6;
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

    static MachineCounters read(Optional<ServerProcess> client, Optional<ServerProcess> server) throws IOException {
        return of(
                System.nanoTime(),
                Files.readAllLines(PROCESSORS).get(0),
                Files.readAllLines(DISKS),
                Files.isReadable(MEMORY) ? Files.readAllLines(MEMORY) : List.of(),
                client.map(ServerProcess::use)
                        .filter(ServerProcess.Use::isKnown)
                        .orElse(null),
                server.map(ServerProcess::use)
                        .filter(ServerProcess.Use::isKnown)
                        .orElse(null));
    }

    static MachineCounters of(
            long nanoTime,
            String processors,
            List<String> disks,
            List<String> memory,
            ServerProcess.@Nullable Use client,
            ServerProcess.@Nullable Use server) {
        String[] columns = processors.trim().split("\\s+");
        List<Long> ticks = new ArrayList<>();
        for (int column = 1; column <= KINDS_OF_TICKS; column++) {
            ticks.add(column < columns.length ? Long.parseLong(columns[column]) : 0);
        }
        Map<String, Disk> whole = new TreeMap<>();
        for (String line : disks) {
            String[] disk = line.trim().split("\\s+");
            if (disk.length > 12 && WHOLE_DISK.matcher(disk[2]).matches()) {
                whole.put(disk[2], Disk.of(disk));
            }
        }
        return new MachineCounters(nanoTime, ticks, whole, used(memory), client, server);
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
                disk == null ? null : disk.sectorsRead / SECTORS_PER_MEGABYTE,
                disk == null ? null : disk.sectorsWritten / SECTORS_PER_MEGABYTE,
                kinds,
                disk == null ? null : disks(disk, (nanoTime - before.nanoTime) / NANOS_PER_MILLI));
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

    private static ResourceSample.Disks disks(Disk disk, double millis) {
        return new ResourceSample.Disks(
                (int) Math.min(100, Math.round(HUNDRED * disk.busyMillis / Math.max(1, millis))),
                disk.reads,
                disk.writes,
                disk.reads == 0 ? null : (double) disk.readMillis / disk.reads,
                disk.writes == 0 ? null : (double) disk.writeMillis / disk.writes);
    }

    private static int percent(long ticks, double percent) {
        return (int) Math.max(0, Math.round(ticks * percent));
    }

    private static @Nullable Integer percent(
            ServerProcess.@Nullable Use before, ServerProcess.@Nullable Use now, double percent) {
        return before == null || now == null ? null : percent(now.ticks() - before.ticks(), percent);
    }

    private static @Nullable Integer megabytes(ServerProcess.@Nullable Use use) {
        return use == null ? null : (int) (use.residentBytes() / 1_000_000);
    }
}
