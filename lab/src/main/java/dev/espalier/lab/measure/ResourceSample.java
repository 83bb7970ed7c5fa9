package dev.espalier.lab.measure;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The resource usage of a machine in one second: all processes together, and the two relevant ones. What is not known is null, never 0, and left out of
 * JSON: a machine that shows no disk, as many containers, has no figures of disks.
 *
 * @param second since the start
 * @param processorPercent how busy the processors were, 100 when all were
 * @param clientPercent the part of it that was the lab's own process; null if it is not on this machine
 * @param serverPercent the part of it that was the server's process, if that runs on this machine
 * @param clientMegabytes of memory that the lab's process held
 * @param serverMegabytes of memory that the server's process and its children held; what they share is counted once, as much as one of them uses
 * @param usedMegabytes of memory that could not be given to another program; null in results of earlier versions
 * @param readMegabytes read from disks
 * @param writtenMegabytes written to disks
 * @param processors what the processors did; null in results of earlier versions
 * @param disks what the disks did; null in results of earlier versions, too
 * @param client what the processors did for the lab's process; null in results of earlier versions, too
 * @param server what the processors did for the server's process and its children; null in results of earlier versions, too
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceSample(
        int second,
        int processorPercent,
        @Nullable Integer clientPercent,
        @Nullable Integer serverPercent,
        @Nullable Integer clientMegabytes,
        @Nullable Integer serverMegabytes,
        @Nullable Integer usedMegabytes,
        @Nullable Double readMegabytes,
        @Nullable Double writtenMegabytes,
        @Nullable Processors processors,
        @Nullable Disks disks,
        @Nullable Share client,
        @Nullable Share server) {

    /**
     * The usage of the processors, in percent of all.
     *
     * @param userPercent programs
     * @param systemPercent the operating system for them, interrupts among it
     * @param waitPercent idle, while a program waited for a disk
     */
    public record Processors(int userPercent, int systemPercent, int waitPercent) {}

    /**
     * The usage of the processors by one process, in percent of all. Linux tells no waiting of a process: a processor that waits is idle, and belongs to none.
     *
     * @param userPercent the program
     * @param systemPercent the operating system for it
     */
    public record Share(int userPercent, int systemPercent) {}

    /**
     * The usage of the disk that holds the data, or of all disks together if it is not known.
     *
     * @param name of the disk, as Linux names it; null if these are all disks
     * @param busyPercent of the time in which it, or the busiest one, had something to do
     * @param reads of them in the second
     * @param writes of them in the second
     * @param readMillis of one of them on average, waiting among it; null if there was none
     * @param writeMillis of one of them on average; null if there was none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Disks(
            @Nullable String name,
            int busyPercent,
            long reads,
            long writes,
            @Nullable Double readMillis,
            @Nullable Double writeMillis) {}

    /**
     * Returns the same figures, of another second.
     *
     * @param otherSecond since another start
     * @return a copy
     */
    public ResourceSample at(int otherSecond) {
        return new ResourceSample(
                otherSecond,
                processorPercent,
                clientPercent,
                serverPercent,
                clientMegabytes,
                serverMegabytes,
                usedMegabytes,
                readMegabytes,
                writtenMegabytes,
                processors,
                disks,
                client,
                server);
    }
}
