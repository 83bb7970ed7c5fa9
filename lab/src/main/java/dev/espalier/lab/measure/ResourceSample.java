package dev.espalier.lab.measure;

/**
 * The resource usage of the machine in one second: all processes together, and the two relevant ones.
 *
 * @param second since the start
 * @param processorPercent how busy the processors were, 100 when all were
 * @param clientPercent the part of it that was the lab's own process; null where it is not known, as in the others
 * @param serverPercent the part of it that was the server's process, where that runs on this machine
 * @param clientMegabytes of memory that the lab's process held
 * @param serverMegabytes of memory that the server's process and its children held; what they share is counted for each
 * @param readMegabytes read from disks
 * @param writtenMegabytes written to disks
 */
public record ResourceSample(int second, int processorPercent, Integer clientPercent, Integer serverPercent, Integer clientMegabytes,
                             Integer serverMegabytes, double readMegabytes, double writtenMegabytes) {
}
