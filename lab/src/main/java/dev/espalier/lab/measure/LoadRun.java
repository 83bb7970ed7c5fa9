package dev.espalier.lab.measure;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One run of a load: the unit of repeats and comparisons. In JSON the members of {@code course}, {@code work} and {@code cost} are members of
 * the run.
 *
 * @param course when it ran, and how
 * @param work what was done
 * @param cost what it took
 * @param timeline every second, warm-up included
 * @param resources every second; of one machine only
 * @param machines what each load machine did; empty if there was one
 * @param server the state in which it found the server
 * @param marks what happened meanwhile, by time
 * @param watched machines that made no connections, such as the server's; empty if none was watched
 */
public record LoadRun(
        @JsonUnwrapped Course course,
        @JsonUnwrapped Work work,
        @JsonUnwrapped Cost cost,
        List<SecondFigures> timeline,
        List<ResourceSample> resources,
        List<MachinePart> machines,
        ServerState server,
        List<Mark> marks,
        List<WatchedMachine> watched) {

    /**
     * When a load ran, and how.
     *
     * @param started when, in UTC, as ISO 8601
     * @param connections how many
     * @param loop {@code closed} or {@code open}
     * @param seconds that counted
     * @param partial whether it was ended early
     */
    public record Course(String started, int connections, String loop, double seconds, boolean partial) {}

    /**
     * The operations of a run.
     *
     * @param goodput operations of all kinds done a second
     * @param allDone operations of all kinds that ended well, those of the warm-up and after the end among them
     * @param operations one for each kind
     * @param failures how often each code was met in the time that counts
     * @param backlog operations that should have started before the end and did not
     * @param leastShare operations of the connection that did the fewest
     * @param greatestShare operations of the connection that did the most
     * @param fingerprints of each connection's first operations: equal if the same were drawn
     */
    public record Work(
            double goodput,
            long allDone,
            List<OperationFigures> operations,
            Map<String, Long> failures,
            long backlog,
            long leastShare,
            long greatestShare,
            List<String> fingerprints) {

        /** Copies the lists. */
        public Work {
            operations = List.copyOf(Objects.requireNonNull(operations, "found a run without operations"));
            fingerprints = List.copyOf(Objects.requireNonNull(fingerprints, "found a run without fingerprints"));
        }

        /** @return operations of all kinds that were under way at the end and have ended well */
        public long doneAfterEnd() {
            return operations.stream().mapToLong(OperationFigures::doneAfterEnd).sum();
        }
    }

    /**
     * The times of the operations of a run.
     *
     * @param clientCpuMicros processor time of the lab for each operation after the warm-up; null if not known
     * @param serverCpuMicros processor time of the server for each operation after the warm-up; null if not known
     * @param limit what held it back, as far as the lab can see: {@code rate}, {@code client}, {@code others}, {@code processors} or {@code
     *     target}; null if nothing is known of the processors
     * @param processors the shares of lab, server and others; null if they are not known, or in results of earlier versions; of several
     *     machines that on which others took the most
     * @param connecting how long operations have waited for a connection, warm-up included; null if each thread keeps its own
     * @param counters what the server counted for each operation, warm-up included
     */
    public record Cost(
            @Nullable Double clientCpuMicros,
            @Nullable Double serverCpuMicros,
            @Nullable String limit,
            @Nullable ProcessorShares processors,
            @Nullable Latency connecting,
            Map<String, Double> counters) {

        /** @return whether other processes took so much of the processors that the figures are not those of the target alone */
        public boolean besideOthers() {
            return processors != null && processors.besideOthers();
        }
    }

    /** Copies the lists; results that are older than a member do not have it. */
    public LoadRun {
        timeline = List.copyOf(Objects.requireNonNull(timeline, "found a run without timeline"));
        resources = List.copyOf(Objects.requireNonNull(resources, "found a run without resources"));
        machines = machines == null ? List.of() : List.copyOf(machines);
        server = Objects.requireNonNullElse(server, ServerState.UNKNOWN);
        marks = marks == null ? List.of() : List.copyOf(marks);
        watched = watched == null ? List.of() : List.copyOf(watched);
    }

    /**
     * Returns the same run, with the facts of the target.
     *
     * @param waits for a connection
     * @return a copy
     */
    public LoadRun withConnecting(Latency waits) {
        Cost same =
                new Cost(cost.clientCpuMicros, cost.serverCpuMicros, cost.limit, cost.processors, waits, cost.counters);
        return new LoadRun(course, work, same, timeline, resources, machines, server, marks, watched);
    }

    /**
     * Returns the same run, with its working set.
     *
     * @param drawn the part of the data
     * @return a copy
     */
    public LoadRun withWorkingSet(WorkingSet drawn) {
        return new LoadRun(course, work, cost, timeline, resources, machines, server.with(drawn), marks, watched);
    }

    /**
     * Returns the same run, with the part of each machine.
     *
     * @param parts of all machines
     * @return a copy; partial if a machine was lost
     */
    public LoadRun withMachines(List<MachinePart> parts) {
        boolean whole = !course.partial && parts.stream().allMatch(part -> part.lost() == null);
        Course same = new Course(course.started, course.connections, course.loop, course.seconds, !whole);
        return new LoadRun(same, work, cost, timeline, resources, parts, server, marks, watched);
    }

    /**
     * Returns the same run, with what other machines did meanwhile.
     *
     * @param others that were watched
     * @return a copy
     */
    public LoadRun withWatched(List<WatchedMachine> others) {
        return new LoadRun(course, work, cost, timeline, resources, machines, server, marks, others);
    }

    /**
     * Returns whether all was in memory: pages that the server did not find in its buffer, by its own count, warm-up included. They come from the disk, or
     * from the operating system's memory.
     *
     * @return how many; nothing if the server does not count them
     */
    public OptionalLong pagesRead() {
        // counters that did not change are left out: those of pages that were found say whether there are any
        String read = cost.counters.containsKey("Innodb_buffer_pool_read_requests")
                ? "Innodb_pages_read"
                : cost.counters.containsKey("blks_hit") ? "blks_read" : null;
        return read == null
                ? OptionalLong.empty()
                : OptionalLong.of(Math.round(cost.counters.getOrDefault(read, 0.0) * work.allDone));
    }

    /** @return what the machine did, by phases: the warm-up, and what counts */
    public PhasedResources phased() {
        List<Phase> phases = new ArrayList<>();
        for (SecondFigures second : timeline) {
            if (phases.isEmpty() || !phases.get(phases.size() - 1).name().equals(second.phase())) {
                phases.add(new Phase(second.phase(), second.second()));
            }
        }
        return new PhasedResources(phases, resources);
    }

    /** @return response times of all kinds together */
    public LatencyHistogram response() {
        LatencyHistogram all = new LatencyHistogram();
        work.operations.forEach(figures -> all.add(figures.response().decode()));
        return all;
    }
}
