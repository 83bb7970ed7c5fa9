package dev.espalier.lab.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of one load machine in a run of several machines.
 *
 * @param machine where its agent listens
 * @param connections how many it had
 * @param goodput operations of all kinds that it did a second
 * @param response of all kinds of its operations, from the intended start
 * @param clientCpuMicros its processor time for each operation after the warm-up; null if not known
 * @param limit what held it back; null if nothing is known of its processors
 * @param clockOffsetMillis by how much its wall clock was ahead of the leader's
 * @param startWithinMicros by how much its start may have missed the agreed instant: half of the shortest round trip
 * @param lost why nothing is known of what it did; null if it answered
 * @param resources of its machine, every second
 */
public record MachinePart(
        String machine,
        int connections,
        double goodput,
        @Nullable Latency response,
        @Nullable Double clientCpuMicros,
        @Nullable String limit,
        double clockOffsetMillis,
        double startWithinMicros,
        @Nullable String lost,
        List<ResourceSample> resources) {

    /** Copies the list. */
    public MachinePart {
        resources = List.copyOf(resources);
    }
}
